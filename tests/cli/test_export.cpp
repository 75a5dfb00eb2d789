#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "cli/expect.h"
#include "support/temporary_folder.h"

// Models written as glTF by --export, and read again.

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string exported(const TemporaryFolder& folder, std::vector<std::string> arguments,
                     const std::string& name = "a.glb") {
    const Finished finished = runSinew(arguments + std::vector<std::string>{"--export", folder / name});
    requireExit(finished, 0);
    CHECK(finished.out.empty());
    return folder / name;
}

Json infoOf(const std::string& file) {
    const Finished finished = runSinew({file, "--info", "--json"});
    requireExit(finished, 0);
    return Json::parse(finished.out);
}

std::vector<std::string> clipNames(const Json& info) {
    std::vector<std::string> names;
    for (const Json& clip : info["animations"])
        names.push_back(clip["name"]);
    return names;
}

void requireSameMotion(const std::vector<std::string>& sources, const std::string& file,
                       const std::string& threshold = "1e-6") {
    requireExit(runSinew(sources + std::vector<std::string>{"--compare", file, "--threshold", threshold}), 0);
}

}  // namespace

TEST_CASE("an exported model moves as the original", "[cli]") {
    const TemporaryFolder folder;
    for (const std::string& model : {kCharacter, kTube, kSnake}) {
        const std::string glb = exported(folder, {model});
        requireSameMotion({model}, glb, model == kSnake ? "5e-6" : "1e-6");  // rounded at each of 150 joints
        CHECK(clipNames(infoOf(glb)) == clipNames(infoOf(model)));
    }
}

TEST_CASE("an export is deterministic, and the same again from its own file", "[cli]") {
    const TemporaryFolder folder;
    const std::string first = exported(folder, {kCharacter}, "a.glb"), again = exported(folder, {kCharacter}, "b.glb");
    CHECK(readFile(first) == readFile(again));
    const std::string second = exported(folder, {first}, "c.glb");
    requireSameMotion({first}, second);
    const Json info = infoOf(first), infoAgain = infoOf(second);
    for (const char* same : {"nodes", "bones", "meshes", "textures", "materials"})
        CHECK(info[same] == infoAgain[same]);
}

TEST_CASE("clips of other files are written under the names that --info shows", "[cli]") {
    const TemporaryFolder folder;
    const std::string other = folder / "moves.dae";
    fs::copy_file(kCharacter, other);
    const Finished info = runSinew({kCharacter, other, "--info", "--json"});
    requireExit(info, 0);
    const std::string glb = exported(folder, {kCharacter, other});
    CHECK(clipNames(infoOf(glb)) == clipNames(Json::parse(info.out)));
    requireSameMotion({kCharacter, other}, glb);
}

TEST_CASE("a .gltf has its buffer and pictures beside it, as they came", "[cli]") {
    const TemporaryFolder folder;
    const std::string gltf = exported(folder, {kCharacter}, "pip.gltf");
    requireSameMotion({kCharacter}, gltf);
    CHECK(fs::exists(folder / "pip.bin"));
    CHECK(readFile(folder / "pip_character_base.png") == readFile(asset("character_base.png")));
    const Json json = Json::parse(readFile(gltf));
    CHECK(json["buffers"][0]["uri"] == "pip.bin");
}

TEST_CASE("resampled clips have keys at the rate, and keys are kept on request", "[cli]") {
    const TemporaryFolder folder;
    const Json plain = infoOf(exported(folder, {kCharacter}, "a.glb"));
    const Json kept = infoOf(exported(folder, {kCharacter, "--keep-keys"}, "b.glb"));
    const Json sampled = infoOf(exported(folder, {kCharacter, "--resample", "10"}, "c.glb"));
    const auto keys = [](const Json& info) { return info["animations"][0]["keys"].get<size_t>(); };
    CHECK(keys(plain) < keys(kept));
    CHECK(keys(sampled) < keys(kept));
    CHECK(clipNames(sampled) == clipNames(kept));
}

TEST_CASE("each mend of --fix is a line, and a sound model needs few", "[cli]") {
    const TemporaryFolder folder;
    const Finished plain = runSinew({kTube, "--export", folder / "a.glb"});
    requireExit(plain, 0);
    CHECK(plain.err.empty());
    const Finished fixed = runSinew({kTube, "--export", folder / "b.glb", "--fix"});
    requireExit(fixed, 0);
    requireSameMotion({folder / "a.glb"}, folder / "b.glb");
    requireExit(runSinew({kTube, "--export", folder / "c.glb", "--fix=lop"}), 2);
}

TEST_CASE("files beside a .gltf are found under any name, and none replaces an input", "[cli]") {
    const TemporaryFolder folder;
    const std::string gltf = exported(folder, {kCharacter}, "h\xc3\xa9 ro 50%#.gltf");
    requireSameMotion({kCharacter}, gltf);
    const Json info = infoOf(gltf);
    REQUIRE(info["textures"].size() > 0);
    for (const Json& texture : info["textures"])
        CHECK(texture["found"] == true);

    // pip.gltf reads hero_pip_character_base.png, which hero.gltf would write.
    const std::string pip = exported(folder, {kCharacter}, "pip.gltf");
    const std::string picture = folder / "hero_pip_character_base.png";
    fs::copy_file(folder / "pip_character_base.png", picture);
    Json json = Json::parse(readFile(pip));
    json["images"][0]["uri"] = "hero_pip_character_base.png";
    json["images"][0]["name"] = "pip_character_base";
    std::ofstream(pip) << json.dump();
    const std::string before = readFile(picture);
    const Finished finished = runSinew({pip, "--export", folder / "hero.gltf"});
    requireExit(finished, fs::exists(folder / "hero.gltf") ? 0 : 5);
    CHECK(readFile(picture) == before);
}

TEST_CASE("what cannot be exported says so, and leaves nothing behind", "[cli]") {
    const TemporaryFolder folder;
    const auto refuses = [&](std::vector<std::string> arguments, int exit, const std::string& why) {
        const Finished finished = runSinew(std::move(arguments));
        requireExit(finished, exit);
        CHECK(isOneLine(finished.err));
        CHECK(contains(finished.err, why));
    };
    refuses({kTube, "--export", folder / "a.obj"}, 2, "use the extension .glb or .gltf");
    refuses({kTube, "--export", folder / "a"}, 2, "use the extension .glb or .gltf");
    refuses({kTube, "--export", "-"}, 2, "use the extension .glb or .gltf");
    refuses({kTube, "--export", folder / "missing/a.glb"}, 5, "missing/a.glb");
    refuses({kTube, "--export", folder / "missing/a.gltf"}, 5, "missing");
    refuses({kTube, "--tolerance", "1e-3"}, 2, "--tolerance: only available with --export");
    const std::string glb = exported(folder, {kTube});
    const std::string bytes = readFile(glb);
    refuses({glb, "--export", glb}, 2, "is the MODEL");
    CHECK(readFile(glb) == bytes);
    CHECK(std::distance(fs::directory_iterator(folder / ""), {}) == 1);
    fs::create_directory(folder / "b.bin");
    refuses({kTube, "--export", folder / "b.gltf"}, 5, "b.bin");
    CHECK_FALSE(fs::exists(folder / "b.gltf"));
}
