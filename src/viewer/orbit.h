#pragma once

#include "render/camera.h"
#include "viewer/window.h"

namespace sinew {

/// Turns, shifts and zooms the camera as the mouse asks. True when it did anything.
bool moveCamera(Camera& camera, const Input& input);

/// Brings `camera` nearer to `goal` for `seconds` of time, so that a new frame is glided to, not jumped to.
void glide(Camera& camera, const Camera& goal, double seconds);

/// The same for a place.
glm::vec3 glided(const glm::vec3& place, const glm::vec3& goal, double seconds);

}  // namespace sinew
