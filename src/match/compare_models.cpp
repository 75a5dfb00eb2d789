#include "match/compare_models.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

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

ModelComparison compareModels(const Model& own, const Model& other, const ClipPairs& pairs, bool byDualQuaternions) {
    const MotionComparison comparison(own, other, byDualQuaternions);
    ModelComparison result{.match = comparison.match(), .size = static_cast<double>(comparison.size())};
    if (result.match.pairs.empty()) return result;
    for (const auto& [ownClip, otherClip] : pairs.both)
        result.clips.push_back(compareClip(comparison, own, &own.clips[ownClip], &other.clips[otherClip]));
    if (pairs.both.empty()) result.clips.push_back(compareClip(comparison, own, nullptr, nullptr));
    for (const size_t clip : pairs.ownAlone)
        result.missingClips.push_back(own.clips[clip].name);
    for (const size_t clip : pairs.otherAlone)
        result.addedClips.push_back(other.clips[clip].name);
    return result;
}

}  // namespace sinew
