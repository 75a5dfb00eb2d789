#include "import/files/radiance_picture.h"

#include <array>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <string>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfMultiPartOutputFile.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfOutputPart.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/ImfTiledOutputFile.h>

#include "base/error.h"
#include "support/catch.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"
#include "support/thrown.h"

using namespace sinew;

namespace {

void writeText(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

std::string hdrHeader(const std::string& size) {
    return "#?RADIANCE\n# a comment\nFORMAT=32-bit_rle_rgbe\n\n" + size + "\n";
}

/// Four bytes of a file.
std::string rgbe(int r, int g, int b, int e) {
    std::string bytes;
    for (const int byte : {r, g, b, e})
        bytes += static_cast<char>(byte);
    return bytes;
}

std::string causeOfReading(const std::string& content) {
    const TemporaryFolder folder;
    writeText(folder / "a.hdr", content);
    return refusalOf(folder / "a.hdr", [&] { readRadiancePicture(folder / "a.hdr"); });
}

RadiancePicture reread(const std::string& content) {
    const TemporaryFolder folder;
    writeText(folder / "named.png", content);  // the content decides
    return readRadiancePicture(folder / "named.png");
}

/// An OpenEXR file of 5 x 3 pixels whose window does not start at 0.
void writeExr(const std::filesystem::path& path, std::vector<float> rgb, bool tiled, bool gray = false) {
    const Imath::Box2i window(Imath::V2i(-2, 7), Imath::V2i(2, 9));
    Imf::Header header(window, window);
    Imf::FrameBuffer from;
    for (const char* name : gray ? std::vector<const char*>{"Y"} : std::vector<const char*>{"R", "G", "B"}) {
        header.channels().insert(name, Imf::Channel(Imf::FLOAT));
        const size_t channel = gray ? 0 : std::string("RGB").find(name);
        from.insert(name, Imf::Slice::Make(Imf::FLOAT, rgb.data() + channel, window, 12, 60));
    }
    if (tiled) {
        header.setTileDescription(Imf::TileDescription(2, 2));
        Imf::TiledOutputFile file(path.c_str(), header, 0);
        file.setFrameBuffer(from);
        file.writeTiles(0, file.numXTiles() - 1, 0, file.numYTiles() - 1);
    } else {
        Imf::OutputFile file(path.c_str(), header, 0);
        file.setFrameBuffer(from);
        file.writePixels(3);
    }
}

std::vector<float> countUp(size_t count) {
    std::vector<float> values;
    for (size_t i = 0; i < count; ++i)
        values.push_back(static_cast<float>(i) * 0.5f);
    return values;
}

}  // namespace

TEST_CASE("A flat Radiance picture has the values of its bytes") {
    const RadiancePicture picture = reread(hdrHeader("-Y 2 +X 2") + rgbe(128, 64, 255, 129) + rgbe(1, 2, 3, 128) +
                                           rgbe(9, 9, 9, 0) + rgbe(255, 255, 0, 255));
    CHECK(picture.width == 2);
    CHECK(picture.height == 2);
    CHECK(picture.rgb == std::vector<float>{1.0f, 0.5f, 255.0f / 128.0f, 1.0f / 256.0f, 2.0f / 256.0f, 3.0f / 256.0f,
                                            0.0f, 0.0f, 0.0f, kMostRadiance, kMostRadiance, 0.0f});
}

TEST_CASE("A Radiance picture with run lengths is unpacked") {
    // Red is a run, green is literal, blue is both, and the exponent is a run.
    std::string row = rgbe(2, 2, 0, 10);
    row += std::string("\x8a\x80");
    row += std::string("\x0a\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a");
    row += std::string("\x02\x40\x20\x88\x10");
    row += std::string("\x8a\x81");
    const RadiancePicture picture = reread(hdrHeader("-Y 2 +X 10") + row + row);
    REQUIRE(picture.rgb.size() == 60);
    for (size_t i = 0; i < 20; ++i) {
        const size_t x = i % 10;
        CHECK(picture.rgb[i * 3] == 1.0f);
        CHECK(picture.rgb[i * 3 + 1] == static_cast<float>(x + 1) / 128.0f);
        CHECK(picture.rgb[i * 3 + 2] == (x == 0 ? 0.5f : x == 1 ? 0.25f : 0.125f));
    }
}

TEST_CASE("A damaged Radiance picture is an error of one line") {
    const std::string pixel = rgbe(1, 2, 3, 128), cut = "unexpected end of file";
    const std::string unknown = "is no Radiance picture of the kind 32-bit_rle_rgbe with rows from the top (-Y N +X N)";
    CHECK(causeOfReading("") == "is empty");
    CHECK(causeOfReading("A text, named like a picture.\n") ==
          "neither a Radiance picture (.hdr) nor an OpenEXR one (.exr)");
    CHECK(causeOfReading("\x89PNG") == "neither a Radiance picture (.hdr) nor an OpenEXR one (.exr)");
    CHECK(causeOfReading("#?RADIANCE") == unknown);
    CHECK(causeOfReading("#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\n" + pixel) == unknown);
    CHECK(causeOfReading("#?RADIANCE\n" + std::string(100'000, 'x')) == unknown);
    CHECK(causeOfReading(hdrHeader("+X 1 -Y 1") + pixel) == unknown);
    CHECK(causeOfReading(hdrHeader("-Y 0 +X 2")) == "has no pixels");
    CHECK(causeOfReading(hdrHeader("-Y -1 +X 2")) == "has no pixels");
    CHECK(causeOfReading(hdrHeader("-Y 1 +X 16385")).starts_with("16385 x 1 pixels are too many"));
    CHECK(causeOfReading(hdrHeader("-Y 16384 +X 16384")).starts_with("16384 x 16384 pixels are too many"));
    CHECK(causeOfReading(hdrHeader("-Y 1 +X 2") + pixel) == cut);
    CHECK(causeOfReading(hdrHeader("-Y 1 +X 8") + rgbe(2, 2, 0, 9) + std::string(40, '\1')) != "");
    CHECK(causeOfReading(hdrHeader("-Y 1 +X 8") + rgbe(2, 2, 0, 8) + std::string(40, '\xff')) != "");
    const std::string runs = rgbe(2, 2, 0, 127) + "\xff\x01\xff\x01\xff\x01\xff\x01";
    CHECK(causeOfReading(hdrHeader("-Y 2 +X 127") + runs + runs) == "");
    for (size_t count = 1; count < 2 * runs.size(); ++count)
        CHECK(causeOfReading(hdrHeader("-Y 2 +X 127") + (runs + runs).substr(0, count)) == cut);
    CHECK_THROWS_AS(readRadiancePicture("nowhere.hdr"), Error);
    CHECK_THROWS_WITH(readRadiancePicture("/"), "/: is a directory, not a file");
    CHECK_THROWS_WITH(readRadiancePicture("/dev/zero"), "/dev/zero: is not a regular file");
}

TEST_CASE("An OpenEXR picture is read from scan lines and from tiles") {
    const TemporaryFolder folder;
    const bool tiled = GENERATE(false, true);
    std::vector<float> rgb = countUp(45);
    writeExr(folder / "a.exr", rgb, tiled);
    const RadiancePicture picture = readRadiancePicture(folder / "a.exr");
    CHECK(picture.width == 5);
    CHECK(picture.height == 3);
    CHECK(picture.rgb == rgb);
}

TEST_CASE("Values of an OpenEXR picture that are no radiance count as others, and are counted") {
    const TemporaryFolder folder;
    std::vector<float> rgb = countUp(45);
    rgb[0] = std::numeric_limits<float>::quiet_NaN();
    rgb[1] = std::numeric_limits<float>::infinity();
    rgb[2] = -1.0f;
    rgb[3] = 1e9f;
    rgb[4] = -std::numeric_limits<float>::infinity();
    writeExr(folder / "a.exr", rgb, false);
    const RadiancePicture picture = readRadiancePicture(folder / "a.exr");
    CHECK(std::vector<float>(picture.rgb.begin(), picture.rgb.begin() + 6) ==
          std::vector<float>{0.0f, kMostRadiance, 0.0f, kMostRadiance, 0.0f, 2.5f});
    CHECK(picture.flaws == RadianceFlaws{.notNumbers = 1, .negative = 2, .infinite = 1});
    CHECK(textOf(picture.flaws) ==
          "1 value that is not a number counts as 0, 2 negative values count as 0, 1 infinite value counts as the "
          "brightest finite one");
    CHECK(textOf(RadianceFlaws()).empty());
}

TEST_CASE("Infinite values of an OpenEXR picture are as bright as its brightest one") {
    const TemporaryFolder folder;
    std::vector<float> rgb = countUp(45);
    rgb[7] = std::numeric_limits<float>::infinity();
    writeExr(folder / "a.exr", rgb, false);
    CHECK(readRadiancePicture(folder / "a.exr").rgb[7] == 22.0f);
}

TEST_CASE("A picture without any radiance is refused, and a black one is not") {
    const TemporaryFolder folder;
    const float value =
        GENERATE(std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -1.0f);
    writeExr(folder / "a.exr", std::vector<float>(45, value), false);
    CHECK_THROWS_WITH(readRadiancePicture(folder / "a.exr"),
                      (folder / "a.exr").string() + ": none of its values is a finite number of 0 or more");
    writeExr(folder / "a.exr", std::vector<float>(45, 0.0f), false);
    CHECK(readRadiancePicture(folder / "a.exr").rgb == std::vector<float>(45, 0.0f));
}

TEST_CASE("An OpenEXR picture of luminance is gray, and a cut one is an error of one line") {
    const TemporaryFolder folder;
    writeExr(folder / "a.exr", countUp(45), false, true);
    const RadiancePicture picture = readRadiancePicture(folder / "a.exr");
    CHECK(picture.rgb[3] == 1.5f);
    CHECK(picture.rgb[4] == 1.5f);
    CHECK(picture.rgb[5] == 1.5f);

    const std::string bytes = readFile(folder / "a.exr");
    for (size_t count = 4; count < bytes.size(); count += 13)
        CHECK(causeOfReading(bytes.substr(0, count)) != "");
}

TEST_CASE("An OpenEXR picture may have half or whole numbers and more channels, and its part may be the second") {
    const TemporaryFolder folder;
    const Imath::Box2i window(Imath::V2i(0, 0), Imath::V2i(1, 0));
    std::vector<Imf::Header> headers;
    for (const char* name : {"depth", "beauty"}) {
        headers.emplace_back(window, window);
        headers.back().setName(name);
        headers.back().setType(Imf::SCANLINEIMAGE);
    }
    headers[0].channels().insert("Z", Imf::Channel(Imf::FLOAT));
    for (const char* name : {"A", "B", "G", "R"})
        headers[1].channels().insert(name, Imf::Channel(name[0] == 'G' ? Imf::UINT : Imf::HALF));
    const std::vector<float> depth{1.0f, 2.0f};
    const std::vector<uint16_t> halves{0x3c00, 0x4000};  // 1, 2
    const std::vector<uint32_t> wholes{3, 4};
    {
        Imf::MultiPartOutputFile file((folder / "a.exr").c_str(), headers.data(), 2, false, 0);
        Imf::FrameBuffer first, second;
        first.insert("Z", Imf::Slice::Make(Imf::FLOAT, depth.data(), window));
        for (const char* name : {"A", "B", "R"})
            second.insert(name, Imf::Slice::Make(Imf::HALF, halves.data(), window));
        second.insert("G", Imf::Slice::Make(Imf::UINT, wholes.data(), window));
        Imf::OutputPart zeroth(file, 0), other(file, 1);
        zeroth.setFrameBuffer(first);
        zeroth.writePixels(1);
        other.setFrameBuffer(second);
        other.writePixels(1);
    }
    CHECK(readRadiancePicture(folder / "a.exr").rgb == std::vector<float>{1, 3, 1, 2, 4, 2});
}

TEST_CASE("An OpenEXR picture without the channels of a color, or with smaller ones, is an error of one line") {
    const TemporaryFolder folder;
    const auto causeWith = [&](const std::map<std::string, int>& samplings) {
        const Imath::Box2i window(Imath::V2i(0, 0), Imath::V2i(3, 3));
        Imf::Header header(window, window);
        const std::vector<float> values(16, 1.0f);
        Imf::FrameBuffer from;
        for (const auto& [name, sampling] : samplings) {
            header.channels().insert(name, Imf::Channel(Imf::FLOAT, sampling, sampling));
            from.insert(name, Imf::Slice::Make(Imf::FLOAT, values.data(), window, 0, 0, sampling, sampling));
        }
        {
            Imf::OutputFile file((folder / "a.exr").c_str(), header, 0);
            file.setFrameBuffer(from);
            file.writePixels(4);
        }
        return causeOfReading(readFile(folder / "a.exr"));
    };
    CHECK(causeWith({{"R", 1}, {"G", 1}, {"B", 1}}) == "");
    CHECK(causeWith({{"R", 1}, {"G", 1}}) == "has no channel B");
    CHECK(causeWith({{"Z", 1}}) == "has no channel R");
    CHECK(causeWith({{"R", 1}, {"G", 2}, {"B", 1}}) == "its channels are subsampled");
    CHECK(causeWith({{"Y", 1}, {"RY", 2}, {"BY", 2}}) == "");
}

TEST_CASE("An OpenEXR picture that claims a giant size is refused before memory is taken") {
    const TemporaryFolder folder;
    writeExr(folder / "a.exr", countUp(45), false);
    std::string bytes = readFile(folder / "a.exr");
    const std::string name("dataWindow\0box2i\0\x10\0\0\0", 21);
    const size_t at = bytes.find(name);
    REQUIRE(at != std::string::npos);
    for (const int32_t last : {16383 * 4, 0x3fffffff, 0x7fffffff}) {
        std::memcpy(bytes.data() + at + name.size() + 8, &last, 4);
        std::memcpy(bytes.data() + at + name.size() + 12, &last, 4);
        CHECK(causeOfReading(bytes) != "");
    }
}

TEST_CASE("A wide picture is halved until it is no wider than light needs") {
    std::string pixels;
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 1025; ++x)
            pixels += rgbe(x % 2 == 0 ? 16 : 32, y < 2 ? 16 : 64, 8, 136);
    const RadiancePicture picture = reread(hdrHeader("-Y 3 +X 1025") + pixels);
    CHECK(picture.width == 512);
    CHECK(picture.height == 1);
    REQUIRE(picture.rgb.size() == 512 * 3);
    for (size_t i = 0; i < picture.rgb.size(); ++i)
        CHECK(picture.rgb[i] == std::array{24.0f, 16.0f, 8.0f}[i % 3]);
}
