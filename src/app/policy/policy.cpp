#include "app/policy/policy.h"

#include <algorithm>

#include <sys/stat.h>

#include "base/shown_text.h"
#include "match/wildcard.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr Limit kLimits[] = {
    {"budget-bones", "bones", "bone", "bones"},
    {"budget-influences", "influences", "influence of a vertex", "influences of a vertex"},
    {"budget-triangles", "triangles", "triangle", "triangles"},
    {"budget-mesh", "mesh_triangles", "triangle", "triangles"},
    {"budget-textures", "texture_bytes", "byte of textures", "bytes of textures"},
    {"budget-texture-size", "texture_size", "pixel along a side", "pixels along a side"},
    {"budget-clips", "clips", "clip", "clips"},
    {"budget-clip", "clip_bytes", "byte of keys", "bytes of keys"},
};

/// Everyone may put files there, such as into /tmp.
bool isPublic(const fs::path& folder) {
    struct stat state {};
    return ::stat(folder.c_str(), &state) == 0 && (state.st_mode & S_IWOTH) != 0;
}

/// A promise of false expects the findings about it.
bool expects(const Promises& promises, std::string_view id) {
    return (promises.loop == false && id.starts_with("loop-")) || (promises.planted == false && id == "foot-slide");
}

/// The row of one table that fits the finding best: its own id, or the longest pattern.
const RatedFinding* bestMatch(const std::vector<RatedFinding>& table, const std::string& id) {
    const RatedFinding* best = nullptr;
    for (const RatedFinding& rated : table) {
        if (rated.id == id) return &rated;
        if (matchesName(rated.id, id) && (!best || rated.id.size() > best->id.size())) best = &rated;
    }
    return best;
}

template <typename Value>
void override(std::optional<Value>& value, const std::optional<Value>& with) {
    if (with) value = with;
}

/// The rules for a clip, in ascending precedence.
const std::vector<const ClipRules*>& rulesOf(const ModelRules& rules, const std::string& clip) {
    const auto [known, isNew] = rules.ofClips.try_emplace(clip);
    if (!isNew) return known->second;
    for (const FileRules* file : rules.rules)
        for (const ClipRules& own : file->clips)
            if (matchesName(own.name, clip)) known->second.push_back(&own);
    return known->second;
}

/// Relative to the policy's directory.
std::string placeOf(const fs::path& model, const Policy& policy) {
    std::error_code error;
    const fs::path folder = fs::canonical(policy.file.has_parent_path() ? policy.file.parent_path() : ".", error);
    fs::path own = fs::canonical(model.has_parent_path() ? model.parent_path() : ".", error);
    if (error) return model.generic_string();
    return (own / model.filename()).lexically_relative(folder).generic_string();
}

}  // namespace

fs::path findPolicy(const fs::path& model) {
    std::error_code error;
    const bool isFolder = fs::is_directory(model, error);
    fs::path folder = isFolder ? model : model.has_parent_path() ? model.parent_path() : fs::path(".");
    folder = fs::canonical(folder, error);
    if (error) return {};
    for (bool isOwn = true;; isOwn = false) {
        const fs::path file = folder / kPolicyName;
        if ((isOwn || !isPublic(folder)) && fs::exists(fs::symlink_status(file, error))) {
            // Messages quote a policy, so a model's folder must not choose which file of the user that is.
            if (fs::exists(file, error) &&
                fs::canonical(file, error).lexically_relative(folder).native().starts_with(".."))
                throw PolicyError(shownPath(file.string()) + ": leads out of its directory; name it with --policy");
            return file;
        }
        if (fs::exists(folder / ".git", error) || !folder.has_relative_path()) return {};
        folder = folder.parent_path();
    }
}

std::span<const Limit> budgetLimits() {
    return kLimits;
}

ModelRules rulesFor(const Policy& policy, const fs::path& model) {
    const std::string place = placeOf(model, policy);
    ModelRules matching{.policy = &policy};
    for (const FileRules& rules : policy.rules) {
        const bool matches = rules.paths.empty() || std::ranges::any_of(rules.paths, [&](const std::string& pattern) {
                                 return matchesPath(pattern, place);
                             });
        if (!matches) continue;
        matching.rules.push_back(&rules);
        override(matching.failOn, rules.failOn);
        for (const auto& [key, most] : rules.budget)
            matching.budget[key] = most;
    }
    return matching;
}

ClipPromise promiseOf(const ModelRules& rules, const std::string& clip) {
    ClipPromise sum{.promises = {}, .budget = rules.budget};
    for (const ClipRules* own : rulesOf(rules, clip)) {
        override(sum.promises.loop, own->promises.loop);
        override(sum.promises.inPlace, own->promises.inPlace);
        override(sum.promises.planted, own->promises.planted);
        override(sum.promises.speed, own->promises.speed);
        if (own->bytes) sum.budget["clip_bytes"] = *own->bytes;
    }
    return sum;
}

std::optional<Rating> ratingOf(const ModelRules& rules, const std::string& id, const std::string& clip) {
    std::optional<Rating> rating;
    const auto take = [&](const std::vector<RatedFinding>& table) {
        if (const RatedFinding* best = bestMatch(table, id)) rating = best->rating;
    };
    for (const FileRules* file : rules.rules)
        take(file->findings);
    if (clip.empty()) return rating;
    if (expects(promiseOf(rules, clip).promises, id)) rating = Rating::ignore;
    for (const ClipRules* own : rulesOf(rules, clip))
        take(own->findings);
    return rating;
}

}  // namespace sinew
