#pragma once

#include <cstddef>
#include <vector>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"
#include "animation/pose_kernels.h"

namespace sinew {

/// How far two neighbouring rows of a packed rotation are apart at most, in radians.
inline constexpr double kLargestTurn = 1.0472;

/// Key times that tracks share, and the numbers of all those tracks at each of them.
struct PackedTimeline {
    std::vector<double> times;
    std::vector<uint32_t> firstRows;  ///< as TimelineView has them
    std::vector<FourFloats> rows;
    double stretchesPerSecond = 0.0;
};

/// A clip's keys as the kernels read them.
struct PackedKeys {
    std::vector<NodeGroup> groups;
    std::vector<PackedTimeline> timelines;
    std::vector<FourFloats> still;

    size_t byteCount() const;
};

/// The tracks of four nodes share their key times: all that one of them has are given to the others, which on straight
/// lines and great arcs changes nothing. Rotations get further keys where two are more than kLargestTurn apart. A track
/// that does not change is one value; three scales that hardly change are one word.
PackedKeys packKeys(const AnimationClip& clip, const NodeHierarchy& hierarchy);

}  // namespace sinew
