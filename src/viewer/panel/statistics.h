#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace sinew {

/// The cost of each stage of a frame, over the last few seconds.
class FrameTimes {
  public:
    enum Piece { frame, pose, record, panel, gpu, gpuPose, gpuShadow, gpuSurfaces, pieceCount };
    static constexpr size_t kLength = 240;

    /// Milliseconds of one frame, indexed by Piece; negative where unknown.
    using Costs = std::array<double, pieceCount>;
    static constexpr Costs kUnknown{-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0};

    void add(const Costs& milliseconds);

    /// Oldest first.
    std::span<const float> of(Piece piece) const { return {history_[piece].data(), count_}; }

    /// The mean of the last 30 frames; negative if unknown.
    float mean(Piece piece) const;

  private:
    std::array<std::array<float, kLength>, pieceCount> history_{};
    size_t count_ = 0;
};

}  // namespace sinew
