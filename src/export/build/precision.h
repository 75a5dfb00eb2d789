#pragma once

#include <vector>

#include "model/model.h"

namespace sinew::exporting {

/// How far keys may be off their tracks, so that no vertex is farther off than a tolerance: the errors of all tracks
/// from a root to a vertex add up to no more. Nodes count as vertices, too.
class Precision {
  public:
    /// `tolerance`: relative to the model's size. The model must outlive it.
    Precision(const Model& model, double tolerance);

    /// Call before the members below for the tracks of a clip.
    void begin(const AnimationClip& clip);

    double ofTranslation(uint32_t node) const;
    double ofRotation(uint32_t node) const;  ///< of the quaternions' difference
    double ofScale(uint32_t node) const;
    /// Precision of the weights of an instance's targets.
    double ofWeights(const MeshInstance& instance) const;

  private:
    const Model& model_;
    double allowed_ = 0.0;             ///< in world units, of all tracks
    double perTrack_ = 0.0;            ///< of one
    double least_ = 0.0;               ///< the shortest reach that counts
    std::vector<double> ownReach_;     ///< by node: how far its own vertices are from it, in its units
    std::vector<double> reach_;        ///< and those of its descendants
    std::vector<double> parentScale_;  ///< by node: factor from its parent's units to the world's
    std::vector<double> scale_;        ///< by node: largest factor of its own
};

}  // namespace sinew::exporting
