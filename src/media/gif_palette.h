#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// The colours of a picture, so few that a byte counts them.
class GifPalette {
  public:
    static constexpr size_t kMostColors = 255;  // one number is left for what is transparent

    /// Up to kMostColors that stand for `rgba` with the least error, but for pixels whose place in `used` is false. The
    /// colours' boxes are cut where they vary most (after Wan, Prusinkiewicz and Wong, "Variance-Based Color Image
    /// Quantization for Frame Buffer Display", 1990).
    GifPalette(std::span<const uint8_t> rgba, std::span<const bool> used);

    std::span<const std::array<uint8_t, 3>> colors() const { return colors_; }

    /// The number of the colour nearest to this one.
    uint8_t nearest(uint8_t red, uint8_t green, uint8_t blue);

  private:
    std::vector<std::array<uint8_t, 3>> colors_;
    std::vector<int16_t> known_;  ///< answers, by the upper six bits of each; -1: not asked yet
};

}  // namespace sinew
