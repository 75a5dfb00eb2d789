#include "media/gif_palette.h"

#include <algorithm>
#include <memory>

#include "support/catch.h"

using namespace sinew;

namespace {

GifPalette paletteOf(const std::vector<uint8_t>& rgba, const std::vector<size_t>& unused = {}) {
    const auto used = std::make_unique<bool[]>(rgba.size() / 4);
    std::fill_n(used.get(), rgba.size() / 4, true);
    for (const size_t i : unused)
        used[i] = false;
    return {rgba, {used.get(), rgba.size() / 4}};
}

}  // namespace

TEST_CASE("A few colors are kept exactly") {
    GifPalette palette = paletteOf({10, 20, 30, 255, 200, 100, 50, 255, 10, 20, 30, 255, 1, 2, 3, 255}, {3});
    REQUIRE(palette.colors().size() == 2);
    CHECK(palette.colors()[palette.nearest(10, 20, 30)] == std::array<uint8_t, 3>{10, 20, 30});
    CHECK(palette.colors()[palette.nearest(198, 101, 50)] == std::array<uint8_t, 3>{200, 100, 50});
}

TEST_CASE("Many colors become 255 similar ones") {
    std::vector<uint8_t> rgba;
    for (uint32_t i = 0; i < 4096; ++i)
        for (const uint32_t value : {i % 256, i / 16, 128 + i % 64, 255u})
            rgba.push_back(static_cast<uint8_t>(value));
    GifPalette palette = paletteOf(rgba);
    CHECK(palette.colors().size() == GifPalette::kMaxColors);
    int largest = 0;
    for (size_t i = 0; i < rgba.size(); i += 4) {
        const std::array<uint8_t, 3> color = palette.colors()[palette.nearest(rgba[i], rgba[i + 1], rgba[i + 2])];
        for (size_t channel = 0; channel < 3; ++channel)
            largest = std::max(largest, std::abs(color[channel] - rgba[i + channel]));
    }
    CHECK(largest <= 24);
}

TEST_CASE("A picture without visible pixels still has a palette") {
    CHECK(paletteOf({1, 2, 3, 0}, {0}).colors().size() == 1);
}
