#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "model/model.h"

namespace sinew {

/// A model as it stands when no clip moves it.
struct RestPose {
    std::vector<glm::mat4> worldFromNode;
    float size = 0.0f;  ///< the diagonal of its box (model/bounds.h): what findings measure by
};
RestPose restPoseOf(const Model& model);

/// The nodes that move vertices, each once, ascending: parents before children. All nodes of a model without a mesh.
std::vector<uint32_t> movingNodes(const Model& model);

}  // namespace sinew
