#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "animation/palette.h"
#include "animation/transform.h"
#include "model/cut_vertices.h"
#include "model/skinned_mesh.h"

namespace sinew {

template <typename Value, typename... Types>
concept OneOf = (std::same_as<Value, Types> || ...);

/// Types that are numbers one behind the other and nothing between: their values stand in a stream as they lie in
/// memory.
template <typename Value>
concept Flat = (std::is_arithmetic_v<Value> && !std::same_as<Value, bool>) ||
               OneOf<Value, glm::vec2, glm::vec3, glm::vec4, glm::quat, Transform, Bone, Influences, MorphDelta,
                     CutVertices::Influence>;

static_assert(sizeof(glm::vec2) == 8 && sizeof(glm::vec3) == 12 && sizeof(glm::vec4) == 16 && sizeof(glm::quat) == 16);
static_assert(sizeof(Transform) == 2 * sizeof(glm::vec3) + sizeof(glm::quat));
static_assert(sizeof(Bone) == sizeof(uint32_t) + sizeof(glm::mat4) && sizeof(glm::mat4) == 64);
static_assert(sizeof(Influences) == 16);
static_assert(sizeof(MorphDelta) == sizeof(uint32_t) + 2 * sizeof(glm::vec3));
static_assert(sizeof(CutVertices::Influence) == 8);

}  // namespace sinew
