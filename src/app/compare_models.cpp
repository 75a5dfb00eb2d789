#include "app/compare_models.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/find_named.h"
#include "app/option_values.h"
#include "app/stage.h"
#include "error.h"
#include "model/pair_clips.h"

namespace sinew {
namespace {

constexpr size_t kClipsListed = 8;

size_t vertexCount(const Model& model) {
    size_t count = 0;
    for (const MeshInstance& instance : model.instances)
        count += model.meshes[instance.mesh].vertexCount();
    return count;
}

[[noreturn]] void refuseVertices(const ImportedModel& own, const ImportedModel& other, const VertexMatch& match) {
    throw Error(
        Exit::input,
        fmt::format("{}: cannot be compared with {}: neither order nor place tells which vertices are the same; "
                    "of its {} vertices {} stand where the other has none, of the other's {} {} do",
                    other.report.file, own.report.file, vertexCount(other.model), match.otherAlone,
                    vertexCount(own.model), match.ownAlone));
}

[[noreturn]] void refuseClip(const std::string& name, const ImportedModel& other) {
    std::string names;
    for (size_t i = 0; i < std::min(kClipsListed, other.model.clips.size()); ++i)
        names += (i == 0 ? "; it has " : ", ") + inQuotes(other.model.clips[i].name);
    if (other.model.clips.size() > kClipsListed) names += " ...";
    throw Error(Exit::input, fmt::format("{}: has no clip {} to compare{}", other.report.file, inQuotes(name),
                                         names.empty() ? "; it has none" : names));
}

/// What is asked for: pairs of clips, or the rest poses (none).
ClipPairs pairsFor(const Options& options, const ImportedModel& own, const ImportedModel& other) {
    ClipPairs pairs = pairClips(own.model.clips, other.model.clips);
    if (options.animation.empty()) return pairs;
    const std::optional<size_t> wanted = findClip(own.model, options.animation);
    if (!wanted) return {};
    std::erase_if(pairs.both, [&](const ClipPairs::Pair& pair) { return pair.own != *wanted; });
    if (pairs.both.empty()) refuseClip(own.model.clips[*wanted].name, other);
    return {.both = pairs.both, .ownAlone = {}, .otherAlone = {}};
}

ComparedClip compareClip(const MotionComparison& comparison, const Model& own, const AnimationClip* ownClip,
                         const AnimationClip* otherClip) {
    ComparedClip compared{.difference = comparison.compare(ownClip, otherClip)};
    if (ownClip && otherClip) {
        compared.name = ownClip->name;
        compared.otherName = otherClip->name;
        compared.durationSeconds = ownClip->durationSeconds;
        compared.otherDurationSeconds = otherClip->durationSeconds;
        const double frame = std::min(frameSeconds(*ownClip), frameSeconds(*otherClip));
        compared.durationsDiffer = std::abs(ownClip->durationSeconds - otherClip->durationSeconds) > 0.5 * frame;
    }
    compared.mesh = own.meshes[own.instances[compared.difference.where.own.instance].mesh].name;
    compared.bone = own.hierarchy.names[compared.difference.bone];
    if (compared.difference.distance > 0.0f)
        compared.share = static_cast<double>(compared.difference.distance) / static_cast<double>(comparison.size());
    return compared;
}

}  // namespace

double ModelComparison::largestShare() const {
    double largest = 0.0;
    for (const ComparedClip& clip : clips)
        largest = std::max(largest, clip.share);
    return largest;
}

bool ModelComparison::holds() const {
    return missingClips.empty() &&
           std::ranges::all_of(clips, [&](const ComparedClip& clip) { return clip.share <= threshold; });
}

ModelComparison compareModels(const Options& options, const ImportedModel& own, const ImportedModel& other) {
    for (const ImportedModel* imported : {&own, &other})
        if (vertexCount(imported->model) == 0)
            throw Error(Exit::input, fmt::format("{}: holds no mesh to compare", imported->report.file));
    const ClipPairs pairs = pairsFor(options, own, other);
    const MotionComparison comparison(own.model, other.model, options.skinning == Skinning::dualQuaternion);
    if (comparison.match().pairs.empty()) refuseVertices(own, other, comparison.match());
    ModelComparison result{.file = own.report.file,
                           .other = other.report.file,
                           .matchedBy = comparison.match().by,
                           .vertices = comparison.match().pairs.size(),
                           .size = static_cast<double>(comparison.size()),
                           .metresPerUnit = own.model.metresPerUnit,
                           .threshold = options.threshold.value_or(kDefaultMotionThreshold)};
    for (const auto& [ownClip, otherClip] : pairs.both)
        result.clips.push_back(
            compareClip(comparison, own.model, &own.model.clips[ownClip], &other.model.clips[otherClip]));
    if (pairs.both.empty()) result.clips.push_back(compareClip(comparison, own.model, nullptr, nullptr));
    for (const size_t clip : pairs.ownAlone)
        result.missingClips.push_back(own.model.clips[clip].name);
    for (const size_t clip : pairs.otherAlone)
        result.addedClips.push_back(other.model.clips[clip].name);
    return result;
}

}  // namespace sinew
