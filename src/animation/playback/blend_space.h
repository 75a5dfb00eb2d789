#pragma once

#include <span>

#include <glm/vec2.hpp>

namespace sinew {

/// Weights of a one-dimensional blend space, such as clips at their walking speeds: linear between the two neighbors of
/// `at`, all on the outermost clip beyond an end. `positions` are ascending, with one of `weights` each; the weights
/// sum to 1, with exactly 1 at a clip's position (the first clip there).
void weightsOnLine(std::span<const float> positions, float at, std::span<float> weights);

/// Weights of a two-dimensional blend space, such as clips at their walking velocities, by gradient band interpolation
/// (Johansen, "Automated Semi-Procedural Animation for Character Locomotion", 2009, section 6.3). The weights, one per
/// position, sum to 1, vary smoothly with `at`, and are 1 at a clip's own position. Clips at one position share its
/// weight.
void weightsInPlane(std::span<const glm::vec2> positions, glm::vec2 at, std::span<float> weights);

}  // namespace sinew
