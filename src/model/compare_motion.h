#pragma once

#include <vector>

#include "model/match_vertices.h"
#include "model/model.h"

namespace sinew {

/// How far the vertices of one clip in two models are apart, over its time. Lengths are in units of the first model's
/// world.
struct MotionDifference {
    std::vector<double> seconds;  ///< evenly spread, from 0 to the longer one's end
    std::vector<float> largest;   ///< of all pairs, at each of these times
    float distance = 0.0f;        ///< the largest of them
    double atSeconds = 0.0;       ///< when
    VertexPair where;
    uint32_t bone = 0;  ///< the node of the first model that moves that vertex most
};

/// Two models side by side: Y up, and in one unit where both say theirs.
class MotionComparison {
  public:
    /// The models have a mesh each, and outlive this. `byDualQuaternions` as --skinning.
    MotionComparison(const Model& own, const Model& other, bool byDualQuaternions = false);

    /// The first model's size, the diagonal of its box in the rest pose, in units of its world.
    float size() const { return size_; }

    const VertexMatch& match() const { return match_; }

    /// At each frame of the denser clip, at most 600 times; a clip that has ended holds its last pose. No clip: the
    /// rest pose. The match has pairs.
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
