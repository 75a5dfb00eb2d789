#pragma once

#include <cstdint>
#include <string_view>

#include "media/pixels.h"

namespace sinew {

/// A contact sheet: pictures of one size in rows, each with a line of text in its lower left corner.
class Sheet {
  public:
    Sheet(uint32_t columns, uint32_t rows, uint32_t cellWidth, uint32_t cellHeight);

    /// `cell` counts from the upper left one, row by row. The picture has the cells' size.
    void place(uint32_t cell, PixelView picture, std::string_view label);

    const Pixels& pixels() const { return pixels_; }

  private:
    uint32_t columns_, cellWidth_, cellHeight_;
    Pixels pixels_;
};

}  // namespace sinew
