#pragma once

#include <cstdint>

#include "model/bounds.h"

namespace sinew {

/// posedBounds() of some mesh instances: those for which `instances`, one for each of the model's, is not 0. Empty
/// where they have no vertices.
Box posedBoundsOf(std::span<const uint8_t> instances, const Model& model, std::span<const glm::mat4> worldFromNode,
                  std::span<const float> morphWeights);

}  // namespace sinew
