#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// Color palette of a GIF frame.
class GifPalette {
  public:
    static constexpr size_t kMaxColors = 255;  // one index is reserved for transparent pixels

    /// Quantizes the pixels of `rgba` for which `used` is true: splits the box of colors with the largest variance
    /// until there are kMaxColors (after Wan, Prusinkiewicz and Wong, "Variance-Based Color Image Quantization for
    /// Frame Buffer Display", 1990).
    GifPalette(std::span<const uint8_t> rgba, std::span<const bool> used);

    std::span<const std::array<uint8_t, 3>> colors() const { return colors_; }

    /// Index of the nearest color.
    uint8_t nearest(uint8_t red, uint8_t green, uint8_t blue);

  private:
    std::vector<std::array<uint8_t, 3>> colors_;
    std::vector<int16_t> cache_;  ///< nearest color by the upper six bits of each channel; -1: not computed
};

}  // namespace sinew
