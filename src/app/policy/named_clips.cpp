#include "app/policy/named_clips.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/shown_text.h"
#include "base/text.h"
#include "match/wildcard.h"

namespace sinew {
namespace {

constexpr size_t kMostNames = 30;  // in a message

/// `clips`: the names of those that there are. `whose`: "hero.glb has".
void requireEach(const FileRules& rules, const Policy& policy, const std::vector<std::string>& clips,
                 const std::string& whose) {
    for (const ClipRules& own : rules.clips)
        if (std::ranges::none_of(clips, [&](const std::string& clip) { return matchesName(own.name, clip); }))
            throw PolicyError(fmt::format("{}: line {}: clip {}: {} no such clip{}{}", shownPath(policy.file.string()),
                                          own.line, inQuotes(own.name), whose,
                                          clips.empty() ? "" : "; available: ", listed(clips, kMostNames)));
}

}  // namespace

void requireClips(const ModelRules& rules, const ImportedModel& imported) {
    std::vector<std::string> clips;
    for (const AnimationClip& clip : imported.model.clips)
        clips.push_back(clip.name);
    for (const FileRules* file : rules.rules)
        if (file->paths.size() == 1 && !hasWildcard(file->paths[0]))
            requireEach(*file, *rules.policy, clips, imported.report.file + " has");
}

void CheckedClips::add(const Policy& policy, const Model& model) {
    auto known = std::ranges::find(names_, &policy, &std::pair<const Policy*, std::set<std::string>>::first);
    if (known == names_.end()) known = names_.insert(known, {&policy, {}});
    for (const AnimationClip& clip : model.clips)
        known->second.insert(clip.name);
}

void CheckedClips::require() const {
    for (const auto& [policy, names] : names_)
        if (!names.empty())
            requireEach(policy->rules.front(), *policy, {names.begin(), names.end()}, "the checked models have");
}

}  // namespace sinew
