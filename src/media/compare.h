#pragma once

#include <cstdint>

#include "media/pixels.h"

namespace sinew {

/// How far two pictures of the same size differ. The difference of a pixel is that of its most different channel
/// (RGBA), 0 = equal, 1 = full scale; two fully transparent pixels are equal.
struct Difference {
    double maximum = 0.0;         ///< over all pixels; --threshold max= limits it
    double mean = 0.0;            ///< over all pixels; --threshold limits it
    double differingShare = 0.0;  ///< fraction of pixels that differ, 0 to 1
    double similarity = 1.0;      ///< structuralSimilarity()
};

/// A mean of half an 8-bit step: tolerates the rounding of another driver, not another pose.
inline constexpr double kDefaultThreshold = 0.002;

/// Difference of two RGBA pixels, 0 to 1.
double pixelDifference(const uint8_t* a, const uint8_t* b);

/// @throws Error(Exit::differs) if the sizes differ.
Difference compare(PixelView picture, PixelView reference);

/// Mean structural similarity (SSIM) of two pictures of the same size, -1 to 1 = equal, also for empty pictures. Of the
/// BT.601 luma over middle gray, in Gaussian windows of 11 x 11 pixels, clipped at the borders, K1 = 0.01, K2 = 0.03.
/// Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli: Image quality assessment: from error visibility to structural
/// similarity. IEEE Transactions on Image Processing 13 (4), 2004.
double structuralSimilarity(PixelView picture, PixelView reference);

/// Visualizes where two pictures of the same size differ: a dark gray copy of the reference where they are equal, else
/// blue (one 8-bit step) over red and yellow to white (full scale). The scale is a square root, to separate small
/// differences.
Pixels heatMap(PixelView picture, PixelView reference);

}  // namespace sinew
