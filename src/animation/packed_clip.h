#pragma once

#include <memory>
#include <span>
#include <vector>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"
#include "animation/pack_keys.h"

namespace sinew {

/// A clip as it is played: the same motion as AnimationClip, laid out for four nodes at a time. Poses are those of
/// sample(), up to rounding. Any time is found as quickly as the next one, so there is no cursor, and any number of
/// threads may read.
class PackedClip {
  public:
    PackedClip(const AnimationClip& clip, const NodeHierarchy& hierarchy);

    /// As the function of that name. Allocates nothing.
    void sample(double timeSeconds, std::span<Transform> pose) const;

    /// sample() and walkHierarchy() in one. Allocates nothing.
    void walk(double timeSeconds, const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode) const;

    size_t nodeCount() const { return nodeCount_; }
    size_t byteCount() const { return keys_.byteCount(); }  ///< of the keys and all that finds them

  private:
    PackedClipView view() const;

    size_t nodeCount_ = 0;
    PackedKeys keys_;
    std::vector<TimelineView> timelines_;  ///< of the keys
};

/// The packed forms of a model's clips, each made when it is first asked for. The hierarchy and the clips are the
/// caller's and must outlive it.
class PackedClips {
  public:
    PackedClips(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips);

    /// Stays where it is.
    const PackedClip& of(size_t clip);

  private:
    const NodeHierarchy& hierarchy_;
    std::span<const AnimationClip> clips_;
    std::vector<std::unique_ptr<const PackedClip>> packed_;
};

}  // namespace sinew
