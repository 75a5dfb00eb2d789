#include "app/sheet.h"

#include <algorithm>

#include "app/picture_text.h"

namespace sinew {
namespace {

constexpr uint32_t kMargin = 5;       // pixels between the text and the cell's edges, times the text's scale
constexpr uint32_t kTextHeight = 13;  // pixels, the same
constexpr uint32_t kLargeCell = 400;  // pixels high: text of twice the size

}  // namespace

Sheet::Sheet(uint32_t columns, uint32_t rows, uint32_t cellWidth, uint32_t cellHeight)
    : columns_(columns), cellWidth_(cellWidth), cellHeight_(cellHeight) {
    pixels_ = {columns * cellWidth, rows * cellHeight, {}};
    pixels_.rgba.resize(size_t{4} * pixels_.width * pixels_.height);
}

void Sheet::place(uint32_t cell, PixelView picture, std::string_view label) {
    const uint32_t left = cell % columns_ * cellWidth_, top = cell / columns_ * cellHeight_;
    const auto pixelAt = [&](uint32_t x, uint32_t y) {
        return &pixels_.rgba[(size_t{top + y} * pixels_.width + left + x) * 4];
    };
    for (uint32_t y = 0; y < cellHeight_; ++y)
        std::copy_n(&picture.rgba[size_t{y} * picture.width * 4], size_t{cellWidth_} * 4, pixelAt(0, y));

    const uint32_t scale = cellHeight_ >= kLargeCell ? 2 : 1;
    const uint32_t below = std::min(cellHeight_, (kTextHeight + kMargin) * scale);
    writeText(pixels_,
              {.left = left + kMargin * scale,
               .top = top + cellHeight_ - below,
               .right = left + cellWidth_,
               .bottom = top + cellHeight_},
              label, scale);
}

}  // namespace sinew
