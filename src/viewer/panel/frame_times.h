#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace sinew {

/// What a frame costs, piece by piece, for the last few seconds.
class FrameTimes {
  public:
    enum Piece { frame, pose, record, panel, gpu, pieceCount };
    static constexpr size_t kLength = 240;

    /// One frame's milliseconds, by Piece; below 0 where they are not known.
    void add(const std::array<float, pieceCount>& milliseconds);

    /// Oldest first.
    std::span<const float> of(Piece piece) const { return {history_[piece].data(), count_}; }

    /// Of the frames of the last half second or so; below 0 where nothing is known.
    float mean(Piece piece) const;

  private:
    std::array<std::array<float, kLength>, pieceCount> history_{};
    size_t count_ = 0;
};

}  // namespace sinew
