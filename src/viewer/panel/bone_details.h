#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// Where a node stands, against its parent and in the world, and its channel in the clip as curves.
void drawBoneDetails(const PanelScope& scope, uint32_t node);

/// A matrix taken apart: a way, a turn in degrees about x, then y, then z, and a scale (negative along x where it
/// mirrors).
struct ReadableTransform {
    glm::vec3 translation{0.0f}, turnDegrees{0.0f}, scale{1.0f};
};
ReadableTransform readable(const glm::mat4& matrix);

}  // namespace sinew
