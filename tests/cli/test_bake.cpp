#include <array>
#include <chrono>
#include <cstring>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "bake/header.h"
#include "cli/expect.h"
#include "support/seal_stream.h"
#include "support/temporary_folder.h"

// Baked files: written by --bake, and accepted wherever a model is.

using Json = nlohmann::ordered_json;

namespace {

/// Bakes a model into the folder, without levels of detail unless `options` says otherwise.
std::string baked(const TemporaryFolder& folder, Arguments arguments, const std::string& name,
                  const Arguments& options = {"--no-levels"}) {
    const Finished finished = runSinew(arguments + Arguments{"--bake", folder / name} + options);
    requireExit(finished, 0);
    CHECK(finished.out.empty());
    return folder / name;
}

std::string pictureOf(const TemporaryFolder& folder, Arguments arguments) {
    requireExit(runSinew(arguments + kSmall + Arguments{"-o", folder / "picture.png"}), 0);
    return readFile(folder / "picture.png");
}

std::string poseOf(const TemporaryFolder& folder, Arguments arguments) {
    requireExit(runSinew(arguments + Arguments{"--export-pose", folder / "pose.ply"}), 0);
    return readFile(folder / "pose.ply");
}

Json infoOf(Arguments arguments) {
    const Finished finished = runSinew(arguments + Arguments{"--info", "--json"});
    requireExit(finished, 0);
    return Json::parse(finished.out);
}

/// Without the names and formats of files.
Json withoutFiles(Json info) {
    info.erase("file");
    info.erase("format");
    for (Json& animation : info["animations"])
        animation.erase("file");
    for (Json& texture : info["textures"])
        texture.erase("source");
    return info;
}

}  // namespace

TEST_CASE("a baked model has the picture, pose and report of its source file", "[cli]") {
    const std::string model = GENERATE_COPY(values({kCharacter, kSnake, kTube}));
    const TemporaryFolder folder;
    const std::string own = baked(folder, {model}, "own.sinew");
    const Arguments moment{"--time", "0.4", "--animation", "0"};
    CHECK((pictureOf(folder, Arguments{own} + moment) == pictureOf(folder, Arguments{model} + moment)));
    CHECK((poseOf(folder, Arguments{own} + moment) == poseOf(folder, Arguments{model} + moment)));
    const Json info = infoOf({own});
    CHECK(info["file"] == own);
    CHECK(info["format"] == "Sinew");
    CHECK(withoutFiles(info) == withoutFiles(infoOf({model})));
}

TEST_CASE("a baked model has the levels of detail that are made of its source file", "[cli]") {
    const TemporaryFolder folder;
    const std::string own = baked(folder, {kSnake}, "own.sinew", {});
    const Arguments afar{"--time", "0.4", "--camera", "30,10,12", "--floor=off", "--view"};
    const std::string levels = pictureOf(folder, Arguments{own} + afar + Arguments{"lod"});
    CHECK((levels == pictureOf(folder, Arguments{kSnake} + afar + Arguments{"lod"})));
    CHECK((levels != pictureOf(folder, Arguments{own} + afar + Arguments{"parts"})));
    CHECK(readFile(baked(folder, {kSnake}, "again.sinew", {})) == readFile(own));
    const std::string bare = baked(folder, {kSnake}, "bare.sinew", {"--no-levels"});
    CHECK(std::filesystem::file_size(bare) < std::filesystem::file_size(own));
}

TEST_CASE("a baked model is recognized by its content, whatever its name, and needs no other file", "[cli]") {
    const TemporaryFolder folder, other;
    const std::string expected = pictureOf(folder, {kCharacter});
    std::filesystem::rename(baked(folder, {kCharacter}, "own.sinew"), other / "model.dae");
    CHECK((pictureOf(other, {other / "model.dae"}) == expected));
}

TEST_CASE("a model bakes to the same bytes from any directory, and from its own baked file", "[cli]") {
    const TemporaryFolder folder;
    std::filesystem::copy_file(kTube, folder / "copy.dae");
    const std::string first = readFile(baked(folder, {kTube}, "a.sinew"));
    CHECK((readFile(baked(folder, {folder / "copy.dae"}, "b.sinew")) == first));
    const std::string again = baked(folder, {folder / "a.sinew"}, "c.sinew");
    CHECK((pictureOf(folder, {again}) == pictureOf(folder, {kTube})));
    CHECK((readFile(baked(folder, {again}, "d.sinew")) == readFile(again)));
}

TEST_CASE("clips of other files and eight influences are baked in", "[cli]") {
    const TemporaryFolder folder;
    const Arguments files{kTube, kTube}, eight{kSnake, "--influences", "8"};
    const std::string both = baked(folder, files, "both.sinew");
    REQUIRE(infoOf({both})["animations"].size() == 2);
    CHECK(withoutFiles(infoOf({both})) == withoutFiles(infoOf(files)));
    const Arguments second{"--animation", "1", "--time", "0.5"};
    CHECK((pictureOf(folder, Arguments{both} + second) == pictureOf(folder, files + second)));

    const std::string snake = baked(folder, eight, "eight.sinew");
    CHECK(infoOf({snake})["influences"]["kept"] == 8);
    CHECK((pictureOf(folder, {snake}) == pictureOf(folder, eight)));
    const Finished tooFew = runSinew({snake, "--max-bones", "12", "-o", folder / "none.png"});
    requireExit(tooFew, 2);
    CHECK(isOneLine(tooFew.err));
}

TEST_CASE("a baked file can be a clip file", "[cli]") {
    const TemporaryFolder folder;
    const std::string own = baked(folder, {kTube}, "own.sinew");
    const Json info = infoOf({kTube, own});
    CHECK(info["animations"].size() == 2);
    CHECK(info["animations"][1]["file"] == own);
    CHECK(info["clip_files"][0]["matched"] == info["clip_files"][0]["channels"]);
}

TEST_CASE("an invalid baked file exits with 3 and one line, whether its pixels are needed or not", "[cli]") {
    const TemporaryFolder folder;
    const std::string whole = readFile(baked(folder, {kCharacter}, "own.sinew"));
    std::string pixel = whole;
    pixel[whole.size() - 3] = static_cast<char>(pixel[whole.size() - 3] ^ 1);
    const auto [bytes, cause] =
        GENERATE_COPY(table<std::string, std::string>({{whole.substr(0, whole.size() / 2), "damaged"},
                                                       {whole.substr(1), "not a baked Sinew model"},
                                                       {pixel, "checksum"}}));
    const std::string path = folder / "bad.sinew";
    writeFile(path, bytes);
    for (const Arguments& mode :
         {Arguments{path, "--info"}, {path, "--check"}, {path, "-o", folder / "none.png"}, {kTube, path, "--info"}}) {
        const Finished finished = runSinew(mode);
        requireExit(finished, 3);
        CHECK(finished.out.empty());
        CHECK(isOneLine(finished.err));
        CHECK(finished.err.starts_with("sinew: " + path + ": "));
        CHECK(contains(finished.err, cause));
    }
    CHECK_FALSE(std::filesystem::exists(folder / "none.png"));
}

TEST_CASE("a sparse baked file of 100 GB is refused because of its memory", "[cli]") {
    const TemporaryFolder folder;
    const std::string path = baked(folder, {kTube}, "large.sinew"), whole = readFile(path);
    constexpr uint64_t kBytes = 100'000'000'000;
    // After the first text, one that fills the file, or a list of as many empty elements.
    const uint64_t textBytes = GENERATE(uint64_t{99'000'000'000}, uint64_t{0});
    const sinew::StreamHeader header = sinew::makeStreamHeader(kBytes, kBytes, 0);
    std::string start = whole.substr(0, sizeof header + 4 * sizeof(uint64_t));
    std::memcpy(start.data(), &header, sizeof header);
    const std::array<uint64_t, 4> counts{textBytes, 0, 0, 90'000'000'000};
    std::memcpy(start.data() + sizeof header, counts.data(), sizeof counts);
    writeFile(path, start);
    std::filesystem::resize_file(path, kBytes);
    const auto begin = std::chrono::steady_clock::now();
    const Finished finished = runSinew({path, "--info"});
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
    requireExit(finished, 3);
    CHECK(isOneLine(finished.err));
    CHECK(finished.err == "sinew: " + path + ": needs more than 2048 MiB of memory\n");
}

TEST_CASE("a name that is not UTF-8 is printed as valid text", "[cli]") {
    const TemporaryFolder folder;
    std::filesystem::copy_file(kTube, folder /
                                          "t\xfc"
                                          "be.dae");
    const Json info = infoOf({folder / "t\xfc"
                                       "be.dae"});
    CHECK(info["file"].get<std::string>().ends_with("/t\\xfcbe.dae"));
    CHECK(info["file_uri"] == "file://" + folder.path().string() + "/t%FCbe.dae");
    CHECK_FALSE(infoOf({kTube}).contains("file_uri"));
    baked(folder,
          {kTube, folder / "t\xfc"
                           "be.dae"},
          "own.sinew");
    CHECK(infoOf({folder / "own.sinew"})["clip_files"].size() == 1);
}
