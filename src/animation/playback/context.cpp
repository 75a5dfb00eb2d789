#include "animation/playback/context.h"

#include <algorithm>
#include <utility>

namespace sinew {

PlaybackContext::PlaybackContext(const NodeHierarchy& nodes, std::span<const AnimationClip> modelClips,
                                 std::span<const float> morphs, std::shared_ptr<PackedClips> shared)
    : hierarchy(nodes),
      clips(modelClips),
      restMorphs(morphs),
      packed(shared ? std::move(shared) : std::make_shared<PackedClips>(nodes, modelClips)),
      pose(restPose()),
      fadePose(pose),
      layerPose(pose) {}

Pose PlaybackContext::restPose() const {
    return {hierarchy.rest, {restMorphs.begin(), restMorphs.end()}};
}

void PlaybackContext::reserveClips(size_t count) {
    if (clipPoses.size() < count) clipPoses.resize(count, restPose());
    layers.reserve(count);
}

Displacement PlaybackContext::displacement(size_t clip, double fromSeconds, double toSeconds) const {
    if (rootMotions.empty() || (rootMotions[clip].inPose() && !extractRootMotion)) return {};
    return rootMotions[clip].between(fromSeconds, toSeconds);
}

ClipReader::ClipReader(const PlaybackContext& context, size_t index) : clip(index), packed(&context.packed->of(index)) {
    cursor.bind(context.clips[index]);
}

void ClipReader::sample(const PlaybackContext& context, double timeSeconds, const PoseSpan& out) {
    packed->sample(timeSeconds, out.nodes, *context.kernels);
    if (context.extractsRootMotion()) context.rootMotions[clip].removeFrom(out.nodes, timeSeconds);
    sampleMorphs(context, timeSeconds, out.morphs);
}

void ClipReader::sampleMorphs(const PlaybackContext& context, double timeSeconds, std::span<float> out) {
    if (!out.empty()) sinew::sampleMorphs(context.clips[clip], context.restMorphs, timeSeconds, cursor, out);
}

}  // namespace sinew
