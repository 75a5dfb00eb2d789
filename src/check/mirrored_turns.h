#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "check/check.h"
#include "check/mirror_pairs.h"

namespace sinew {

/// How the bones of each gait turn, relative to the bone above: what the paths of the bones do not show.
class MirroredTurns {
  public:
    /// The model and the figure outlive it.
    MirroredTurns(const CheckedModel& checked, const MirrorPairs& figure, const std::vector<size_t>& clips);

    /// "gait-uneven": bones of both sides that turn unlike each other's mirror image, although most do, or a bone that
    /// one gait alone holds to one side. `gait` is an index into the constructor's clips.
    std::optional<Finding> check(size_t gait) const;

  private:
    /// One gait. Angles in degrees, one for each of `turning_`.
    struct Gait {
        size_t clip = 0;
        std::vector<float> away;                          ///< of a pair from its mirror image, in the mean
        std::vector<float> aside;                         ///< of its mean turns from the mirror image of each other
        float usual = std::numeric_limits<float>::max();  ///< the median of `away` over both sides
    };

    /// How a bone is turned at each phase from the pose of its pair, relative to the bone above it, along the axes of
    /// the world.
    using Turns = std::vector<glm::quat>;

    Gait measure(const PointTurns& pointTurns, size_t clip) const;
    float turnsApart(const Turns& one, const Turns& other, size_t lag) const;
    std::optional<Finding> unlikeMostPairs(const Gait& gait) const;
    std::optional<Finding> heldAside(const Gait& gait) const;

    const CheckedModel& checked_;
    const Model& model_;
    const MirrorPairs& figure_;
    std::vector<MirrorPair> turning_;  ///< of both sides, then all between them
    std::vector<Gait> gaits_;
};

}  // namespace sinew
