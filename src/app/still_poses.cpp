#include "app/still_poses.h"

#include <algorithm>

namespace sinew {

void StillPoses::take(std::optional<size_t> clip, double seconds, const glm::mat4& worldFromRoot, StillPose& pose) {
    pose.worldFromNode.resize(stage_.model().hierarchy.size());
    pose.morphWeights.resize(stage_.model().restMorphWeights.size());
    if (clip) stage_.travelOf(*clip);  // which the animator's ground motion is of
    animator_.takeOutRoots(stage_.rootMotion() != RootMotionUse::off);
    animator_.setRepeat(stage_.animator().repeat());
    if (animator_.clip() != clip) animator_.play(clip);
    animator_.seek(seconds);
    animator_.walk(worldFromRoot, pose.worldFromNode);
    std::ranges::copy(animator_.morphWeights(), pose.morphWeights.begin());
}

}  // namespace sinew
