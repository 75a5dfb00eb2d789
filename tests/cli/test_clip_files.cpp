#include <nlohmann/json.hpp>

#include "cli/json_lines.h"
#include "cli/ply.h"

// Clips of other files, and options that override properties of the file.

using Json = nlohmann::ordered_json;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

std::string between(const std::string& text, const std::string& from, const std::string& to) {
    const size_t begin = text.find(from), end = text.find(to, begin);
    return text.substr(begin, end + to.size() - begin);
}

/// The tube without its clip, and files with nothing but the clip.
struct Files {
    Files() {
        const std::string tube = readFile(kTube);
        const std::string clip = between(tube, "<library_animations>", "</library_animations>");
        writeFile(folder / "still.dae", replaced(tube, clip, ""));
        std::string bare = replaced(tube, between(tube, "<library_controllers>", "</library_controllers>"), "");
        bare = replaced(bare, between(bare, "<library_geometries>", "</library_geometries>"), "");
        bare = replaced(bare, between(bare, "<node id=\"tube-node\"", "</instance_controller></node>"), "");
        writeFile(folder / "bend.dae", bare);
        const std::string prefixed =
            replaced(replaced(bare, "\"upper\"", "\"mixamorig_upper\""), "upper/", "mixamorig_upper/");
        writeFile(folder / "mixamo.dae", prefixed);
        writeFile(folder / "other.dae", replaced(replaced(bare, "\"upper\"", "\"wheel\""), "upper/", "wheel/"));
    }
    Json info(Arguments arguments) const {
        const Finished finished = runSinewIn(folder.path(), arguments + Arguments{"--info", "--json"});
        requireExit(finished, 0);
        return Json::parse(finished.out);
    }
    TemporaryFolder folder;
};

/// The lowest and highest coordinate of an axis.
std::pair<float, float> reach(const Ply& ply, size_t axis) {
    std::pair range(ply.value(0, axis), ply.value(0, axis));
    for (size_t i = 0; i < ply.vertices; ++i) {
        range.first = std::min(range.first, ply.value(i, axis));
        range.second = std::max(range.second, ply.value(i, axis));
    }
    return range;
}

}  // namespace

TEST_CASE("clips of further files are added, and play as in their own file", "[cli]") {
    const Files files;
    const Json json = files.info({"still.dae", "bend.dae", "mixamo.dae"});
    REQUIRE(json["animations"].size() == 2);
    CHECK(json["animations"][0]["name"] == "Bend");
    CHECK(json["animations"][0]["file"] == "bend.dae");
    CHECK(json["animations"][1]["name"] == "mixamo");
    CHECK(json["animations"][1]["file"] == "mixamo.dae");
    REQUIRE(json["clip_files"].size() == 2);
    const Json want = {{"file", "bend.dae"},          {"clips", 1},         {"channels", 1}, {"matched", 1},
                       {"matched_without_prefix", 0}, {"retargeted", false}};
    CHECK(json["clip_files"][0] == want);
    CHECK(json["clip_files"][1]["matched_without_prefix"] == 1);

    const Arguments added{files.folder / "still.dae", files.folder / "bend.dae", files.folder / "mixamo.dae"};
    const Ply own = pose(files.folder, {kTube, "--time", "0.5"});
    for (const char* clip : {"Bend", "1"})
        CHECK((pose(files.folder, added + Arguments{"-a", clip, "--time", "0.5"}).body == own.body));
    const Finished text = runSinew(added + Arguments{"--info"});
    CHECK_THAT(text.out, Catch::Matchers::ContainsSubstring("1 of 1 channels matched, 1 without their prefix"));
}

TEST_CASE("a clip file that does not fit at all exits with 3 and one line that names it", "[cli]") {
    const Files files;
    for (const char* bad : {"other.dae", "still.dae", "missing.dae"}) {
        const Finished finished = runSinewIn(files.folder.path(), {"still.dae", bad, "--info"});
        requireExit(finished, 3);
        CHECK(isOneLine(finished.err));
        CHECK(finished.err.starts_with(std::string("sinew: ") + bad + ": "));
    }
    const Json alone = files.info({"bend.dae"});  // a skeleton without a mesh plays
    CHECK(alone["meshes"].empty());
    CHECK(alone["animations"].size() == 1);
}

TEST_CASE("the options for up axis and scale apply to poses and reports", "[cli]") {
    const TemporaryFolder folder;
    const auto told = pose(folder, {kTube}), same = pose(folder, {kTube, "--up", "Y", "--scale", "1"});
    CHECK((told.body == same.body));
    const auto turned = pose(folder, {kTube, "--up", "Z", "--scale", "2"});
    CHECK(reach(turned, 2).first == Approx(-2.0f * reach(told, 1).second).margin(1e-5));
    CHECK(reach(turned, 1).second == Approx(2.0f * reach(told, 2).second).margin(1e-5));

    // A file with wrong up axis and unit: the options undo them.
    writeFile(folder / "wrong.dae",
              replaced(replaced(readFile(kTube), "Y_UP", "Z_UP"), "meter=\"1\"", "meter=\"0.0254\""));
    REQUIRE(reach(pose(folder, {folder / "wrong.dae"}), 1).second != Approx(reach(told, 1).second));
    const auto right = pose(folder, {folder / "wrong.dae", "--up", "Y", "--scale", "1"});
    for (size_t axis = 0; axis < 3; ++axis) {
        CHECK(reach(right, axis).first == Approx(reach(told, axis).first).margin(1e-5));
        CHECK(reach(right, axis).second == Approx(reach(told, axis).second).margin(1e-5));
    }
    const Json json = Json::parse(runSinew({folder / "wrong.dae", "--info", "--json"}).out);
    CHECK(json["up_axis"] == "Z");
    CHECK(json["meters_per_unit"] == 0.0254);
    CHECK(json["metres_per_unit"] == 0.0254);
    CHECK(json["size"] == Json::parse(R"([0.18, 0.18, 1])"));
    CHECK(json["size_m"] == Json::parse(R"([0.004572, 0.004572, 0.0254])"));
    CHECK(contains(runSinew({folder / "wrong.dae", "--info"}).out, "2.54 cm long, Z up, a unit is 0.0254 m"));
}

TEST_CASE("info as JSON has the space, depth, influences and repairs", "[cli]") {
    const Json json = Json::parse(runSinew({kSnake, "--info", "--json"}).out);
    checkMembers(json, R"({"schema": 1, "up_axis": "Y", "metres_per_unit": 1, "clip_files": [], "repairs": []})");
    CHECK(json["depth"].get<int>() > 100);
    checkMembers(json["influences"], R"({"kept": 4, "largest_move": 0, "cut_vertices": 0, "unweighted_vertices": 0})");
    for (const Json& animation : json["animations"])
        checkMembers(animation, R"({"scale_animation": false, "unmatched_channels": 0})");
}
