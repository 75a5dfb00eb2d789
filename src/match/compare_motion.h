#pragma once

#include <vector>

#include "match/vertices.h"
#include "model/model.h"

namespace sinew {

/// The distance between the vertices of two models over a clip, in units of the first model's world.
struct MotionDifference {
    std::vector<double> seconds;  ///< sample times, ascending, from 0 to the end of the longer clip
    std::vector<float> largest;   ///< largest distance at each sample time
    float distance = 0.0f;        ///< largest distance of all
    double atSeconds = 0.0;       ///< its time
    VertexPair where;             ///< its vertices
    uint32_t bone = 0;            ///< node of the first model with the largest weight at that vertex
};

/// Compares the motion of two models, Y up, and in a common unit if both have one.
class MotionComparison {
  public:
    /// Both models have a mesh and outlive the comparison. `byDualQuaternions` selects the skinning.
    MotionComparison(const Model& own, const Model& other, bool byDualQuaternions = false);

    /// Diagonal of the first model's bounding box in the rest pose, in units of its world.
    float size() const { return size_; }

    const VertexMatch& match() const { return match_; }

    /// Samples at the frame rate of the denser clip, at the keys of both, and between these times as finely as the
    /// distance changes. Poses about 2e8 vertices at most, but at least 600 frames and 1200 samples between them; at
    /// most 16384 frames. A shorter clip holds its last pose; without a clip, a model stays in its rest pose. Requires
    /// match().pairs.
    MotionDifference compare(const AnimationClip* ownClip, const AnimationClip* otherClip) const;

  private:
    const Model& own_;
    const Model& other_;
    bool byDualQuaternions_;
    glm::mat4 sharedFromOwn_, sharedFromOther_;
    float size_ = 0.0f;
    VertexMatch match_;
};

}  // namespace sinew
