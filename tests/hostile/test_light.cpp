#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfOutputFile.h>

#include "support/catch.h"
#include "support/hostile_pictures.h"
#include "support/picture.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// A hostile environment map is refused, quickly and in one line; one with a few bad values lights the model.

namespace {

namespace fs = std::filesystem;

std::string hdr(const std::string& size, const std::string& pixels) {
    return "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n" + size + "\n" + pixels;
}

constexpr int kWidth = 64, kHeight = 32;
constexpr float kNone = std::numeric_limits<float>::quiet_NaN(), kEndless = std::numeric_limits<float>::infinity();

/// Gray light with other values at the start.
void writeExr(const fs::path& path, const std::vector<float>& others) {
    const Imath::Box2i window(Imath::V2i(0, 0), Imath::V2i(kWidth - 1, kHeight - 1));
    Imf::Header header(window, window);
    std::vector<float> rgb(size_t{kWidth} * kHeight * 3, 0.5f);
    std::ranges::copy(others, rgb.begin());
    Imf::FrameBuffer from;
    for (size_t i = 0; i < 3; ++i) {
        const std::string name(1, "RGB"[i]);
        header.channels().insert(name, Imf::Channel(Imf::FLOAT));
        from.insert(name, Imf::Slice::Make(Imf::FLOAT, rgb.data() + i, window, 12, 12 * kWidth));
    }
    Imf::OutputFile file(path.c_str(), header, 0);
    file.setFrameBuffer(from);
    file.writePixels(kHeight);
}

/// Besides what is no picture of any kind.
std::vector<hostile::Hostile> hostileLights() {
    std::vector<hostile::Hostile> all = hostile::hostilePictures();
    const std::vector<hostile::Hostile> own{
        {"is a header alone", [](const fs::path& path) { writeFile(path, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n"); }},
        {"ends in its middle",
         [](const fs::path& path) { writeFile(path, hdr("-Y 32 +X 64", std::string(4000, '\x55'))); }},
        {"claims 99,999,999 by 99,999,999 pixels",
         [](const fs::path& path) { writeFile(path, hdr("-Y 99999999 +X 99999999", "")); }},
        {"claims 16,384 by 16,384 pixels", [](const fs::path& path) { writeFile(path, hdr("-Y 16384 +X 16384", "")); }},
        {"claims 4,096 by 16,384 pixels and holds none",
         [](const fs::path& path) { writeFile(path, hdr("-Y 4096 +X 16384", "")); }},
        {"is 600 MiB of nothing",
         [](const fs::path& path) {
             writeFile(path, hdr("-Y 4096 +X 16384", ""));
             fs::resize_file(path, uintmax_t{600} << 20);
         }},
        {"is an OpenEXR file that ends in its middle",
         [](const fs::path& path) {
             writeExr(path, {});
             const std::string whole = readFile(path);
             writeFile(path, std::string_view(whole).substr(0, whole.size() / 2));
         }},
        {"is an OpenEXR file that claims 2^30 rows",
         [](const fs::path& path) {
             writeExr(path, {});
             std::string bytes = readFile(path);
             const std::string name("dataWindow\0box2i\0\x10\0\0\0", 21);
             const size_t at = bytes.find(name);
             REQUIRE(at != std::string::npos);
             bytes[at + name.size() + 15] = '\x3f';
             writeFile(path, bytes);
         }},
        {"has no value that is a number",
         [](const fs::path& path) { writeExr(path, std::vector<float>(size_t{kWidth} * kHeight * 3, kNone)); }},
    };
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

Finished drawnWith(const fs::path& light, const fs::path& picture) {
    return runSinew(
        {asset("tube.dae"), "--environment", light, "--floor=off", "--size", "64x64", "--samples", "1", "-o", picture});
}

}  // namespace

TEST_CASE("a hostile environment map is refused in one line", "[hostile]") {
    for (const hostile::Hostile& each : hostileLights()) {
        INFO("the picture " << each.what);
        const TemporaryFolder folder;
        const fs::path light = folder / "light.hdr";
        each.make(light);
        const double begin = nowSeconds();
        const Finished finished = drawnWith(light, folder / "picture.png");
        CHECK(nowSeconds() - begin < scaledSeconds(10.0));
        INFO(finished.describe());
        CHECK(finished.exit == 3);
        CHECK(finished.err.starts_with("sinew: " + light.string() + ": "));
        CHECK(finished.err.find('\n') == finished.err.size() - 1);
        CHECK_FALSE(fs::exists(folder / "picture.png"));
    }
}

TEST_CASE("values of an environment map that are no radiance are mentioned, and the model is lit", "[hostile]") {
    const TemporaryFolder folder;
    writeExr(folder / "sound.exr", {});
    writeExr(folder / "unsound.exr", {kNone, kEndless, -1.0f, -kEndless, -kNone, 1e-30f, kEndless, kEndless});
    const Finished sound = drawnWith(folder / "sound.exr", folder / "sound.png");
    INFO(sound.describe());
    REQUIRE(sound.exit == 0);
    CHECK(sound.err.empty());
    const Finished unsound = drawnWith(folder / "unsound.exr", folder / "unsound.png");
    INFO(unsound.describe());
    REQUIRE(unsound.exit == 0);
    CHECK(unsound.err == "sinew: " + (folder / "unsound.exr").string() +
                             ": 2 values that are not numbers count as 0, 2 negative values count as 0, 3 infinite "
                             "values count as the brightest finite one\n");
    CHECK(differenceOfFiles(folder / "unsound.png", folder / "sound.png").mean < 0.005);
}
