#pragma once

#include "media/pixels.h"

namespace sinew {

/// The mean structural similarity (SSIM) of two pictures of one size: 1 where they are equal, less the more an eye sees
/// between them, down to -1. Of their luma (ITU-R BT.601) over middle grey, in Gaussian windows of 11 x 11 pixels,
/// which end at the borders, with K1 = 0.01 and K2 = 0.03. Two pictures without pixels are equal. Z. Wang, A. C. Bovik,
/// H. R. Sheikh, E. P. Simoncelli: Image quality assessment: from error visibility to structural similarity. IEEE
/// Transactions on Image Processing 13 (4), 2004.
double structuralSimilarity(PixelView picture, PixelView reference);

}  // namespace sinew
