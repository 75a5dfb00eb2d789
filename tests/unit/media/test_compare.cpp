#include "media/compare.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "support/catch.h"

using namespace sinew;

namespace {

Pixels filled(uint32_t width, uint32_t height, uint8_t level) {
    Pixels pixels{width, height, std::vector<uint8_t>(size_t{width} * height * 4, level)};
    for (size_t i = 3; i < pixels.rgba.size(); i += 4)
        pixels.rgba[i] = 255;
    return pixels;
}

void fillBox(Pixels& pixels, uint32_t left, uint32_t top, uint32_t width, uint32_t height, uint8_t level) {
    for (uint32_t y = top; y < top + height; ++y)
        for (uint32_t x = left; x < left + width; ++x)
            std::fill_n(&pixels.rgba[4 * (size_t{y} * pixels.width + x)], 3, level);
}

/// A body with one arm, as large as a framed character: the arm hangs, or points to the side.
Pixels figure(bool armRaised) {
    Pixels pixels = filled(320, 180, 40);
    fillBox(pixels, 140, 20, 40, 140, 160);
    if (armRaised)
        fillBox(pixels, 180, 50, 50, 9, 160);
    else
        fillBox(pixels, 182, 50, 9, 50, 160);
    return pixels;
}

}  // namespace

TEST_CASE("Equal pictures have no difference") {
    const Difference difference = compare(figure(true), figure(true));
    CHECK(difference.maximum == 0.0);
    CHECK(difference.mean == 0.0);
    CHECK(difference.differingShare == 0.0);
}

TEST_CASE("A pixel's difference is that of its most different channel") {
    Pixels picture = filled(10, 10, 0);
    picture.rgba[1] = 51;
    picture.rgba[2] = 255;
    picture.rgba[4 * 5 + 0] = 51;
    const Difference difference = compare(picture, filled(10, 10, 0));
    CHECK(difference.maximum == Approx(1.0));
    CHECK(difference.mean == Approx(1.2 / 100));
    CHECK(difference.differingShare == Approx(0.02));
    CHECK(difference.similarity < 0.99);
}

TEST_CASE("Alpha counts; the color of fully transparent pixels does not") {
    Pixels one = filled(1, 1, 0), other = filled(1, 1, 0);
    one.rgba[3] = 0;
    CHECK(compare(one, other).maximum == 1.0);
    other.rgba = {200, 100, 50, 0};
    CHECK(compare(one, other).maximum == 0.0);
}

TEST_CASE("The default threshold rejects another pose and accepts the rounding of another driver") {
    CHECK(compare(figure(true), figure(false)).mean > 2 * kDefaultThreshold);
    Pixels rounded = figure(true);
    for (size_t i = 0; i < rounded.rgba.size(); i += 12)
        rounded.rgba[i] += 1;
    CHECK(compare(figure(true), rounded).mean < kDefaultThreshold);
}

TEST_CASE("Pictures of different sizes differ, and the message says how to make them comparable") {
    try {
        compare(filled(4, 2, 0), filled(2, 4, 0));
        FAIL("no exception");
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::differs);
        CHECK_THAT(error.what(), Catch::Matchers::EndsWith("; use --size 2x4"));
    }
}
