#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/load/read_model.h"
#include "app/options/find_named.h"
#include "app/report/comparison_report.h"
#include "app/report/standard_output.h"
#include "app/run.h"
#include "match/names.h"
#include "model/text.h"

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
        fmt::format("{}: cannot be compared with {}: the vertices match neither by order nor by position; {} of "
                    "its {} vertices have no counterpart, and {} of {} of the other file",
                    other.report.file, own.report.file, match.otherAlone, vertexCount(other.model), match.ownAlone,
                    vertexCount(own.model)));
}

[[noreturn]] void refuseClip(const std::string& name, const ImportedModel& other) {
    std::string names;
    for (size_t i = 0; i < std::min(kClipsListed, other.model.clips.size()); ++i)
        names += (i == 0 ? "; available clips: " : ", ") + inQuotes(other.model.clips[i].name);
    if (other.model.clips.size() > kClipsListed) names += " ...";
    throw Error(Exit::input, fmt::format("{}: no clip {} to compare{}", other.report.file, inQuotes(name),
                                         names.empty() ? "; it has no clips" : names));
}

/// The clips to compare; no pairs: the rest poses.
ClipPairs pairsFor(const std::string& animation, const ImportedModel& own, const ImportedModel& other) {
    ClipPairs pairs = pairClips(own.model.clips, other.model.clips);
    if (animation.empty()) return pairs;
    const std::optional<size_t> wanted = findClip(own.model, animation);
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

ModelComparison compareModels(const task::Compare& task, const ImportedModel& own, const ImportedModel& other) {
    for (const ImportedModel* imported : {&own, &other})
        if (vertexCount(imported->model) == 0)
            throw Error(Exit::input, fmt::format("{}: no mesh to compare", imported->report.file));
    const ClipPairs pairs = pairsFor(task.animation, own, other);
    const MotionComparison comparison(own.model, other.model, task.skinning == Skinning::dualQuaternion);
    if (comparison.match().pairs.empty()) refuseVertices(own, other, comparison.match());
    ModelComparison result{.file = own.report.file,
                           .other = other.report.file,
                           .matchedBy = comparison.match().by,
                           .vertices = comparison.match().pairs.size(),
                           .size = static_cast<double>(comparison.size()),
                           .metersPerUnit = own.model.metersPerUnit,
                           .threshold = task.threshold.value_or(kDefaultMotionThreshold)};
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

}  // namespace

Exit run(const task::Compare& task) {
    const Importer importer = makeImporter(task.model);
    const ImportedModel own = readModel(task.model, importer);
    const ImportedModel other = importer(task.other, {.influences = task.model.influences});
    const ModelComparison comparison = compareModels(task, own, other);
    print((task.json ? comparisonJson : comparisonText)(comparison));
    return comparison.passed() ? Exit::done : Exit::differs;
}

}  // namespace sinew
