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

/// Rows from one end of a segment of a compressed clip to the next.
inline constexpr uint32_t kSegmentLevels = 4, kSegmentRows = 1u << kSegmentLevels;

/// What the four tracks of a quad are, in the order of the quads. Rotations are relative to their references; only full
/// ones have a w, which else is positive.
enum class QuadKind : uint32_t {
    constantTranslation,
    constantRotation,
    constantScale,
    translation,
    rotation,
    fullRotation,
    scale
};
inline constexpr uint32_t kQuadKinds = 7, kAnimatedQuadKind = 3;  ///< the latter: the first that is animated

/// Widths of numbers in four bits: 15 stands for 24.
inline constexpr uint8_t kWidths[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 24};

/// See CompressedClip. An entry is the x, y and z of an animated quad, or the w of a full rotation, which follows them.
/// Its numbers are signed and of one width; each component has a plane. The lanes of a number lie side by side, byte by
/// byte: bit `i` of lane `l` is bit `i % 8` of the plane's byte 4 * (i / 8) + l.
struct CompressedView {
    uint32_t quads[kQuadKinds] = {};       ///< how many, by kind
    const uint16_t (*nodes)[4] = nullptr;  ///< by quad and lane
    const Float4* references = nullptr;    ///< three a quad
    const Float4* steps = nullptr;       ///< one an animated quad: a number times it, plus the reference, is the value
    const uint8_t* endWidths = nullptr;  ///< of numbers at the ends of segments, by entry
    const uint16_t* widths = nullptr;    ///< of the others, by segment and entry: four bits a level
    const uint32_t* segments = nullptr;  ///< the first bit of each
    const uint8_t* bytes =
        nullptr;  ///< three planes, with the ends first; 12 bytes follow, which are read and not used
    uint32_t planeBytes = 0, entries = 0, endBits = 0;  ///< the last: the sum of endWidths
    uint32_t rowCount = 0;                              ///< at least 2
    uint32_t nodeCount = 0;
    double startSeconds = 0.0, rowsPerSecond = 0.0;
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

    /// Writes one transform per node to `pose`; `rest` is the pose without animation.
    void (*sampleCompressed)(const CompressedView& clip, double timeSeconds, const float* rest, float* pose);

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
