#include "media/compare.h"

#include <array>

#include "support/catch.h"

using namespace sinew;

namespace {

std::array<int, 4> pixel(const Pixels& pixels, size_t index) {
    const uint8_t* rgba = &pixels.rgba[4 * index];
    return {rgba[0], rgba[1], rgba[2], rgba[3]};
}

}  // namespace

TEST_CASE("a heat map is dark gray where pictures are equal, and hotter the more they differ") {
    const Pixels reference{4, 1, {80, 80, 80, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255}};
    Pixels picture = reference;
    picture.rgba[4 * 1] = 1;
    picture.rgba[4 * 2 + 1] = 64;
    picture.rgba[4 * 3 + 2] = 255;
    const Pixels map = heatMap(picture, reference);
    CHECK(map.width == 4);
    CHECK(map.height == 1);
    CHECK(pixel(map, 0) == std::array{20, 20, 20, 255});
    const auto small = pixel(map, 1), middle = pixel(map, 2);
    CHECK(small[2] > 100);  // blue
    CHECK(small[0] < small[2]);
    CHECK(middle[0] > 200);  // red
    CHECK(middle[2] < 50);
    CHECK(pixel(map, 3) == std::array{255, 255, 255, 255});
}

TEST_CASE("the smallest step is distinct from equal") {
    const Pixels reference{1, 1, {0, 0, 0, 255}}, picture{1, 1, {0, 0, 1, 255}};
    CHECK(pixel(heatMap(picture, reference), 0)[2] > 100);
}
