#include <string>

#include "import/files/decode_image.h"
#include "support/catch.h"
#include "support/models/dds.h"
#include "support/thrown.h"

using Catch::Matchers::ContainsSubstring;
using import_files::dds;
using import_files::dx10;
using import_files::ktx2;
using namespace sinew;

namespace {

ImageData decoded(const std::string& file) {
    return decodeImage(std::span(reinterpret_cast<const uint8_t*>(file.data()), file.size()));
}

std::string refusal(const std::string& file) {
    return thrownBy([&] { decoded(file); });
}

std::string put(std::string file, size_t at, uint32_t word) {
    file.replace(at, 4, import_files::words({word}));
    return file;
}

std::vector<uint8_t> bytesOf(const ImageData& image) {
    return {image.bytes.begin(), image.bytes.end()};
}

constexpr size_t kHeightAt = 12, kWidthAt = 16, kLevelsAt = 28, kCapsAt = 112, kDxgiAt = 128, kArrayAt = 140;

}  // namespace

TEST_CASE("A DDS file keeps its blocks and its mip levels") {
    const std::string blocks = std::string(16, 'a') + std::string(8, 'b') + std::string(8, 'c');
    const ImageData image = decoded(dds(5, 3, "DXT1", blocks, 3));
    CHECK(image.width == 5);
    CHECK(image.height == 3);
    CHECK(image.format == TexelFormat::bc1);
    CHECK(image.levelCount == 3);
    CHECK(std::string(image.bytes.begin(), image.bytes.end()) == blocks);
    CHECK(decoded(dds(5, 3, "DXT1", blocks, 0)).levelCount == 1);
    CHECK(decoded(dds(5, 3, "DXT1", blocks + "more", 2)).bytes.size() == 24);
}

TEST_CASE("The block formats of DDS files are known by their codes") {
    const std::string block(16, 'a');
    const auto formatOf = [&](const char* code) { return decoded(dds(4, 4, code, block)).format; };
    CHECK(formatOf("DXT3") == TexelFormat::bc2);
    CHECK(formatOf("DXT5") == TexelFormat::bc3);
    CHECK(formatOf("ATI1") == TexelFormat::bc4);
    CHECK(formatOf("BC5U") == TexelFormat::bc5);
    const auto numbered = [&](uint32_t dxgi) { return decoded(dx10(4, 4, dxgi, block)).format; };
    CHECK(numbered(72) == TexelFormat::bc1);
    CHECK(numbered(74) == TexelFormat::bc2);
    CHECK(numbered(77) == TexelFormat::bc3);
    CHECK(numbered(80) == TexelFormat::bc4);
    CHECK(numbered(83) == TexelFormat::bc5);
    CHECK(numbered(95) == TexelFormat::bc6h);
    CHECK(numbered(98) == TexelFormat::bc7);
}

TEST_CASE("A DDS file of 8-bit colors becomes RGBA8, whatever the order of the channels") {
    const std::string bgr("\x03\x02\x01\x06\x05\x04", 6), bgra("\x03\x02\x01\x09", 4);
    const ImageData three = decoded(import_files::plainDds(2, 1, 24, {0xFF0000, 0xFF00, 0xFF, 0}, bgr));
    CHECK(three.format == TexelFormat::rgba8);
    CHECK(bytesOf(three) == std::vector<uint8_t>{1, 2, 3, 255, 4, 5, 6, 255});
    CHECK(bytesOf(decoded(dx10(1, 1, 87, bgra))) == std::vector<uint8_t>{1, 2, 3, 9});
    CHECK(bytesOf(decoded(dx10(1, 1, 88, bgra))) == std::vector<uint8_t>{1, 2, 3, 255});
    CHECK_THAT(refusal(import_files::plainDds(1, 1, 24, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, bgr)),
               ContainsSubstring("format that Sinew does not read"));
    CHECK_THAT(refusal(import_files::plainDds(1, 1, 16, {0xF800, 0x7E0, 0x1F, 0}, bgr)),
               ContainsSubstring("format that Sinew does not read"));
    CHECK(refusal(import_files::plainDds(9, 9, 24, {0xFF0000, 0xFF00, 0xFF, 0}, bgr)) ==
          "is cut short: has 6 of 243 bytes");
}

TEST_CASE("Malformed and unsupported DDS files are refused with the cause") {
    const std::string file = dds(8, 8, "DXT1", std::string(32 + 8 + 8 + 8, 'a'), 4);
    CHECK(refusal(file).empty());
    CHECK(refusal(put(file, kLevelsAt, 5)) == "has 5 mip levels, more than 8x8 pixels can have");
    CHECK(refusal(put(file, kLevelsAt, ~0u)) == "has 4294967295 mip levels, more than 8x8 pixels can have");
    CHECK(refusal(put(file, kWidthAt, 12)) == "is cut short: has 56 of 80 bytes");
    CHECK(refusal(put(file, kWidthAt, 0)) == "is empty");
    CHECK(refusal(put(put(file, kWidthAt, ~0u), kHeightAt, ~0u)) == "is too large: 4294967295x4294967295 pixels");
    CHECK(refusal(put(put(file, kWidthAt, 16384), kHeightAt, 16384)) == "is too large: 16384x16384 pixels");
    CHECK_THAT(refusal(put(file, kCapsAt, 0x200)), ContainsSubstring("cube map"));
    CHECK(refusal(put(file, 84, 0x01413258)) == "is a DDS file of format X2A?, which Sinew does not read");
    CHECK(refusal(put(file, 4, 0)) == "is not a valid DDS file");
    for (const size_t size : {4, 20, 127, 128, 160})
        CHECK_THAT(refusal(file.substr(0, size)), ContainsSubstring("is cut short"));
    const std::string newer = dx10(4, 4, 98, std::string(16, 'a'));
    CHECK(refusal(put(newer, kDxgiAt, 2)) == "is a DDS file of DXGI format 2, which Sinew does not read");
    CHECK_THAT(refusal(put(newer, kArrayAt, 6)), ContainsSubstring("several images"));
    CHECK_THAT(refusal(newer.substr(0, 140)), ContainsSubstring("is cut short"));
}

TEST_CASE("A KTX2 file keeps its blocks, and its smallest mip level may come first") {
    const ImageData image = decoded(ktx2(4, 8, 145, {std::string(32, 'a'), std::string(16, 'b')}));
    CHECK(image.format == TexelFormat::bc7);
    CHECK(image.levelCount == 2);
    CHECK(std::string(image.bytes.begin(), image.bytes.end()) == std::string(32, 'a') + std::string(16, 'b'));
}

TEST_CASE("KTX2 files of Basis Universal, with supercompression or with wrong levels are refused with the cause") {
    const std::string file = ktx2(4, 4, 145, {std::string(16, 'a')});
    CHECK(refusal(file).empty());
    CHECK(refusal(put(file, 12, 0)) == "holds Basis Universal, which Sinew does not read");
    CHECK(refusal(put(file, 12, 37)) == "is a KTX2 file of Vulkan format 37, which Sinew does not read");
    CHECK(refusal(put(file, 44, 2)) == "is a KTX2 file with supercompression, which Sinew does not read");
    CHECK(refusal(put(file, 40, 4)) == "has 4 mip levels, more than 4x4 pixels can have");
    CHECK_THAT(refusal(put(file, 36, 6)), ContainsSubstring("cube map"));
    CHECK_THAT(refusal(put(file, 88, 8)), ContainsSubstring("wrong size"));
    CHECK_THAT(refusal(put(file, 80, 110)), ContainsSubstring("is cut short"));
    CHECK_THAT(refusal(put(file, 84, ~0u)), ContainsSubstring("is cut short"));
    CHECK_THAT(refusal(file.substr(0, 40)), ContainsSubstring("is cut short"));
}
