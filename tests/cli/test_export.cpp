#include <filesystem>
#include <fstream>

#include <signal.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "cli/expect.h"
#include "support/models/gltf.h"
#include "support/models/png.h"
#include "support/models/rigged_files.h"
#include "support/replaced.h"
#include "support/temporary_folder.h"

// Models written as glTF by --export, and read again.

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string exported(const TemporaryFolder& folder, Arguments arguments, const std::string& name = "a.glb") {
    const Finished finished = runSinew(arguments + Arguments{"--export", folder / name});
    requireExit(finished, 0);
    CHECK(finished.out.empty());
    return folder / name;
}

Json infoOf(const std::string& file) {
    const Finished finished = runSinew({file, "--info", "--json"});
    requireExit(finished, 0);
    return Json::parse(finished.out);
}

Arguments clipNames(const Json& info) {
    Arguments names;
    for (const Json& clip : info["animations"])
        names.push_back(clip["name"]);
    return names;
}

void requireSameMotion(const Arguments& sources, const std::string& file, const std::string& threshold = "1e-6") {
    requireExit(runSinew(sources + Arguments{"--compare", file, "--threshold", threshold}), 0);
}

/// A glTF file with pictures of one name, each in a material of its own.
std::string withPictures(const TemporaryFolder& folder, int count) {
    import_files::Gltf file;
    file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    file.floats({0, 0, 1, 0, 0, 1}, "VEC2", 2);
    Json json{{"scene", 0}, {"scenes", {{{"nodes", {0}}}}}, {"nodes", {{{"mesh", 0}}}}};
    for (int i = 0; i < count; ++i) {
        const std::string row{static_cast<char>(i), static_cast<char>(i >> 8), 0};
        const std::string uri = "data:image/png;base64," + import_files::base64(import_files::png({.row = row}));
        json["images"].push_back({{"name", "x"}, {"uri", uri}});
        json["textures"].push_back({{"source", i}});
        json["materials"].push_back({{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", i}}}}}});
        json["meshes"][0]["primitives"].push_back(
            {{"attributes", {{"POSITION", 0}, {"TEXCOORD_0", 1}}}, {"material", i}});
    }
    const std::string text = json.dump();
    writeFile(folder / "pictures.gltf", file.text(text.substr(1, text.size() - 2)));
    fs::create_directory(folder / "out");
    return folder / "pictures.gltf";
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
    const Json kept = infoOf(exported(folder, {kCharacter, "--keys=all"}, "b.glb"));
    const Json sampled = infoOf(exported(folder, {kCharacter, "--keys", "fps=10"}, "c.glb"));
    const auto keys = [](const Json& info) { return info["animations"][0]["keys"].get<size_t>(); };
    CHECK(keys(plain) < keys(kept));
    CHECK(keys(sampled) < keys(kept));
    CHECK(clipNames(sampled) == clipNames(kept));
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

TEST_CASE("files of another model are not replaced by those beside a .gltf", "[cli]") {
    const TemporaryFolder folder;
    const auto exports = [&](const std::string& name) { return runSinew({kTube, "--export", folder / name}); };
    requireExit(exports("tube.gltf"), 0);
    const std::string written = readFile(folder / "tube.bin");
    requireExit(exports("tube.gltf"), 0);
    writeFile(folder / "tube.bin", "of an earlier tube.gltf");
    requireExit(exports("tube.gltf"), 0);
    CHECK(readFile(folder / "tube.bin") == written);
    writeFile(folder / "other.bin", written);
    requireExit(exports("other.gltf"), 0);
    writeFile(folder / "taken.bin", "of another model");
    const Finished refused = exports("taken.gltf");
    requireExit(refused, 5);
    CHECK(contains(refused.err, "taken.bin: is there already, and no file of taken.gltf"));
    CHECK(readFile(folder / "taken.bin") == "of another model");
    CHECK_FALSE(fs::exists(folder / "taken.gltf"));
}

TEST_CASE("what cannot be exported says so, and leaves nothing behind", "[cli]") {
    const TemporaryFolder folder;
    const auto refuses = [&](Arguments arguments, int exit, const std::string& why) {
        const Finished finished = runSinew(std::move(arguments));
        requireExit(finished, exit);
        CHECK(isOneLine(finished.err));
        CHECK(contains(finished.err, why));
    };
    refuses({kTube, "--export", folder / "a.obj"}, 2, "use the extension .glb, .gltf, .dae, .fbx or .bvh");
    refuses({kTube, "--export", folder / "a"}, 2, "use the extension .glb, .gltf, .dae, .fbx or .bvh");
    refuses({kTube, "--export", "-"}, 2, "use the extension .glb, .gltf, .dae, .fbx or .bvh");
    refuses({kTube, "--export", folder / "missing/a.glb"}, 5, "missing/a.glb");
    refuses({kTube, "--export", folder / "missing/a.gltf"}, 5, "missing");
    refuses({kTube, "--keys", "tolerance=1e-3"}, 2, "--keys: only available with --export");
    const std::string glb = exported(folder, {kTube});
    const std::string bytes = readFile(glb);
    refuses({glb, "--export", glb}, 2, "is the MODEL");
    CHECK(readFile(glb) == bytes);
    CHECK(std::distance(fs::directory_iterator(folder / ""), {}) == 1);
    fs::create_directory(folder / "b.bin");
    refuses({kTube, "--export", folder / "b.gltf"}, 5, "b.bin");
    CHECK_FALSE(fs::exists(folder / "b.gltf"));
}

TEST_CASE("a skeleton alone is written with its clips", "[cli]") {
    const TemporaryFolder folder;
    import_files::Gltf file;
    file.floats({0.0f, 0.5f, 1.0f}, "SCALAR", 1);
    file.floats({0, 0, 0, 1, 0.6f, 0, 0, 0.8f, 0, 0, 0, 1}, "VEC4", 4);
    writeFile(
        folder / "bones.gltf",
        file.text(
            R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"hip","children":[1]},{"name":"knee","translation":[0,1,0]}],)"
            R"("animations":[{"name":"kick","channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}}],"samplers":[{"input":0,"output":1}]}])"));
    const std::string glb = exported(folder, {folder / "bones.gltf"});
    const Json info = infoOf(glb);
    CHECK(clipNames(info) == Arguments{"kick"});
    CHECK(info["nodes"] == infoOf(folder / "bones.gltf")["nodes"]);
    CHECK(info["animations"][0]["duration_s"] == 1.0);
    CHECK(info["animations"][0]["keys"] >= 3);
}

TEST_CASE("two hundred thousand keys are exported, and none that matters is lost", "[cli]") {
    const TemporaryFolder folder;
    constexpr size_t kKeys = 200000;
    std::vector<float> times, moves;
    for (size_t key = 0; key < kKeys; ++key) {
        times.push_back(static_cast<float>(key) / 1000.0f);
        const auto step = static_cast<float>(key * key % 997 % 10) / 10.0f;  // of which no key implies another
        moves.insert(moves.end(), {step, 1.0f - step, 0.5f * step});
    }
    import_files::Gltf file;
    file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    file.floats(times, "SCALAR", 1);
    file.floats(moves, "VEC3", 3);
    writeFile(
        folder / "long.glb",
        file.glb(
            R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"a","mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
            R"("animations":[{"name":"far","channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"samplers":[{"input":1,"output":2}]}])"));
    const std::string glb = exported(folder, {folder / "long.glb"});
    CHECK(infoOf(glb)["animations"][0]["keys"] >= kKeys);
    requireSameMotion({folder / "long.glb"}, glb);
    const std::string kept = readFile(exported(folder, {folder / "long.glb", "--keys=all"}, "kept.glb"));
    const auto hasBytes = [&](const std::vector<float>& values) {
        return kept.find({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}) !=
               std::string::npos;
    };
    CHECK(hasBytes(times));
    CHECK(hasBytes(moves));
}

TEST_CASE("a file compressed by --meshopt is smaller and reads alike, and how far vertices move is told", "[cli]") {
    const TemporaryFolder folder;
    const std::string plain = exported(folder, {kCharacter}, "a.glb"), packed = folder / "b.glb";
    const Finished finished = runSinew({kCharacter, "--export", packed, "--meshopt"});
    requireExit(finished, 0);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    float millimeters = 0.0f, percent = 0.0f;
    REQUIRE(std::sscanf(finished.err.c_str(),
                        "sinew: meshopt: vertices move by at most %f mm, %f %% of the model's size", &millimeters,
                        &percent) == 2);
    CHECK(millimeters > 0.0f);
    CHECK(percent < 0.01f);
    CHECK(fs::file_size(packed) < fs::file_size(plain));
    CHECK(clipNames(infoOf(packed)) == clipNames(infoOf(plain)));
    // Bones are untouched, and the largest move is that of the rest pose.
    requireExit(runSinew({plain, "--compare", packed, "--threshold", "1e-6"}), 1);
    requireSameMotion({plain}, packed, std::to_string(2e-2 * static_cast<double>(percent)));
    // Written plain again.
    const Json again = infoOf(exported(folder, {packed}, "c.glb"));
    CHECK(again["meshes"] == infoOf(packed)["meshes"]);
    CHECK_FALSE(contains(readFile(folder / "c.glb").substr(0, 4000), "EXT_meshopt_compression"));
}

TEST_CASE("what a glTF file adds stays", "[cli]") {
    const TemporaryFolder folder;
    Json json = Json::parse(import_files::riggedGltf(false));
    const auto add = [](Json& to, const std::string& place) { to["extras"] = {{place, {1, 2.5, "x", nullptr}}}; };
    json["materials"] = Json::array({{{"name", "skin"}}});
    json["meshes"][0]["primitives"][0]["material"] = 0;
    json["asset"]["copyright"] = "CC-BY 4.0 A Painter";
    add(json["asset"], "asset"), add(json, "file"), add(json["scenes"][0], "scene"), add(json["nodes"][0], "node"),
        add(json["nodes"][2], "shown");
    add(json["meshes"][0], "mesh"), add(json["materials"][0], "material"), add(json["animations"][0], "clip");
    writeFile(folder / "a.gltf", json.dump());
    const Json written = Json::parse(readFile(exported(folder, {folder / "a.gltf"}, "b.gltf")));
    CHECK(written["extras"] == json["extras"]);
    CHECK(written["asset"]["extras"] == json["asset"]["extras"]);
    CHECK(written["asset"]["copyright"] == "CC-BY 4.0 A Painter");
    json["asset"]["copyright"] = "CC0 An Actor";
    writeFile(folder / "walk.gltf", json.dump());
    const std::string two = exported(folder, {folder / "a.gltf", folder / "walk.gltf", folder / "walk.gltf"}, "c.gltf");
    CHECK(Json::parse(readFile(two))["asset"]["copyright"] == "CC-BY 4.0 A Painter; CC0 An Actor");
    for (const char* list : {"scenes", "meshes", "materials", "animations"}) {
        INFO(list);
        CHECK(written[list][0]["extras"] == json[list][0]["extras"]);
    }
    for (const size_t node : {size_t{0}, size_t{2}})
        CHECK(written["nodes"][node]["extras"] == json["nodes"][node]["extras"]);
}

TEST_CASE("each mend of --fix is a line, and what it mends is found no more", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "a.gltf", replaced(import_files::riggedGltf(false), R"("name":"b")", R"("name":"a")"));
    const auto isFound = [&](const std::string& file) {
        return contains(runSinew({file, "--check", "--json"}).out, "bone-name-duplicate");
    };
    for (const bool fixes : {false, true}) {
        const Finished finished = runSinew(Arguments{folder / "a.gltf", "--export", folder / "b.glb"} +
                                           (fixes ? Arguments{"--fix"} : Arguments{}));
        requireExit(finished, 0);
        CHECK(contains(finished.err, "sinew: fixed: node 'a' is now 'a 2': ") == fixes);
        CHECK(isFound(folder / "b.glb") != fixes);
    }
}

TEST_CASE("the unit and the up axis, which every export brings to those of glTF, are told by --fix", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "tube.dae",
              replaced(readFile(kTube), "meter=\"1\"/><up_axis>Y_UP", "meter=\"0.01\"/><up_axis>Z_UP"));
    const Finished finished = runSinew({folder / "tube.dae", "--export", folder / "a.glb", "--fix"});
    requireExit(finished, 0);
    CHECK(contains(finished.err, "sinew: fixed: unit: was 0.01 m, is 1 m\n"));
    CHECK(contains(finished.err, "sinew: fixed: up axis: was Z, is Y\n"));
}

TEST_CASE("more pictures are written than a process may have descriptors", "[cli]") {
    const TemporaryFolder folder;
    const Arguments limited{"bash", "-c", "ulimit -n 300; exec \"$0\" \"$@\"", SINEW_EXECUTABLE};
    requireExit(run({limited + Arguments{withPictures(folder, 320), "--export", folder / "out/x.gltf"}}), 0);
    CHECK(namesIn(folder / "out").size() == 322);
}

TEST_CASE("a signal during an export of many pictures leaves no temporary file", "[cli]") {
    const TemporaryFolder folder;
    const std::string model = withPictures(folder, 200), pipe = folder / "out/x.gltf";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);  // nobody reads, so that it waits with all other files open
    Process exporting(sinewCommand({model, "--export", pipe}));
    REQUIRE(waitFor(30, [&] { return namesIn(folder / "out").size() == 202; }));
    exporting.send(SIGTERM);
    CHECK(exporting.wait(10).signal == SIGTERM);
    CHECK(namesIn(folder / "out") == Arguments{"x.gltf"});
}
