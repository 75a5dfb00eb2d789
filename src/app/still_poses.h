#pragma once

#include <vector>

#include "app/stage.h"

namespace sinew {

struct StillPose {
    std::vector<glm::mat4> worldFromNode;
    std::vector<float> morphWeights;
};

/// Poses of clips of a stage that play neither on nor over into others.
class StillPoses {
  public:
    /// The stage must outlive it.
    explicit StillPoses(Stage& stage) : stage_(stage), animator_(stage.stillAnimator()) {}

    /// Moves to that time of the clip (none: the rest pose), which is wrapped or clamped as it is where the stage
    /// plays. Allocates where the clip is another one than before, and where `pose` was empty.
    void take(std::optional<size_t> clip, double seconds, const glm::mat4& worldFromRoot, StillPose& pose);

    /// As Animator::groundMotion() after a seek.
    const GroundMotion& groundMotion() const { return animator_.groundMotion(); }

  private:
    Stage& stage_;
    Animator animator_;
};

}  // namespace sinew
