#pragma once

#include <span>

#include <glm/vec2.hpp>

namespace sinew {

/// The weights of clips that stand on a line, for instance at the speeds at which they walk: the two neighbours of `at`
/// share it by nearness, and past an end the outermost clip has all. `positions` are ascending, `weights` as many; they
/// sum to 1 and are exactly 1 at a clip's own position (the first of those at one place). At no position, no weight.
void weightsOnLine(std::span<const float> positions, float at, std::span<float> weights);

/// The weights of clips that stand anywhere in a plane, for instance at the velocities at which they walk: gradient
/// band interpolation (Johansen, "Automated Semi-Procedural Animation for Character Locomotion", 2009, section 6.3).
/// `weights` are as many as `positions`; they sum to 1, go smoothly with `at`, and are 1 at a clip's own position.
/// Clips at the same place share its weight.
void weightsInPlane(std::span<const glm::vec2> positions, glm::vec2 at, std::span<float> weights);

}  // namespace sinew
