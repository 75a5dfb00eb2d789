#include "app/sheet.h"

#include <algorithm>
#include <array>

#include "render/text_mask.h"

namespace sinew {
namespace {

constexpr uint32_t kMargin = 5;       // pixels between the text and the cell's edges, times the text's scale
constexpr uint32_t kLargeCell = 400;  // pixels high: text of twice the size
constexpr uint32_t kShadow = 1;       // pixels of black around the text, times its scale
constexpr std::array<uint8_t, 3> kBlack{0, 0, 0}, kWhite{255, 255, 255};

/// Lays a colour over a pixel of straight alpha.
void blend(uint8_t* pixel, const std::array<uint8_t, 3>& color, uint32_t coverage) {
    const uint32_t below = pixel[3] * (255 - coverage) / 255, alpha = coverage + below;
    if (alpha == 0) return;
    for (size_t i = 0; i < 3; ++i)
        pixel[i] = static_cast<uint8_t>((color[i] * coverage + pixel[i] * below + alpha / 2) / alpha);
    pixel[3] = static_cast<uint8_t>(alpha);
}

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
    const TextMask text = drawText(label, scale);
    const uint32_t startX = kMargin * scale,
                   startY = cellHeight_ - std::min(cellHeight_, text.height + kMargin * scale);
    const auto lay = [&](uint32_t byX, uint32_t byY, const std::array<uint8_t, 3>& color) {
        for (uint32_t y = 0; y < text.height && startY + byY + y < cellHeight_; ++y)
            for (uint32_t x = 0; x < text.width && startX + byX + x < cellWidth_; ++x)
                blend(pixelAt(startX + byX + x, startY + byY + y), color, text.coverage[size_t{y} * text.width + x]);
    };
    const uint32_t reach = kShadow * scale;
    for (uint32_t y = 0; y <= 2 * reach; ++y)
        for (uint32_t x = 0; x <= 2 * reach; ++x)
            lay(x, y, kBlack);
    lay(reach, reach, kWhite);
}

}  // namespace sinew
