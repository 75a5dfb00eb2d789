#include <string>

#include "import/files/decode_image.h"
#include "support/catch.h"
#include "support/thrown.h"

// Truevision TGA pictures of all types. Each is the same 4 x 2 pixels: red, green, blue and white in the upper row, and
// in the lower one two reds and two blues, whose lines a run can span.

namespace {

using Bytes = std::vector<uint8_t>;

constexpr unsigned kWidth = 4, kHeight = 2;
constexpr uint8_t kColors[4][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}};
constexpr uint8_t kColorIndices[kHeight][kWidth] = {{0, 1, 2, 3}, {0, 0, 2, 2}};

/// A color as bytes of a file.
Bytes encoded(uint8_t color, unsigned bits) {
    const auto [r, g, b] = kColors[color];
    if (bits == 24) return {b, g, r};
    if (bits == 32) return {b, g, r, 200};
    const unsigned word = r / 255u * 31u << 10 | g / 255u * 31u << 5 | b / 255u * 31u;
    return {static_cast<uint8_t>(word), static_cast<uint8_t>(word >> 8)};
}

struct Kind {
    uint8_t type = 2;           ///< 1 and 9: mapped, 2 and 10: color, 3 and 11: gray
    unsigned bits = 24;         ///< of a pixel
    unsigned mapBits = 0;       ///< 0: no map
    uint8_t origin = 0;         ///< 0x10: right, 0x20: top
    std::string id = "a name";  ///< text before the pixels
};

Bytes pixelOf(const Kind& kind, uint8_t color) {
    if ((kind.type & 7) == 2) return encoded(color, kind.bits);
    Bytes bytes{static_cast<uint8_t>((kind.type & 7) == 1 ? color : 60 * color)};
    if (kind.bits == 16) bytes.push_back((kind.type & 7) == 1 ? 0 : 200);
    return bytes;
}

Bytes tga(const Kind& kind) {
    Bytes file{static_cast<uint8_t>(kind.id.size()),
               static_cast<uint8_t>(kind.mapBits > 0),
               kind.type,
               0,
               0,
               static_cast<uint8_t>(kind.mapBits > 0 ? 4 : 0),
               0,
               static_cast<uint8_t>(kind.mapBits),
               0,
               0,
               0,
               0,
               kWidth,
               0,
               kHeight,
               0,
               static_cast<uint8_t>(kind.bits),
               kind.origin};
    const auto add = [&](const Bytes& bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); };
    file.insert(file.end(), kind.id.begin(), kind.id.end());
    for (uint8_t color = 0; kind.mapBits > 0 && color < 4; ++color)
        add(encoded(color, kind.mapBits));
    std::vector<uint8_t> colors;
    for (unsigned row = 0; row < kHeight; ++row)
        for (unsigned column = 0; column < kWidth; ++column)
            colors.push_back(kColorIndices[kind.origin & 0x20 ? row : kHeight - 1 - row]
                                          [kind.origin & 0x10 ? kWidth - 1 - column : column]);
    if (kind.type < 8) {
        for (const uint8_t color : colors)
            add(pixelOf(kind, color));
        return file;
    }
    for (size_t i = 0; i < colors.size();) {
        size_t run = 1;
        while (i + run < colors.size() && colors[i + run] == colors[i])
            ++run;
        file.push_back(static_cast<uint8_t>(run > 1 ? 0x80 | (run - 1) : 0));
        add(pixelOf(kind, colors[i]));
        i += run;
    }
    return file;
}

std::string faultOf(const Bytes& bytes) {
    return thrownBy([&] { sinew::decodeImage(bytes); });
}

void checkPicture(const Kind& kind) {
    INFO("type " << int{kind.type} << ", bits " << kind.bits << ", map " << kind.mapBits << ", origin "
                 << int{kind.origin});
    const sinew::ImageData image = sinew::decodeImage(tga(kind));
    REQUIRE(image.width == kWidth);
    REQUIRE(image.height == kHeight);
    const bool isGray = (kind.type & 7) == 3,
               hasAlpha = (isGray && kind.bits == 16) || kind.bits == 32 || kind.mapBits == 32;
    for (unsigned pixel = 0; pixel < kWidth * kHeight; ++pixel) {
        const uint8_t color = kColorIndices[pixel / kWidth][pixel % kWidth];
        for (unsigned channel = 0; channel < 3; ++channel)
            REQUIRE(image.bytes[4 * pixel + channel] == (isGray ? 60 * color : kColors[color][channel]));
        REQUIRE(image.bytes[4 * pixel + 3] == (hasAlpha ? 200 : 255));
    }
}

}  // namespace

TEST_CASE("TGA pictures of all types, depths and origins are decoded") {
    for (const uint8_t origin : {0x00, 0x20})
        for (const uint8_t packed : {0, 8}) {
            const auto type = [&](int kind) { return static_cast<uint8_t>(kind + packed); };
            for (const unsigned bits : {15u, 16u, 24u, 32u}) {
                checkPicture({.type = type(2), .bits = bits, .origin = origin});
                checkPicture({.type = type(1), .bits = 8, .mapBits = bits, .origin = origin});
            }
            checkPicture({.type = type(3), .bits = 8, .origin = origin, .id = ""});
            checkPicture({.type = type(3), .bits = 16, .origin = origin});
        }
}

TEST_CASE("A TGA picture without run lengths that is cut short is refused, and so is a large one") {
    for (const uint8_t type : {1, 2, 3}) {
        const Bytes whole = tga({.type = type, .bits = type == 2 ? 24u : 8u, .mapBits = type == 1 ? 24u : 0u});
        for (size_t size = 18; size < whole.size(); ++size)
            REQUIRE(faultOf(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))) == "is cut short");
    }
    Bytes wide = tga({});
    wide[13] = 0x7F;
    CHECK(faultOf(wide) != "");
}
