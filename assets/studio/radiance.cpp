#include "studio/radiance.h"

#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

namespace sinew {
namespace {

/// A rectangle of light, seen from the center.
struct SoftBox {
    glm::vec3 toward{0.0f};    ///< its middle
    glm::vec2 halfSize{0.0f};  ///< across and up, tangents of the angles
    float softness = 0.0f;     ///< width of its edge, likewise
    glm::vec3 light{0.0f};
};

glm::vec3 lightOf(const SoftBox& box, const glm::vec3& direction) {
    const glm::vec3 forward = glm::normalize(box.toward);
    const float distance = glm::dot(direction, forward);
    if (distance <= 1e-3f) return glm::vec3(0.0f);
    const glm::vec3 helper = std::abs(forward.y) < 0.99f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(0.0f, 0.0f, -1.0f);
    const glm::vec3 right = glm::normalize(glm::cross(helper, forward)), up = glm::cross(forward, right);
    const glm::vec2 place(glm::dot(direction, right) / distance, glm::dot(direction, up) / distance);
    const glm::vec2 inside =
        1.0f - glm::smoothstep(box.halfSize - box.softness, box.halfSize + box.softness, glm::abs(place));
    return box.light * inside.x * inside.y;
}

}  // namespace

glm::vec3 studioRadiance(const glm::vec3& direction) {
    static const std::array kBoxes{
        SoftBox{{0.05f, 1.0f, 0.1f}, {0.5f, 0.3f}, 0.07f, {2.5f, 2.5f, 2.57f}},     // overhead
        SoftBox{{-0.2f, 0.72f, 0.66f}, {0.28f, 0.34f}, 0.06f, {6.1f, 5.8f, 5.2f}},  // key
        SoftBox{{0.94f, 0.2f, -0.1f}, {0.2f, 0.7f}, 0.05f, {3.4f, 3.6f, 4.0f}},     // strip at the right
        SoftBox{{-1.0f, 0.3f, 0.1f}, {0.11f, 0.65f}, 0.05f, {4.3f, 4.4f, 4.6f}},    // strip at the left
        SoftBox{{-0.34f, 0.5f, -0.94f}, {0.6f, 0.12f}, 0.05f, {4.8f, 4.9f, 5.1f}},  // rim, from behind
        SoftBox{{0.6f, 0.0f, 0.8f}, {0.7f, 0.5f}, 0.3f, {0.5f, 0.5f, 0.5f}},        // front fill
    };
    // Dark walls, lighter toward the ceiling, and a floor that is lit in the middle.
    const float up = direction.y;
    const glm::vec3 walls =
        glm::mix(glm::vec3(0.12f, 0.125f, 0.135f), glm::vec3(0.24f, 0.25f, 0.27f), glm::smoothstep(-0.1f, 0.9f, up));
    const glm::vec3 floor =
        glm::mix(glm::vec3(0.28f, 0.27f, 0.26f), glm::vec3(0.42f, 0.405f, 0.39f), glm::smoothstep(0.1f, 1.0f, -up));
    glm::vec3 light = glm::mix(floor, walls, glm::smoothstep(-0.12f, 0.02f, up));
    for (const SoftBox& box : kBoxes)
        light += lightOf(box, direction);
    return light;
}

}  // namespace sinew
