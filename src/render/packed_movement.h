#pragma once

#include <glm/mat4x4.hpp>

namespace sinew {

/// A palette's matrix as the shaders want it for SKINNING_DUAL_QUATERNION (shaders/shared.h, Palette): split into a
/// symmetric scale and a rigid movement after that.
glm::mat4 packedMovement(const glm::mat4& worldFromMesh);

}  // namespace sinew
