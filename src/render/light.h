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

/// Orthographic along the key light, over the box with a margin: xy texture coordinates, z depth. Identity for an empty
/// box.
glm::mat4 shadowFromWorld(const Box& casters, const glm::vec3& towardLight);

/// Size of one caster, in world units: Ground::casterSize, or the middle side of the footprint, as a clip may travel
/// far.
float casterSize(const Ground& ground);

/// As shadowFromWorld(), from below, for what is low enough over the floor to cast a contact shadow.
glm::mat4 contactFromWorld(const Ground& ground);

/// The uniforms of a view, without the environment's light; `aspect` is its width / height.
shared::FrameUniforms frameUniforms(const Scene& scene, float aspect);

/// Adds the environment's light.
void setEnvironment(shared::FrameUniforms& frame, const EnvironmentMap& environment);

}  // namespace sinew
