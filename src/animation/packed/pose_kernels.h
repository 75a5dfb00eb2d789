#pragma once

#include <cstdint>
#include <span>

namespace sinew {

// The inner loops of a pose update, on plain numbers: they are compiled once per instruction set and must share no
// inline code with other files. Matrices are 16 floats, column-major and affine: the last row is taken as 0 0 0 1.
// Transforms are 10 floats: translation, rotation (x y z w), scale.

struct alignas(16) Float4 {
    float values[4] = {};

    bool operator==(const Float4&) const = default;
};

/// Rows of key values at common times. Vectors are interpolated linearly between rows, rotations by slerp.
struct TimelineView {
    const double* times = nullptr;  ///< rowCount of them, at least 2, ascending
    uint32_t rowCount = 0;
    const uint32_t* firstRows = nullptr;  ///< rowCount of them: the last row before each bucket, and before the end
    double bucketsPerSecond = 0.0;
    const Float4* rows = nullptr;
    uint32_t stride = 0;  ///< in Float4, from row to row
};

/// Rows are looked up in rowCount - 1 buckets of equal duration. Monotonic in the time, so that a key and a time after
/// it never end up in swapped buckets through rounding.
[[gnu::always_inline]] inline uint32_t bucketOf(double timeSeconds, double startSeconds, double bucketsPerSecond,
                                                uint32_t bucketCount) {
    const double bucket = (timeSeconds - startSeconds) * bucketsPerSecond;
    return bucket < bucketCount ? static_cast<uint32_t>(bucket) : bucketCount - 1;
}

inline constexpr uint32_t kNoIndex = ~0u;

/// Where the translation, rotation or scale of four nodes is stored: three or four Float4, one lane per node.
struct TrackGroup {
    uint32_t timeline = kNoIndex;  ///< kNoIndex: constant
    uint32_t offset = 0;           ///< in Float4: into a row of the timeline, or into the constants
};

/// Four nodes, one per lane. Parents come in an earlier group, or in an earlier lane.
struct NodeGroup {
    TrackGroup translation, rotation, scale;
    uint32_t nodes[4] = {};
    int32_t parents[4] = {};
    uint32_t count = 4;              ///< the last groups of a clip may have fewer
    uint32_t scaleRange = kNoIndex;  ///< else scales are quantized to 10 bits each in one word, x lowest, and this is
                                     ///< the offset of their range in the constants: three minima, then three steps
};

struct PackedClipView {
    const NodeGroup* groups = nullptr;
    uint32_t groupCount = 0;
    const TimelineView* timelines = nullptr;
    const Float4* constants = nullptr;
};

/// The layout of Bone.
struct PlainBone {
    uint32_t node;
    float inverseBindMatrix[16];
};

struct PoseKernels {
    const char* name;

    /// Samples and walks in one pass: writes one matrix per node to `worldFromNode`.
    void (*walkClip)(const PackedClipView& clip, double timeSeconds, const float* worldFromRoot, float* worldFromNode);

    /// Writes one transform per node to `pose`.
    void (*sampleClip)(const PackedClipView& clip, double timeSeconds, float* pose);

    /// See walkHierarchy().
    void (*walkPose)(const int32_t* parents, uint32_t nodeCount, const float* pose, const float* worldFromRoot,
                     float* worldFromNode);

    /// See sinew::writePalette(); `boneIndices` may be null: all bones in order.
    void (*writePalette)(const PlainBone* bones, const uint32_t* boneIndices, uint32_t count,
                         const float* worldFromNode, float* palette);
};

/// The kernels that this processor can run, slowest first.
std::span<const PoseKernels* const> runnableKernels();

/// The last of them. Detected once.
const PoseKernels& fastestKernels();

#ifdef SINEW_AVX2
namespace avx2 {
extern const PoseKernels kKernels;
}
#endif

}  // namespace sinew
