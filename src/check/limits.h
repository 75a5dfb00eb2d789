#pragma once

#include <cstddef>

namespace sinew {

// Units of the limits, to name them where they stand. Each room has its own in a struct: skin/limits.h.

using SizeShare = float;  ///< of the model's size
using Share = float;      ///< of what the comment says
using Times = float;      ///< a factor
using Degrees = float;
using Seconds = double;
using Count = size_t;

/// What is less is hardly seen, in any room.
struct VisibleLimits {
    SizeShare way = 0.01f;
    Degrees turn = 5.0f;
};
inline constexpr VisibleLimits kVisible;

/// Which nodes give a figure its size, direction or place, and which bones move about.
struct NodeLimits {
    SizeShare travels = 0.03f;
    Count turningBones = 3;  ///< at the start of a clip, if that is the rest pose
    Degrees sameTurn = 0.1f;
    Share sameLength = 1e-3f;  ///< of a translation
    Times scaling = 5.0f;
    Degrees turning = 30.0f;
    float upright = 0.8f;    ///< the cosine of the angle to the vertical
    Share wayOfNode = 0.5f;  ///< of a way that one node makes
};
inline constexpr NodeLimits kNodes;

}  // namespace sinew
