#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "model/model.h"

namespace sinew {

/// The pose of a model that no clip moves, in the file's space.
struct RestPose {
    std::vector<glm::mat4> worldFromNode;
    float size = 0.0f;  ///< diagonal of the bounding box, the unit in which findings state lengths
};
RestPose restPoseOf(const Model& model);

/// Returns worldFromNode of the pose in which the meshes were skinned: every vertex is at its bind position. Each mesh
/// instance is placed by a bone that an earlier instance has placed, else by its topmost bone at rest. Where two
/// instances bind a node differently, the first one wins. Nodes that are not bones, and bones whose inverse bind matrix
/// is singular, keep their rest transform relative to their parent. Use it without morph weights. `worldFromRoot` as
/// for walkHierarchy().
std::vector<glm::mat4> worldFromNodeInBindPose(const Model& model, const glm::mat4& worldFromRoot);

/// Returns the nodes that move vertices, ascending, each once. All nodes if the model has no mesh.
std::vector<uint32_t> movingNodes(const Model& model);

/// The pose in which the meshes were skinned, or the rest pose of a model without a skin: worldFromNode, Y up.
std::vector<glm::mat4> referencePose(const Model& model);

}  // namespace sinew
