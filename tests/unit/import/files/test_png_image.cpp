#include "import/files/png_image.h"

#include <string>
#include <vector>

#include "import/files/decode_image.h"
#include "support/catch.h"
#include "support/models/png.h"

using import_files::Png;
using import_files::PngColor;

namespace {

std::span<const uint8_t> bytesOf(const std::string& file) {
    return {reinterpret_cast<const uint8_t*>(file.data()), file.size()};
}

/// The first pixel.
std::vector<int> firstOf(const Png& picture) {
    const std::string file = import_files::png(picture);
    const auto image = sinew::readPngImage(bytesOf(file));
    REQUIRE(image);
    CHECK(image->width == picture.width);
    CHECK(image->bytes.size() == size_t{4} * picture.width * picture.height);
    return {image->bytes.begin(), image->bytes.begin() + 4};
}

}  // namespace

TEST_CASE("PNG files of every color type become RGBA") {
    CHECK(firstOf({.row = "\x0a\x14\x1e"}) == std::vector{10, 20, 30, 255});
    CHECK(firstOf({.color = PngColor::rgba, .row = "\x0a\x14\x1e\x28"}) == std::vector{10, 20, 30, 40});
    CHECK(firstOf({.color = PngColor::gray, .row = "\x0a"}) == std::vector{10, 10, 10, 255});
    CHECK(firstOf({.color = PngColor::grayAlpha, .row = "\x0a\x14"}) == std::vector{10, 10, 10, 20});
    CHECK(firstOf({.width = 8, .bitDepth = 1, .color = PngColor::gray, .row = "\x80"}) ==
          std::vector{255, 255, 255, 255});
    CHECK(
        firstOf(
            {.color = PngColor::palette, .row = "\x01", .palette = "\x01\x02\x03\x0a\x14\x1e", .alphas = "\x01\x28"}) ==
        std::vector{10, 20, 30, 40});
    CHECK(firstOf({.bitDepth = 16, .color = PngColor::rgba, .row = "\x0a\xff\x14\xff\x1e\xff\x28\xff"}) ==
          std::vector{10, 20, 30, 40});
}

TEST_CASE("A PNG file with a wrong checksum is read; one that ends early or promises too much is not") {
    const std::string file = import_files::png({.row = "\x0a\x14\x1e"});
    std::string wrong = file;
    wrong[wrong.find("IDAT") - 5] ^= 1;  // the checksum of the header
    CHECK(sinew::readPngImage(bytesOf(wrong)));
    for (size_t length = 0; length < file.find("IDAT") + 16; ++length)
        CHECK_FALSE(sinew::readPngImage(bytesOf(file).first(length)));
    std::string huge = file;
    huge.replace(huge.find("IHDR") + 4, 8, std::string("\0\0\x1f\x40\0\0\x1f\x40", 8));
    CHECK_FALSE(sinew::readPngImage(bytesOf(huge)));
    CHECK_THROWS(sinew::decodeImage(bytesOf(huge)));
}
