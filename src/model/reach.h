#pragma once

#include <span>

#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

struct Sphere {
    glm::vec3 center{0.0f};
    float radius = 0.0f;
};

/// A sphere that contains every vertex of the model in any pose of these clips (none: of the rest pose), at any time
/// and in any blend of them, with linear skinning. A node that a clip rotates is assumed to take any rotation, as far
/// from its parent as its keys say. Without meshes, the sphere contains the nodes. `worldFromRoot` is affine.
Sphere reachOf(const Model& model, std::span<const size_t> clips, const glm::mat4& worldFromRoot);

}  // namespace sinew
