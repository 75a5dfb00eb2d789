#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "model/model.h"

namespace sinew {

/// worldFromNode with the bones where they were when the meshes were skinned: every vertex of a skinned mesh stands at
/// its bind position, as a whole where the topmost bone has the mesh at rest. Instances that share a bone are put where
/// that bone has them; where two bind a node differently, it stands as the first one has it. Nodes that are no bones,
/// and bones whose inverse bind matrix has no inverse, stand to their parents as at rest. Show it without morph
/// weights. `worldFromRoot` as for walkHierarchy().
std::vector<glm::mat4> worldFromNodeInBindPose(const Model& model, const glm::mat4& worldFromRoot);

}  // namespace sinew
