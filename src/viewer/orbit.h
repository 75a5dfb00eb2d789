#pragma once

#include "render/camera.h"
#include "viewer/window.h"

namespace sinew {

/// Turns, shifts and zooms the camera as the mouse asks. True when it did anything.
bool moveCamera(Camera& camera, const Input& input);

/// Brings `camera` nearer to `goal` for `seconds` of time, so that a new frame is glided to, not jumped to.
void glide(Camera& camera, const Camera& goal, double seconds);

}  // namespace sinew
