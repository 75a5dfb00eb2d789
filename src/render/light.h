#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "render/scene.h"
#include "shared.h"

namespace sinew {

/// From the scene to the key light, unit length.
glm::vec3 towardsKeyLight(const std::optional<LightDirection>& direction);

/// The direction itself, or that of the light where none is given.
LightDirection keyLightDirection(const std::optional<LightDirection>& direction);

/// Lays the model flat on the floor along the key light, which comes from above the horizon: x and y in [-1, 1] over
/// the shadow of the ground's footprint with a margin for the blur, z the height over the floor. With an empty
/// footprint nothing throws a shadow: any matrix will do, and it is the identity.
glm::mat4 shadowFromWorld(const Ground& ground, const glm::vec3& towardsLight);

/// All that a frame's shaders ask for, for a target of that width / height.
shared::FrameUniforms frameUniforms(const Scene& scene, float aspect);

}  // namespace sinew
