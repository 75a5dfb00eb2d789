#include "media/png.h"

#include <fstream>
#include <iterator>
#include <string>

#include "base/error.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

Pixels gradient(uint32_t width, uint32_t height, bool opaque) {
    Pixels pixels{width, height, {}};
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x)
            for (const uint32_t value : {x * 7, y * 5, x + y, opaque ? 255u : x * 3 + y})
                pixels.rgba.push_back(static_cast<uint8_t>(value));
    return pixels;
}

void writeBytes(const std::filesystem::path& path, const std::vector<uint8_t>& bytes) {
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
}

std::string causeOfReading(const std::filesystem::path& path) {
    try {
        readPng(path);
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::input);
        return error.what();
    }
    return "none";
}

}  // namespace

TEST_CASE("A PNG round trip keeps the pixels, with and without alpha") {
    const TemporaryFolder folder;
    const bool opaque = GENERATE(true, false);
    const Pixels pixels = gradient(37, 21, opaque);
    writePng(folder / "a.png", pixels);
    const Pixels read = readPng(folder / "a.png");
    CHECK(read.width == 37);
    CHECK(read.height == 21);
    CHECK(read.rgba == pixels.rgba);
    constexpr size_t kColorTypeOffset = 25;
    CHECK(int(encodePng(pixels)[kColorTypeOffset]) == (opaque ? 2 : 6));
}

TEST_CASE("Equal pixels give equal PNG bytes, marked sRGB and without a time") {
    const std::vector<uint8_t> bytes = encodePng(gradient(64, 64, true));
    CHECK(bytes == encodePng(gradient(64, 64, true)));
    const std::string text(bytes.begin(), bytes.end());
    CHECK(text.find("sRGB") != std::string::npos);
    CHECK(text.find("tIME") == std::string::npos);
}

TEST_CASE("A PNG truncated anywhere is rejected with its path and never crashes") {
    const TemporaryFolder folder;
    const std::vector<uint8_t> whole = encodePng(gradient(16, 16, false));
    for (size_t length = 0; length < whole.size(); ++length) {
        writeBytes(folder / "cut.png", {whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length)});
        CHECK(causeOfReading(folder / "cut.png").starts_with((folder / "cut.png").string() + ": "));
    }
}

TEST_CASE("A PNG with a changed byte is read or rejected and never crashes") {
    const TemporaryFolder folder;
    const std::vector<uint8_t> whole = encodePng(gradient(16, 16, false));
    size_t refused = 0;
    for (size_t i = 0; i < whole.size(); ++i) {
        std::vector<uint8_t> changed = whole;
        changed[i] ^= 0x5a;
        writeBytes(folder / "changed.png", changed);
        refused += causeOfReading(folder / "changed.png") != "none";
    }
    CHECK(refused > whole.size() / 2);
}

TEST_CASE("A small file that claims a huge picture is rejected before memory is allocated for it") {
    const TemporaryFolder folder;
    // A header of 16000x16000 RGBA with its right checksum, and no pixels.
    const std::vector<uint8_t> bytes = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,    0, 0,    13,
                                        'I',  'H', 'D', 'R', 0,    0,    0x3e, 0x80, 0,    0, 0x3e, 0x80,
                                        8,    6,   0,   0,   0,    0x41, 0x7e, 0xdf, 0xde, 0, 0,    0,
                                        0,    'I', 'D', 'A', 'T',  0x35, 0xaf, 0x06, 0x1e};
    writeBytes(folder / "huge.png", bytes);
    CHECK_THAT(causeOfReading(folder / "huge.png"), Catch::Matchers::EndsWith("unexpected end of file"));
}

TEST_CASE("A file that is not a PNG is rejected with the cause") {
    const TemporaryFolder folder;
    writeBytes(folder / "text.png", {'h', 'e', 'l', 'l', 'o', ' ', 'w', 'o', 'r', 'l', 'd'});
    CHECK_THAT(causeOfReading(folder / "text.png"), Catch::Matchers::EndsWith("Not a PNG file"));
    CHECK_THAT(causeOfReading(folder / "missing.png"), Catch::Matchers::EndsWith("missing.png: no such file"));
    CHECK_THAT(causeOfReading(folder.path()), Catch::Matchers::EndsWith("Is a directory"));
}
