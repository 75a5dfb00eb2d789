#pragma once

#include "media/pixels.h"

namespace sinew {

/// A picture of where two pictures of one size differ, and how much: a dark grey copy of the reference where they are
/// equal (media/compare.h says when), and from blue for the smallest step over red and yellow to white for full scale
/// where they are not. The scale follows the square root, so that small differences can be told apart.
Pixels heatMap(PixelView picture, PixelView reference);

}  // namespace sinew
