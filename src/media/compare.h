#pragma once

#include "media/pixels.h"

namespace sinew {

/// How far two pictures are apart. A pixel's difference is that of its most different channel (red, green, blue or
/// alpha), 0 = equal and 1 = full scale; two wholly transparent pixels are equal.
struct Difference {
    double maximum = 0.0;         ///< the largest of the pixels' differences
    double mean = 0.0;            ///< their mean over the picture: what --threshold limits
    double differingShare = 0.0;  ///< how many of the pixels differ at all, 0 to 1
};

/// A mean of half a step of 8 bits: the rounding of another driver passes, another pose does not.
inline constexpr double kDefaultThreshold = 0.002;

/// @throws Error(Exit::differs) when the sizes differ.
Difference compare(PixelView picture, PixelView reference);

}  // namespace sinew
