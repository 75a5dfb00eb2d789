#include "animation/packed/packed_clip.h"

#include <cassert>

namespace sinew {

static_assert(sizeof(Transform) == 10 * sizeof(float) && sizeof(glm::mat4) == 16 * sizeof(float));

PackedClip::PackedClip(const AnimationClip& clip, const NodeHierarchy& hierarchy)
    : nodeCount_(hierarchy.size()), keys_(packKeys(clip, hierarchy)) {
    for (const PackedTimeline& timeline : keys_.timelines) {
        const size_t rowCount = timeline.times.size();
        timelines_.push_back({.times = timeline.times.data(),
                              .rowCount = static_cast<uint32_t>(rowCount),
                              .firstRows = timeline.firstRows.data(),
                              .bucketsPerSecond = timeline.bucketsPerSecond,
                              .rows = timeline.rows.data(),
                              .stride = static_cast<uint32_t>(timeline.rows.size() / rowCount)});
    }
}

PackedClipView PackedClip::view() const {
    return {.groups = keys_.groups.data(),
            .groupCount = static_cast<uint32_t>(keys_.groups.size()),
            .timelines = timelines_.data(),
            .constants = keys_.constants.data()};
}

void PackedClip::sample(double timeSeconds, std::span<Transform> pose, const PoseKernels& kernels) const {
    assert(pose.size() == nodeCount_);
    if (pose.empty()) return;
    kernels.sampleClip(view(), timeSeconds, &pose[0].translation.x);
}

void PackedClip::walk(double timeSeconds, const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode,
                      const PoseKernels& kernels) const {
    assert(worldFromNode.size() == nodeCount_);
    if (worldFromNode.empty()) return;
    kernels.walkClip(view(), timeSeconds, &worldFromRoot[0].x, &worldFromNode[0][0].x);
}

PackedClips::PackedClips(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips)
    : hierarchy_(hierarchy), clips_(clips), packed_(clips.size()) {}

const PackedClip& PackedClips::of(size_t clip) {
    std::unique_ptr<const PackedClip>& packed = packed_[clip];
    if (!packed) packed = std::make_unique<const PackedClip>(clips_[clip], hierarchy_);
    return *packed;
}

}  // namespace sinew
