#pragma once

#include <cstdint>
#include <span>

namespace sinew {

// What a pose update comes down to, as plain numbers: the functions that do the work are compiled once for every
// processor and once for AVX2, and must share no inline code with other files. Matrices are 16 floats, column by
// column, affine: their last row is read as 0 0 0 1. Transforms are 10 floats: translation, rotation (x y z w), scale.

struct alignas(16) FourFloats {
    float numbers[4] = {};

    bool operator==(const FourFloats&) const = default;
};

/// The times at which rows of numbers stand. Between two rows everything goes in straight lines or great arcs.
struct TimelineView {
    const double* times = nullptr;  ///< rowCount of them, 2 or more, ascending
    uint32_t rowCount = 0;
    const uint32_t* firstRows = nullptr;  ///< rowCount of them: the last row before each stretch and before their end
    double stretchesPerSecond = 0.0;
    const FourFloats* rows = nullptr;
    uint32_t stride = 0;  ///< fours from row to row
};

/// Rows are found through rowCount - 1 stretches of time, all of the same length. Never falls as the time rises, so
/// what holds for the stretches of keys holds for the keys, whatever the rounding.
[[gnu::always_inline]] inline uint32_t stretchOf(double timeSeconds, double startSeconds, double stretchesPerSecond,
                                                 uint32_t stretchCount) {
    const double stretch = (timeSeconds - startSeconds) * stretchesPerSecond;
    return stretch < stretchCount ? static_cast<uint32_t>(stretch) : stretchCount - 1;
}

inline constexpr uint32_t kStill = ~0u;

/// Where one part (translation, rotation or scale) of four nodes is found: three or four of the four nodes' numbers
/// side by side.
struct TrackGroup {
    uint32_t timeline = kStill;  ///< kStill: it does not move
    uint32_t offset = 0;         ///< in fours: into a row of the timeline, or into the still numbers
};

/// Four nodes, none of which stands before its parent.
struct NodeGroup {
    TrackGroup translation, rotation, scale;
    uint32_t nodes[4] = {};
    int32_t parents[4] = {};
    uint32_t count = 4;           ///< the last groups of a clip may have fewer nodes
    uint32_t scaleCode = kStill;  ///< else a scale is a word of three times ten bits, x lowest: steps from a low end.
                                  ///< Here the still numbers have three low ends, then three steps
};

struct PackedClipView {
    const NodeGroup* groups = nullptr;
    uint32_t groupCount = 0;
    const TimelineView* timelines = nullptr;
    const FourFloats* still = nullptr;
};

/// Bone, as plain numbers.
struct BoneNumbers {
    uint32_t node;
    float inverseBindMatrix[16];
};

struct PoseKernels {
    const char* name;

    /// Sample and walk in one: writes a matrix for each node to `worldFromNode`.
    void (*walkClip)(const PackedClipView& clip, double timeSeconds, const float* worldFromRoot, float* worldFromNode);

    /// Writes a transform for each node to `pose`.
    void (*sampleClip)(const PackedClipView& clip, double timeSeconds, float* pose);

    /// The walk of a pose: as walkHierarchy().
    void (*walkPose)(const int32_t* parents, uint32_t nodeCount, const float* pose, const float* worldFromRoot,
                     float* worldFromNode);

    /// As writePalette(): palette[i] = worldFromNode * inverseBindMatrix of bones[slots[i]]; without slots, of
    /// bones[i].
    void (*writePalette)(const BoneNumbers* bones, const uint32_t* slots, uint32_t count, const float* worldFromNode,
                         float* palette);
};

/// The fastest that this processor runs. The choice is made once.
const PoseKernels& poseKernels();

/// All that this processor runs, the slowest first.
std::span<const PoseKernels* const> runnableKernels();

/// From now on poseKernels() are these: for tests and measurements. No other thread may be using them.
void choosePoseKernels(const PoseKernels& kernels);

namespace portable {
extern const PoseKernels kKernels;
}
#ifdef SINEW_AVX2
namespace avx2 {
extern const PoseKernels kKernels;
}
#endif

}  // namespace sinew
