#pragma once

#include <cstdint>

#include "media/pixels.h"

namespace sinew {

/// How far two pictures are apart. A pixel's difference is that of its most different channel (red, green, blue or
/// alpha), 0 = equal and 1 = full scale; two wholly transparent pixels are equal.
struct Difference {
    double maximum = 0.0;         ///< the largest of the pixels' differences: --threshold-max limits it
    double mean = 0.0;            ///< their mean over the picture: what --threshold limits
    double differingShare = 0.0;  ///< how many of the pixels differ at all, 0 to 1
    double similarity = 1.0;      ///< as the eye sees it: media/structural_similarity.h
};

/// A mean of half a step of 8 bits: the rounding of another driver passes, another pose does not.
inline constexpr double kDefaultThreshold = 0.002;

/// The difference of two pixels of R G B A bytes, 0 to 1.
double pixelDifference(const uint8_t* a, const uint8_t* b);

/// @throws Error(Exit::differs) when the sizes differ.
Difference compare(PixelView picture, PixelView reference);

}  // namespace sinew
