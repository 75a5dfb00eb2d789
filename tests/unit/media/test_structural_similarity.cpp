#include "media/compare.h"

#include <cmath>

#include "support/catch.h"

using namespace sinew;

namespace {

template <typename Level>
Pixels gray(uint32_t width, uint32_t height, const Level& level) {
    Pixels pixels{width, height, std::vector<uint8_t>(size_t{4} * width * height, 255)};
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x)
            for (uint32_t channel = 0; channel < 3; ++channel)
                pixels.rgba[4 * (size_t{y} * width + x) + channel] = static_cast<uint8_t>(level(x, y));
    return pixels;
}

int waves(uint32_t x, uint32_t y) {
    return 128 + static_cast<int>(std::lround(60.0 * std::sin(0.3 * x) * std::cos(0.2 * y)));
}

}  // namespace

TEST_CASE("equal pictures of any size have similarity 1") {
    CHECK(structuralSimilarity(gray(40, 30, waves), gray(40, 30, waves)) == Approx(1.0));
    CHECK(structuralSimilarity(gray(1, 1, waves), gray(1, 1, waves)) == Approx(1.0));
    CHECK(structuralSimilarity(gray(3, 20, waves), gray(3, 20, waves)) == Approx(1.0));
    CHECK(structuralSimilarity(Pixels{}, Pixels{}) == 1.0);
}

TEST_CASE("the similarity of two uniform grays follows the formula and is symmetric") {
    const Pixels dark = gray(20, 20, [](uint32_t, uint32_t) { return 51; });
    const Pixels light = gray(20, 20, [](uint32_t, uint32_t) { return 204; });
    const double expected = (2.0 * 0.2 * 0.8 + 1e-4) / (0.04 + 0.64 + 1e-4);  // no variance on either side
    CHECK(structuralSimilarity(dark, light) == Approx(expected));
    CHECK(structuralSimilarity(light, dark) == Approx(expected));
}

TEST_CASE("a picture and its negative are dissimilar") {
    const auto negative = [](uint32_t x, uint32_t y) { return 255 - waves(x, y); };
    CHECK(structuralSimilarity(gray(40, 30, waves), gray(40, 30, negative)) < 0.0);
}

TEST_CASE("a uniform brightness step is more similar than noise of the same mean difference") {
    const Pixels picture = gray(64, 64, waves);
    const auto brighter = [](uint32_t x, uint32_t y) { return waves(x, y) + 10; };
    const auto noisy = [](uint32_t x, uint32_t y) {
        return waves(x, y) + ((x * 7919u + y * 104729u) % 5u < 2u ? 10 : -10);
    };
    const double bright = structuralSimilarity(picture, gray(64, 64, brighter));
    const double noise = structuralSimilarity(picture, gray(64, 64, noisy));
    CHECK(bright > 0.95);
    CHECK(noise < bright - 0.05);
}

TEST_CASE("fully transparent pixels are gray, whatever their color") {
    Pixels one = gray(16, 16, waves), other = gray(16, 16, [](uint32_t, uint32_t) { return 128; });
    for (size_t i = 3; i < one.rgba.size(); i += 4)
        one.rgba[i] = 0;
    CHECK(structuralSimilarity(one, other) > 0.999);
}
