#pragma once

#include <glm/mat4x4.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "model/bounds.h"
#include "model/pick.h"

namespace sinew {

/// An orbit camera in a Y-up world. Angles in radians.
struct Camera {
    glm::vec3 target{0.0f};
    float yaw = glm::radians(32.0f);          ///< 0: in front (on +Z), positive toward +X
    float pitch = glm::radians(10.0f);        ///< positive: looks down; magnitude below pi / 2
    float distance = 3.0f;                    ///< from eye to target, world units
    float fieldOfView = glm::radians(28.0f);  ///< vertical
    glm::vec2 shift{0.0f};                    ///< of the target from the middle of the picture, in clip space
    float sceneRadius = 1.0f;                 ///< sphere around the target that near and far planes enclose

    glm::vec3 eye() const;
    glm::mat4 viewFromWorld() const;
    /// Vulkan's clip space: y down, depth 0 at the near plane.
    glm::mat4 clipFromWorld(float aspect) const;
};

/// World-space ray through a pixel position (origin: top left) of a picture of `size` pixels, from the near to the far
/// plane.
Ray rayThrough(const Camera& camera, const glm::vec2& pixel, const glm::vec2& size);

/// Points `camera` at the box from the smallest distance that shows all of it with a margin; keeps the angles.
void frameBox(Camera& camera, const Box& box, float aspect);

}  // namespace sinew
