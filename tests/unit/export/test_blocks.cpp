#include <random>

#include "export/build/blocks.h"
#include "support/catch.h"

using namespace sinew;
using exporting::decodeBlocks;

// Pictures in blocks as RGBA.

namespace {

using Bytes = std::vector<uint8_t>;

/// The pixels of an image that is 4 wide, and one block high for each of `blocks`.
Bytes decoded(TexelFormat format, const Bytes& bytes, bool isNormalMap = false) {
    const size_t blockBytes = format == TexelFormat::bc1 || format == TexelFormat::bc4 ? 8 : 16;
    ImageData image;
    image.width = 4;
    image.height = static_cast<uint32_t>(4 * bytes.size() / blockBytes);
    image.format = format;
    const auto pixels = decodeBlocks(image, bytes, isNormalMap);
    REQUIRE(pixels);
    return *pixels;
}

Bytes texelOf(const Bytes& pixels, size_t index) {
    const auto at = pixels.begin() + static_cast<std::ptrdiff_t>(4 * index);
    return {at, at + 4};
}

Bytes joined(Bytes a, const Bytes& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Texels 0 to 3 have the choices 0 to 3, the others 0.
const Bytes kRedToBlue{0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 0}, kBlueToRed{0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0};

}  // namespace

TEST_CASE("BC1 has two colors between, or one and a hole") {
    const Bytes pixels = decoded(TexelFormat::bc1, joined(kRedToBlue, kBlueToRed));
    CHECK(texelOf(pixels, 0) == Bytes{255, 0, 0, 255});
    CHECK(texelOf(pixels, 1) == Bytes{0, 0, 255, 255});
    CHECK(texelOf(pixels, 2) == Bytes{170, 0, 85, 255});
    CHECK(texelOf(pixels, 3) == Bytes{85, 0, 170, 255});
    CHECK(texelOf(pixels, 18) == Bytes{128, 0, 128, 255});
    CHECK(texelOf(pixels, 19) == Bytes{0, 0, 0, 0});
}

TEST_CASE("BC2 and BC3 add alpha, and have no holes") {
    const Bytes plain = decoded(TexelFormat::bc2, joined({0xf0, 0x08, 0, 0, 0, 0, 0, 0}, kBlueToRed));
    CHECK(texelOf(plain, 0) == Bytes{0, 0, 255, 0});
    CHECK(texelOf(plain, 1) == Bytes{255, 0, 0, 255});
    CHECK(texelOf(plain, 2) == Bytes{85, 0, 170, 136});
    // Choices 0, 1, 2 and 7.
    const Bytes shaded = decoded(TexelFormat::bc3, joined({210, 0, 0x88, 0x0e, 0, 0, 0, 0}, kRedToBlue));
    CHECK(texelOf(shaded, 0)[3] == 210);
    CHECK(texelOf(shaded, 1)[3] == 0);
    CHECK(texelOf(shaded, 2)[3] == 180);
    CHECK(texelOf(shaded, 3)[3] == 30);
    const Bytes extremes = decoded(TexelFormat::bc3, joined({0, 100, 0x88, 0x0e, 0, 0, 0, 0}, kRedToBlue));
    CHECK(texelOf(extremes, 2)[3] == 20);
    CHECK(texelOf(extremes, 3)[3] == 255);
}

TEST_CASE("BC4 is gray, and BC5 a normal map's x and y, from which z follows") {
    const Bytes gray{200, 10, 0, 0, 0, 0, 0, 0};
    CHECK(texelOf(decoded(TexelFormat::bc4, gray), 5) == Bytes{200, 200, 200, 255});
    const Bytes flat = joined({128, 0, 0, 0, 0, 0, 0, 0}, {127, 0, 0, 0, 0, 0, 0, 0});
    CHECK(texelOf(decoded(TexelFormat::bc5, flat, true), 5) == Bytes{128, 127, 255, 255});
    CHECK(texelOf(decoded(TexelFormat::bc5, flat), 5) == Bytes{128, 127, 0, 255});
}

TEST_CASE("BC7 is what Pillow makes of all modes and partitions") {
    std::minstd_rand0 random(1);
    Bytes bytes(size_t{16} * 2048);
    for (size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<uint8_t>(random() >> 16);
        const size_t mode = i / 16 % 8;
        if (i % 16 == 0) bytes[i] = static_cast<uint8_t>((bytes[i] & ~((2u << mode) - 1)) | 1u << mode);
    }
    uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (const uint8_t byte : decoded(TexelFormat::bc7, bytes))
        hash = (hash ^ byte) * 0x100000001b3;
    CHECK(hash == 0x3ffaefcdfd54981b);
    CHECK(decoded(TexelFormat::bc7, Bytes(16)) == Bytes(64));
}

TEST_CASE("an image ends where its sides say, and BC6H is refused") {
    ImageData image;
    image.width = 5;
    image.height = 3;
    image.format = TexelFormat::bc1;
    const auto pixels = decodeBlocks(image, joined(kRedToBlue, kBlueToRed), false);
    REQUIRE(pixels);
    REQUIRE(pixels->size() == 60);
    CHECK(texelOf(*pixels, 1) == Bytes{0, 0, 255, 255});
    CHECK(texelOf(*pixels, 4) == Bytes{0, 0, 255, 255});
    CHECK(texelOf(*pixels, 9) == Bytes{0, 0, 255, 255});
    image.format = TexelFormat::bc6h;
    CHECK_FALSE(decodeBlocks(image, Bytes(32), false));
}
