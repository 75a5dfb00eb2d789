#include "app/picture_text.h"

#include <array>

#include "render/text_mask.h"

namespace sinew {
namespace {

constexpr uint32_t kShadow = 1;  // pixels of black around the text, times its scale
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

void writeText(Pixels& picture, const TextArea& area, std::string_view utf8, uint32_t scale) {
    const TextMask text = drawText(utf8, scale);
    const auto lay = [&](uint32_t byX, uint32_t byY, const std::array<uint8_t, 3>& color) {
        for (uint32_t y = 0; y < text.height && area.top + byY + y < area.bottom; ++y)
            for (uint32_t x = 0; x < text.width && area.left + byX + x < area.right; ++x) {
                const size_t pixel = size_t{area.top + byY + y} * picture.width + area.left + byX + x;
                blend(&picture.rgba[pixel * 4], color, text.coverage[size_t{y} * text.width + x]);
            }
    };
    const uint32_t reach = kShadow * scale;
    for (uint32_t y = 0; y <= 2 * reach; ++y)
        for (uint32_t x = 0; x <= 2 * reach; ++x)
            lay(x, y, kBlack);
    lay(reach, reach, kWhite);
}

}  // namespace sinew
