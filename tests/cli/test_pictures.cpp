#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/expect.h"
#include "media/pixels.h"
#include "media/png.h"
#include "support/picture.h"
#include "support/temporary_folder.h"

// Pictures and sequences.

namespace {

std::string picture(const TemporaryFolder& folder, const std::string& name, Arguments arguments) {
    const std::string path = folder / name;
    requireExit(runSinew(arguments + kSmall + Arguments{"-o", path}), 0);
    return path;
}

/// An environment map that is red toward +X, green toward +Z, blue toward -X and gray toward -Z.
void writeLight(const std::string& path) {
    const std::array<std::string, 4> quarters{std::string("\xff\x00\x00\x80", 4), std::string("\x00\xff\x00\x80", 4),
                                              std::string("\x00\x00\xff\x80", 4), std::string("\x80\x80\x80\x80", 4)};
    std::string row;
    for (size_t x = 0; x < 64; ++x)
        row += quarters[(x + 40) / 16 % 4];
    std::ofstream file(path, std::ios::binary);
    file << "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 32 +X 64\n";
    for (size_t y = 0; y < 32; ++y)
        file << row;
}

}  // namespace

TEST_CASE("without a display, options that need the window exit with 4 and one line", "[cli]") {
    const TemporaryFolder folder;
    for (const Arguments& options :
         {Arguments{kTube, "--watch"}, {kTube, "--state-json", "state.json"}, {folder.path().string()}}) {
        const Finished finished = runSinewIn(folder.path(), options);
        INFO(options.back());
        requireExit(finished, 4);
        CHECK_THAT(finished.err, Catch::Matchers::EndsWith("a window, and there is no display\n"));
        CHECK(namesIn(folder.path()).empty());
    }
}

TEST_CASE("without a display, a model is drawn to sinew.png in the working directory, and its path is printed",
          "[cli]") {
    const TemporaryFolder folder;
    const Finished finished = runSinewIn(folder.path(), {kTube});
    requireExit(finished, 0);
    CHECK(namesIn(folder.path()) == Arguments{"sinew.png"});
    CHECK_THAT(finished.out, Catch::Matchers::ContainsSubstring("sinew.png"));
    const sinew::Pixels pixels = sinew::readPng(folder / "sinew.png");
    CHECK(pixels.width == 1280);
    CHECK(pixels.height == 720);
}

TEST_CASE("without arguments and display, the bundled character is drawn", "[cli]") {
    const TemporaryFolder folder;
    const Finished finished = runSinewIn(folder.path(), {});
    requireExit(finished, 0);
    CHECK(namesIn(folder.path()) == Arguments{"sinew.png"});
}

TEST_CASE("the output option writes one picture of the requested size, reproducibly, and nothing to stdout", "[cli]") {
    const TemporaryFolder folder;
    const Finished first = runSinewIn(folder.path(), {kTube, "-o", "one.png", "--size", "120x70"});
    requireExit(first, 0);
    CHECK(first.out.empty());
    requireExit(runSinewIn(folder.path(), {kTube, "-o", "two.png", "--size", "120x70"}), 0);
    CHECK(namesIn(folder.path()) == Arguments{"one.png", "two.png"});
    const sinew::Pixels pixels = sinew::readPng(folder / "one.png");
    CHECK(pixels.width == 120);
    CHECK(pixels.height == 70);
    CHECK((readFile(folder / "one.png") == readFile(folder / "two.png")));
}

TEST_CASE("earlier contents of memory do not affect the picture", "[cli]") {
    const TemporaryFolder folder;
    const std::string clean = readFile(picture(folder, "clean.png", {kTube, "--skeleton"}));
    Command command = sinewCommand(Arguments{kTube, "--skeleton", "-o", folder / "dirty.png"} + kSmall);
    command.environment["MALLOC_PERTURB_"] =
        "170";  // glibc fills allocated memory, also the images of a software driver
    requireExit(run(command), 0);
    CHECK((readFile(folder / "dirty.png") == clean));
}

TEST_CASE("a dash as output writes the PNG to stdout, and nothing else", "[cli]") {
    const TemporaryFolder folder;
    const Finished finished = runSinewIn(folder.path(), Arguments{kTube, "-o", "-"} + kSmall);
    INFO(finished.err);
    REQUIRE(finished.exit == 0);
    CHECK(isPng(finished.out));
    CHECK(namesIn(folder.path()).empty());
    CHECK((finished.out == readFile(picture(folder, "file.png", {kTube}))));
}

TEST_CASE("a sequence counts from 0, and its pictures are those of their times", "[cli]") {
    const TemporaryFolder folder;
    const Finished finished = runSinewIn(
        folder.path(), Arguments{kTube, "-o", "f_%04d.png", "--frames", "3", "--fps", "10", "--floor=off"} + kSmall);
    requireExit(finished, 0);
    REQUIRE(namesIn(folder.path()) == Arguments{"f_0000.png", "f_0001.png", "f_0002.png"});
    const std::string still = picture(folder, "still.png", {kTube, "--time", "0.2", "--floor=off"});
    CHECK(differenceOfFiles(folder / "f_0002.png", still).mean < 1e-4);
    CHECK(differenceOfFiles(folder / "f_0000.png", still).mean > 1e-3);
}

TEST_CASE("an unknown second clip is refused with its option", "[cli]") {
    const TemporaryFolder folder;
    const Finished finished = runSinewIn(folder.path(), {kTube, "--beside", "Rnu", "-o", "a.png"});
    requireExit(finished, 2);
    CHECK(finished.err == "sinew: --beside Rnu: no such clip; available clips: 0 Bend\n");
}

TEST_CASE("a picture too narrow for two views shows one", "[cli]") {
    const TemporaryFolder folder;
    for (const char* size : {"1x1", "2x1"})
        requireExit(runSinewIn(folder.path(), {kSnake, "--beside-time", "0.5", "--onion-skin", "--validate", "--size",
                                               size, "-o", "narrow.png"}),
                    0);
}

TEST_CASE("samples and camera change the picture", "[cli]") {
    const TemporaryFolder folder;
    const std::string plain = picture(folder, "plain.png", {kTube, "--samples", "4"});
    CHECK((readFile(plain) == readFile(picture(folder, "default.png", {kTube}))));
    const sinew::Difference edges = differenceOfFiles(plain, picture(folder, "rough.png", {kTube, "--samples", "1"}));
    CHECK(edges.mean > 0.0);
    CHECK(edges.mean < 0.05);
    for (const char* view : {"front", "side", "back", "top", "60,20,2"})
        CHECK(differenceOfFiles(plain, picture(folder, "view.png", {kTube, "--camera", view})).mean > 1e-3);
    CHECK((readFile(plain) == readFile(picture(folder, "three.png", {kTube, "--camera", "three-quarter"}))));
}

TEST_CASE("a clip is found by name, by index and by part of its name in any case", "[cli]") {
    const TemporaryFolder folder;
    const auto clip = [&](const std::string& name) {
        return readFile(picture(folder, "clip.png", {kCharacter, "--time", "0.4", "--animation", name}));
    };
    const std::string walk = clip("Walk");
    CHECK((walk == clip("walk")));
    CHECK((walk == clip("1")));
    CHECK((walk == clip("ALK")));
    CHECK((walk != clip("Run")));
    CHECK((walk != clip("none")));
}

TEST_CASE("file names with spaces and Unicode work, from another directory and through a link", "[cli]") {
    const TemporaryFolder folder;
    const std::string model = folder / "Schläuche und 蛇.dae", output = "ein Bild – 画.png";
    std::filesystem::copy_file(kTube, model);
    requireExit(runSinewIn(folder.path(), Arguments{"Schläuche und 蛇.dae", "-o", output} + kSmall), 0);
    const std::string plain = readFile(picture(folder, "plain.png", {kTube}));
    CHECK((readFile(folder / output) == plain));

    std::filesystem::create_symlink(SINEW_EXECUTABLE, folder / "a link");
    Command command = sinewCommand(Arguments{"./Schläuche und 蛇.dae", "-o", "linked.png"} + kSmall);
    command.arguments[0] = "./a link";
    command.folder = folder.path();
    requireExit(run(command), 0);
    CHECK((readFile(folder / "linked.png") == plain));
}

TEST_CASE("a transparent background leaves alpha around the model", "[cli]") {
    const TemporaryFolder folder;
    const sinew::Pixels pixels =
        sinew::readPng(picture(folder, "cut.png", {kTube, "--background", "transparent", "--camera", "front"}));
    CHECK(int{pixels.rgba[3]} == 0);
    CHECK(int{pixels.rgba[(32 * 96 + 36) * 4 + 3]} == 255);
    const auto widthOf = [](const sinew::Pixels& shown) { return sinew::visibleArea(shown, 1).width; };
    const sinew::Pixels standing = sinew::readPng(
        picture(folder, "floor.png", {kTube, "--background", "transparent", "--floor", "--camera", "front"}));
    CHECK(widthOf(pixels) < 48);
    CHECK(widthOf(standing) > 60);
}

TEST_CASE("a turntable orbits the model", "[cli]") {
    const TemporaryFolder folder;
    requireExit(runSinewIn(folder.path(), Arguments{kSnake, "-o", "t_%d.png", "--frames", "4", "--turntable"} + kSmall),
                0);
    REQUIRE(namesIn(folder.path()) == Arguments{"t_0.png", "t_1.png", "t_2.png", "t_3.png"});
    for (const char* name : {"t_1.png", "t_2.png", "t_3.png"})
        CHECK(differenceOfFiles(folder / "t_0.png", folder / name).mean > 3e-3);
}

TEST_CASE("the environment behind the model is where three.js shows it, turned, exposed and toned", "[cli]") {
    const TemporaryFolder folder;
    writeLight(folder / "light.hdr");
    const auto center = [&](const std::string& target, const Arguments& more) {
        const std::string path = folder / "a.png";
        const Arguments fixed{"--environment",
                              folder / "light.hdr",
                              "--background",
                              "environment",
                              "--camera=500,0,500:" + target,
                              "--floor=off",
                              "-o",
                              path};
        requireExit(runSinew(Arguments{kTube} + kSmall + fixed + more), 0);
        const sinew::Pixels pixels = sinew::readPng(path);
        const size_t at = (size_t{32} * pixels.width + 48) * 4;
        return std::vector<int>{pixels.rgba[at], pixels.rgba[at + 1], pixels.rgba[at + 2]};
    };
    const std::string right = "501,0,500", front = "500,0,501", left = "499,0,500", back = "500,0,499";
    const Arguments plain{"--tone", "none"};
    // The blur has wide, dim tails; the dither changes a step of 8 bits.
    const auto near = [](const std::vector<int>& color, const std::vector<int>& expected) {
        INFO(color[0] << " " << color[1] << " " << color[2]);
        for (size_t i = 0; i < 3; ++i)
            CHECK(std::abs(color[i] - expected[i]) <= (expected[i] == 0 ? 40 : 3));
    };
    constexpr int kBright = 254, kHalf = 188;  // 255/256 and 1/2 as sRGB
    near(center(right, plain), {kBright, 0, 0});
    near(center(front, plain), {0, kBright, 0});
    near(center(left, plain), {0, 0, kBright});
    near(center(back, plain), {kHalf, kHalf, kHalf});
    near(center(back, plain + Arguments{"--environment-rotation", "90"}), {kBright, 0, 0});
    near(center(back, plain + Arguments{"--exposure", "0.5"}), {137, 137, 137});
    near(center(back, plain + Arguments{"--environment-strength", "0.5"}), {137, 137, 137});
    near(center(back, {}), {181, 181, 181});                   // 0.5 - 0.04
    near(center(back, {"--exposure", "6"}), {252, 252, 252});  // compressed
    near(center(back, {"--tone", "aces"}), {197, 197, 197});
}
