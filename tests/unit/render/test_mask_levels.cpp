#include "render/texture/mask_levels.h"

#include <random>

#include "support/catch.h"

using sinew::maskLevels;

namespace {

/// A picture whose alpha is 255 at one of `every` texels and 0 elsewhere.
std::vector<std::byte> dots(uint32_t side, uint32_t every) {
    std::vector<std::byte> rgba(size_t{side} * side * 4, std::byte{200});
    for (size_t i = 0; i < size_t{side} * side; ++i)
        rgba[4 * i + 3] = i % every == 0 ? std::byte{255} : std::byte{0};
    return rgba;
}

double shareOf(const std::vector<std::byte>& rgba, int cutoff) {
    size_t passing = 0;
    for (size_t i = 3; i < rgba.size(); i += 4)
        passing += std::to_integer<int>(rgba[i]) >= cutoff;
    return static_cast<double>(passing) / static_cast<double>(rgba.size() / 4);
}

}  // namespace

TEST_CASE("The mip levels of a mask have all sizes down to one texel") {
    const auto levels = maskLevels(std::vector<std::byte>(7 * 4 * 4, std::byte{255}), 7, 4, 0.5f);
    REQUIRE(levels.size() == 3);
    CHECK(levels[1].size() == 3 * 2 * 4);
    CHECK(levels[2].size() == 4);
    CHECK(levels[2] == std::vector<std::byte>(4, std::byte{255}));
}

TEST_CASE("The mip levels of a mask keep the share of the texels that pass") {
    std::vector<std::byte> rgba(64 * 64 * 4, std::byte{200});
    std::mt19937 random(1);
    for (uint32_t i = 0; i < 64 * 64; ++i)
        rgba[4 * i + 3] = random() % 10 < 3 ? std::byte{255} : std::byte{0};
    const auto levels = maskLevels(rgba, 64, 64, 0.5f);
    CHECK(levels[0] == rgba);
    for (size_t level = 1; level < 4; ++level)
        CHECK(shareOf(levels[level], 128) == Approx(0.3).margin(0.1));
    CHECK(shareOf(maskLevels(dots(64, 1), 64, 64, 0.5f)[3], 255) == 1.0);
}

TEST_CASE("The mip levels of a mask keep a straight edge where it is") {
    constexpr uint32_t kSide = 16;
    std::vector<std::byte> rgba(kSide * kSide * 4, std::byte{255});
    for (uint32_t i = 0; i < kSide * kSide; ++i)
        if (i % kSide < 8) rgba[4 * i + 3] = std::byte{0};
    const auto levels = maskLevels(rgba, kSide, kSide, 0.5f);
    for (uint32_t i = 0; i < 64; ++i)
        CHECK(std::to_integer<int>(levels[1][4 * i + 3]) == (i % 8 < 4 ? 0 : 255));
}

TEST_CASE("Transparent texels do not color the mip levels of a mask") {
    std::vector<std::byte> rgba = dots(2, 2);
    for (size_t i = 0; i < rgba.size(); i += 4)
        if (rgba[i + 3] == std::byte{0}) rgba[i] = std::byte{0};
    CHECK(maskLevels(rgba, 2, 2, 0.5f).back()[0] == std::byte{200});
}
