#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"
#include "animation/packed/pose_kernels.h"

namespace sinew {

struct ClipCompression {
    float tolerance = 0.0f;        ///< how far a point may be from where the clip moves it, in units; above 0
    std::span<const float> reach;  ///< for each node, how far from it the points are that it moves, in its own space
};

/// A clip in few bits, which may be sampled at any time by any number of threads. Tracks are sampled at a uniform rate.
/// Every 16th row is stored whole; a number of another is the difference to the mean of two rows around it (a wavelet
/// transform: Sweldens, "The Lifting Scheme", 1998), in as many bits as those 16 rows need: nearly linear motion takes
/// none. The step of each track is chosen by the error at the points that it moves (Frechette, "Animation Compression
/// Library").
class CompressedClip {
  public:
    /// The hierarchy must outlive it, and has at most 65,536 nodes. Takes about 100 bytes a node and row while it
    /// works.
    CompressedClip(const AnimationClip& clip, const NodeHierarchy& hierarchy, const ClipCompression& settings);

    /// Like the function sample(). Allocates nothing.
    void sample(double timeSeconds, std::span<Transform> pose, const PoseKernels& kernels = fastestKernels()) const;

    /// The largest distance of a point from where the clip moves it, in units, at rows and three times between each
    /// two. It exceeds the tolerance where tracks jump, turn far between two rows, or have keys closer than the longest
    /// track.
    float error() const { return error_; }
    size_t byteCount() const;

  private:
    explicit CompressedClip(const NodeHierarchy& hierarchy);

    CompressedView view() const;

    const NodeHierarchy* hierarchy_;
    // See CompressedView.
    std::array<uint32_t, kQuadKinds> quads_{};
    std::vector<std::array<uint16_t, 4>> nodes_;
    std::vector<Float4> references_, steps_;
    std::vector<uint8_t> endWidths_, bytes_;
    std::vector<uint16_t> widths_;
    std::vector<uint32_t> segments_;
    uint32_t rowCount_ = 2, endBits_ = 0, planeBytes_ = 0;
    double startSeconds_ = 0.0, rowsPerSecond_ = 1.0;
    float error_ = 0.0f;

    friend class ClipCompressor;
};

}  // namespace sinew
