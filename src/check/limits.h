#pragma once

#include <cstddef>

namespace sinew {

// Units of the limits, to name them where they stand. Each room has its own in a struct: skin/limits.h.

using SizeShare = float;  ///< of the model's size
using Share = float;      ///< of what the comment says
using Times = float;      ///< a factor
using Degrees = float;
using Seconds = float;
using Count = size_t;

/// What is less is hardly seen, in any room.
struct VisibleLimits {
    SizeShare way = 0.01f;
    Degrees turn = 5.0f;
};
inline constexpr VisibleLimits kVisible;

}  // namespace sinew
