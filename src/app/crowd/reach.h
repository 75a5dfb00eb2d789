#pragma once

#include <span>

#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

struct Sphere {
    glm::vec3 center{0.0f};
    float radius = 0.0f;
};

/// A sphere that contains every vertex of the model in any pose of these clips (none: of the rest pose), at any time and
/// in any blend of them: nodes may rotate in every way where a clip rotates them, and are as far from their parents as
/// their keys say. For models without meshes, one that contains the nodes. `worldFromRoot` is affine.
Sphere reachOf(const Model& model, std::span<const size_t> clips, const glm::mat4& worldFromRoot);

}  // namespace sinew
