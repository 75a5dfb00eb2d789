#pragma once

#include <span>

#include "animation/transform.h"

namespace sinew {

/// out = (1 - ratio) * from + ratio * to, node by node; `ratio` in [0, 1]. Rotations take the short way and stay of
/// unit length. `out` may be `from` or `to`. At 0 and 1 the result is exactly that pose.
void blend(std::span<const Transform> from, std::span<const Transform> to, float ratio, std::span<Transform> out);

/// The same for morph weights.
void blend(std::span<const float> from, std::span<const float> to, float ratio, std::span<float> out);

}  // namespace sinew
