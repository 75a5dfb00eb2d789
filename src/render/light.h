#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "render/scene.h"
#include "shared.h"

namespace sinew {

class EnvironmentMap;

/// Unit vector from the scene to the key light.
glm::vec3 towardKeyLight(const std::optional<LightDirection>& direction);

/// `direction`, or the default of the key light.
LightDirection keyLightDirection(const std::optional<LightDirection>& direction);

/// Projects along the key light onto the floor: xy in [-1, 1] over the shadow of the ground's footprint with a margin
/// for the blur, z the height above the floor. The light must be above the horizon. Identity for an empty footprint.
glm::mat4 shadowFromWorld(const Ground& ground, const glm::vec3& towardLight);

/// The uniforms of a view, without the environment's light; `aspect` is its width / height.
shared::FrameUniforms frameUniforms(const Scene& scene, float aspect);

/// Adds the environment's light.
void setEnvironment(shared::FrameUniforms& frame, const EnvironmentMap& environment);

}  // namespace sinew
