#pragma once

#include <memory>
#include <span>
#include <vector>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"
#include "animation/packed/pack_keys.h"

namespace sinew {

/// A clip laid out for playback, four nodes at a time. Gives the poses of sample(), up to rounding. Random access is as
/// fast as forward playback, so there is no cursor, and any number of threads may read.
class PackedClip {
  public:
    PackedClip(const AnimationClip& clip, const NodeHierarchy& hierarchy);

    /// Like the function sample(). Allocates nothing.
    void sample(double timeSeconds, std::span<Transform> pose, const PoseKernels& kernels = fastestKernels()) const;

    /// sample() and walkHierarchy() in one pass. Allocates nothing.
    void walk(double timeSeconds, const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode,
              const PoseKernels& kernels = fastestKernels()) const;

    size_t nodeCount() const { return nodeCount_; }
    size_t byteCount() const { return keys_.byteCount(); }  ///< of the keys and their lookup tables

  private:
    PackedClipView view() const;

    size_t nodeCount_ = 0;
    PackedKeys keys_;
    std::vector<TimelineView> timelines_;  ///< of the keys
};

/// The packed clips of a model, each made on first use. The hierarchy and the clips must outlive it.
class PackedClips {
  public:
    PackedClips(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips);

    /// The reference stays valid.
    const PackedClip& of(size_t clip);

  private:
    const NodeHierarchy& hierarchy_;
    std::span<const AnimationClip> clips_;
    std::vector<std::unique_ptr<const PackedClip>> packed_;
};

}  // namespace sinew
