#pragma once

#include <glm/mat4x4.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "model/bounds.h"
#include "model/pick.h"

namespace sinew {

/// Looks at a point from around it; the world's Y is up. Angles in radians.
struct Camera {
    glm::vec3 target{0.0f};
    float yaw = glm::radians(32.0f);          ///< 0 stands in front (on +Z), positive goes to +X
    float pitch = glm::radians(10.0f);        ///< positive looks down from above; below a right angle
    float distance = 3.0f;                    ///< from eye to target, in units of the world
    float fieldOfView = glm::radians(28.0f);  ///< from the lower to the upper edge
    float sceneRadius = 1.0f;                 ///< what the near and far planes must enclose around the target

    glm::vec3 eye() const;
    glm::mat4 viewFromWorld() const;
    /// Vulkan's clip space: y down, depth 0 at the near plane.
    glm::mat4 clipFromWorld(float aspect) const;
};

/// What is seen in a place of a picture of that size, in pixels from its upper left corner: from the near to the far
/// plane, in the world.
Ray rayThrough(const Camera& camera, const glm::vec2& pixel, const glm::vec2& size);

/// Points `camera` at the box and moves it just far enough away that all of it shows, with a margin, keeping its
/// angles.
void frameBox(Camera& camera, const Box& box, float aspect);

}  // namespace sinew
