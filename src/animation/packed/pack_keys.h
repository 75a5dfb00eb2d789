#pragma once

#include <cstddef>
#include <vector>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"
#include "animation/packed/pose_kernels.h"

namespace sinew {

/// The largest angle between two neighboring rows of a packed rotation, in radians.
inline constexpr double kMaxKeyAngle = 1.0472;

/// Key times shared by tracks, and the values of those tracks at each of them.
struct PackedTimeline {
    std::vector<double> times;
    std::vector<uint32_t> firstRows;  ///< see TimelineView
    std::vector<Float4> rows;
    double bucketsPerSecond = 0.0;
};

/// A clip's keys as the kernels read them.
struct PackedKeys {
    std::vector<NodeGroup> groups;
    std::vector<PackedTimeline> timelines;
    std::vector<Float4> constants;

    size_t byteCount() const;
};

/// Packs the tracks of four nodes at a time at the union of their key times, which changes nothing under linear
/// interpolation and slerp. Rotations get extra keys where two are more than kMaxKeyAngle apart. Constant tracks are
/// stored once; scales that hardly change are quantized.
PackedKeys packKeys(const AnimationClip& clip, const NodeHierarchy& hierarchy);

}  // namespace sinew
