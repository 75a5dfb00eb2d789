#pragma once

#include "animation/motion_player.h"

namespace sinew {

/// Plays a layer of a graph and puts it over a pose. The layer and the studio are the caller's and must outlive it.
class LayerPlayer {
  public:
    LayerPlayer(const GraphLayer& layer, Repeat repeat, double speed, MotionStudio& studio);

    MotionPlayer& motion() { return motion_; }
    const MotionPlayer& motion() const { return motion_; }

    /// The layer's own weight as the parameters stand, in [0, 1].
    double weight(std::span<const double> parameters) const;

    /// Puts `weight` of the layer as it is now, or was `secondsEarlier`, over `pose`.
    void putOver(std::span<Transform> pose, double weight, double secondsEarlier = 0.0);

    /// The same for morph weights, as they are now. A layer with a mask moves those that its clips have keys for.
    void putMorphsOver(std::span<float> morphs, double weight);

  private:
    const GraphLayer& layer_;
    MotionStudio& studio_;
    MotionPlayer motion_;
    LocalPose reference_;                 ///< of an additive layer
    std::vector<float> referenceMorphs_;  ///< of an additive layer
};

}  // namespace sinew
