#include <signal.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/expect.h"
#include "media/pixels.h"
#include "media/png.h"
#include "support/models/collada.h"
#include "support/temporary_folder.h"

// Films, contact sheets and parts of sequences.

namespace {

const Arguments kWalk{kCharacter, "-a", "Walk", "--size", "96x64"};

bool hasProgram(const std::string& name) {
    return run({.arguments = {"sh", "-c", "command -v " + name}}).exit == 0;
}

/// The film's "codec,pixel format,frames", from ffprobe.
std::string probed(const std::filesystem::path& path) {
    if (!hasProgram("ffprobe")) SKIP("there is no ffprobe");
    const Finished finished =
        run({.arguments = {"ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                           "stream=codec_name,pix_fmt,nb_read_frames", "-of", "csv=p=0", path.string()}});
    INFO(finished.describe());
    REQUIRE(finished.exit == 0);
    return finished.out.substr(0, finished.out.find('\n'));
}

double linearFrom(uint8_t value) {
    const double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

}  // namespace

TEST_CASE("a film has the frames of the whole clip, and is reproducible", "[cli][release]") {
    const auto [name, expected] = GENERATE(table<std::string, std::string>({{"a.gif", "gif,bgra,10"},
                                                                            {"a.y4m", "rawvideo,yuv420p,10"},
                                                                            {"a.mp4", "h264,yuv420p,10"},
                                                                            {"a.mkv", "h264,yuv420p,10"},
                                                                            {"a.webm", "vp9,yuv420p,10"}}));
    if (!hasProgram("ffmpeg")) SKIP("there is no ffmpeg");
    const TemporaryFolder folder;
    const Arguments arguments = kWalk + Arguments{"--fps", "10", "-o", name};
    const Finished finished = runSinewIn(folder.path(), arguments);
    requireExit(finished, 0);
    CHECK(finished.out.empty());
    CHECK(finished.err.empty());
    CHECK(namesIn(folder.path()) == Arguments{name});
    CHECK(probed(folder / name) == expected);
    const std::string first = readFile(folder / name);
    requireExit(runSinewIn(folder.path(), arguments), 0);
    CHECK((readFile(folder / name) == first));
}

TEST_CASE("an animated WebP is reproducible, whatever its file extension", "[cli]") {
    const TemporaryFolder folder;
    requireExit(runSinewIn(folder.path(), kWalk + Arguments{"--frames", "4", "-o", "a.webp"}), 0);
    requireExit(runSinewIn(folder.path(), kWalk + Arguments{"--frames", "4", "-o", "b", "--format", "webp"}), 0);
    const std::string bytes = readFile(folder / "a.webp");
    CHECK(bytes.substr(8, 8) == "WEBPVP8X");
    CHECK((readFile(folder / "b") == bytes));
}

TEST_CASE("{clip} in the name of the output is each clip, or the one that plays", "[cli]") {
    const TemporaryFolder folder;
    const Arguments small{kCharacter, "--size", "32x32", "-o"};
    requireExit(runSinewIn(folder.path(), small + Arguments{"{clip}.webp", "-a", "all", "--frames", "2"}), 0);
    CHECK(namesIn(folder.path()) ==
          Arguments{"Dance.webp", "Idle.webp", "Jump.webp", "Run.webp", "Walk.webp", "Wave.webp"});
    requireExit(runSinewIn(folder.path(), small + Arguments{"a.webp", "-a", "Run", "--frames", "2"}), 0);
    CHECK((readFile(folder / "Run.webp") == readFile(folder / "a.webp")));
    requireExit(runSinewIn(folder.path(), small + Arguments{"{clip}.png", "-a", "none"}), 0);
    CHECK(std::filesystem::exists(folder / "rest pose.png"));
}

TEST_CASE("a dash writes a film to stdout, and nothing else is printed there", "[cli]") {
    const TemporaryFolder folder;
    const Arguments three = kWalk + Arguments{"--frames", "3"};
    const Finished finished = runSinew(three + Arguments{"-o", "-", "--format", "y4m"});
    REQUIRE(finished.exit == 0);
    requireExit(runSinewIn(folder.path(), three + Arguments{"-o", "a.y4m"}), 0);
    CHECK((finished.out == readFile(folder / "a.y4m")));
}

TEST_CASE("without ffmpeg, its formats exit with 4 and a line that says what to do", "[cli]") {
    const TemporaryFolder folder;
    Command command = sinewCommand(kWalk + Arguments{"-o", "a.mp4"});
    command.folder = folder.path();
    command.environment["PATH"] = "/nonexistent";
    const Finished finished = run(command);
    requireExit(finished, 4);
    CHECK(isOneLine(finished.err));
    CHECK(finished.err.starts_with("sinew: a.mp4: .mp4 needs the program ffmpeg"));
    CHECK(namesIn(folder.path()).empty());
}

TEST_CASE("a sequence drawn in two parts by two processes equals the whole sequence", "[cli]") {
    const Arguments more = GENERATE(Arguments{}, Arguments{"--turntable", "6", "--speed", "-2"});
    const TemporaryFolder whole, parts;
    const Arguments arguments = kWalk + more + Arguments{"-o", "f_%02d.png"};
    requireExit(runSinewIn(whole.path(), arguments + Arguments{"--frames", "6"}), 0);
    Command first = sinewCommand(arguments + Arguments{"--frames", "0:2"}),
            second = sinewCommand(arguments + Arguments{"--frames", "3:5"});
    first.folder = second.folder = parts.path();
    Process one(first), other(second);
    requireExit(one.wait(60.0), 0);
    requireExit(other.wait(60.0), 0);
    CHECK(filesIn(whole.path()).size() == 6);
    CHECK((filesIn(parts.path()) == filesIn(whole.path())));
}

TEST_CASE("edges over a transparent background match those over any color", "[cli]") {
    const TemporaryFolder folder;
    const auto drawn = [&](const std::string& background) {
        const std::string path = folder / (background + ".png");
        requireExit(runSinew(kWalk + Arguments{"--floor=off", "--background", background, "-o", path}), 0);
        return sinew::readPng(path);
    };
    const sinew::Pixels cut = drawn("transparent"), over = drawn("ff00ff");
    size_t edges = 0;
    double largest = 0.0;
    for (size_t i = 0; i < cut.rgba.size(); i += 4) {
        const double alpha = cut.rgba[i + 3] / 255.0;
        edges += alpha > 0.0 && alpha < 1.0;
        for (size_t channel = 0; channel < 3; ++channel) {
            const double behind = channel == 1 ? 0.0 : 1.0;
            const double laid = linearFrom(cut.rgba[i + channel]) * alpha + behind * (1.0 - alpha);
            largest = std::max(largest, std::abs(laid - linearFrom(over.rgba[i + channel])));
        }
    }
    CHECK(edges > 50);
    CHECK(largest < 0.015);
}

TEST_CASE("a contact sheet has a picture per cell, and a row per clip", "[cli]") {
    const TemporaryFolder folder;
    requireExit(runSinewIn(folder.path(), kWalk + Arguments{"--sheet", "3x2", "-o", "one.png"}), 0);
    const sinew::Pixels one = sinew::readPng(folder / "one.png");
    CHECK(one.width == 288);
    CHECK(one.height == 128);
    const Arguments all{kCharacter, "-a", "all", "--size", "64x48"};
    requireExit(runSinewIn(folder.path(), all + Arguments{"--sheet", "2x20", "-o", "all.png"}), 0);
    CHECK(sinew::readPng(folder / "all.png").height == 6 * 48);
    requireExit(runSinewIn(folder.path(), all + Arguments{"--sheet", "2x4", "-o", "page_%d.png"}), 0);
    CHECK(sinew::readPng(folder / "page_1.png").height == 4 * 48);
    CHECK(namesIn(folder.path()) == Arguments{"all.png", "one.png", "page_0.png", "page_1.png"});
    const Finished few = runSinewIn(folder.path(), all + Arguments{"--sheet", "2x4", "-o", "x.png"});
    requireExit(few, 2);
    CHECK(contains(few.err, "use 2x6, or a numbered name such as sheet_%d.png"));
}

TEST_CASE("the fit option determines the size of the model", "[cli]") {
    const TemporaryFolder folder;
    const auto heightOf = [&](const std::string& fit, const std::string& clip) {
        const std::string path = folder / "a.png";
        requireExit(runSinew({kCharacter, "-a", clip, "--fit", fit, "--camera", "front", "--floor=off", "--background",
                              "transparent", "--size", "160x160", "-o", path}),
                    0);
        return sinew::visibleArea(sinew::readPng(path), 1).height;
    };
    CHECK(heightOf("pose", "Jump") > heightOf("clip", "Jump") + 10);
    // The rest pose is the bind pose of this model.
    CHECK(heightOf("bind", "none") == heightOf("clip", "none"));
    CHECK(heightOf("bind", "Jump") > heightOf("clip", "Jump") + 10);
}

TEST_CASE("an interrupted film keeps the old file and leaves no other", "[cli][release]") {
    const int signal = GENERATE(SIGINT, SIGTERM);
    const std::string name = GENERATE("a.y4m", "a.webp", "a.mp4");
    if (name == "a.mp4" && !hasProgram("ffmpeg")) SKIP("there is no ffmpeg");
    const TemporaryFolder folder;
    writeFile(folder / name, "old");
    Command command = sinewCommand(kWalk + Arguments{"--frames", "1000000", "-o", name});
    command.folder = folder.path();
    Process process(command);
    REQUIRE(waitFor(30.0, [&] { return namesIn(folder.path()).size() == 2; }));
    sleepSeconds(0.3);
    process.send(signal);
    CHECK(process.wait(20.0).signal == signal);
    CHECK(namesIn(folder.path()) == Arguments{name});
    CHECK(readFile(folder / name) == "old");
}

TEST_CASE("A clip that is too long for a film is refused with its length, and --frames draws it") {
    const TemporaryFolder folder;
    import_files::Collada file;
    file.nodes = "<node id=\"hip\"><translate sid=\"t\">0 0 0</translate></node>";
    file.animations =
        import_files::Collada::animation("walk", "hip/t", {0.0f, 1e9f}, {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f}, 3);
    std::ofstream(folder / "far.dae") << file.text();
    const std::string model = (folder / "far.dae").string(), film = (folder / "far.gif").string();
    const Finished refused = runSinewIn(folder.path(), {model, "--size", "16x16", "-o", film});
    INFO(refused.describe());
    CHECK(refused.exit == 3);
    CHECK_THAT(refused.err, Catch::Matchers::ContainsSubstring("far.dae: the clip of 1e+09 s makes a film of "));
    CHECK_THAT(refused.err, Catch::Matchers::ContainsSubstring("at most 100000 without --frames"));
    CHECK_FALSE(std::filesystem::exists(film));
    requireExit(runSinewIn(folder.path(), {model, "--size", "16x16", "--frames", "2", "-o", film}), 0);
}
