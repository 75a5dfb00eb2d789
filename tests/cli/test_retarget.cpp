#include <algorithm>

#include <nlohmann/json.hpp>

#include "cli/expect.h"
#include "cli/ply.h"
#include "support/temporary_folder.h"

// Motion of other figures: --retarget rig.

using Json = nlohmann::ordered_json;

namespace {

/// The character with its clips and bones of other names.
std::string mocap(const TemporaryFolder& folder) {
    std::string text = readFile(kCharacter);
    const std::vector<std::pair<std::string, std::string>> names{{"upperarm_L", "LeftArm"},
                                                                 {"upperarm_R", "RightArm"},
                                                                 {"forearm_L", "LeftForeArm"},
                                                                 {"forearm_R", "RightForeArm"},
                                                                 {"thigh_L", "LeftUpLeg"},
                                                                 {"thigh_R", "RightUpLeg"},
                                                                 {"shin_L", "LeftLeg"},
                                                                 {"shin_R", "RightLeg"},
                                                                 {"foot_L", "LeftFoot"},
                                                                 {"foot_R", "RightFoot"},
                                                                 {"hips", "Hips"}};
    for (const auto& [from, to] : names)
        for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
            text.replace(at, from.size(), to);
    writeFile(folder / "mocap.dae", text);
    return folder / "mocap.dae";
}

void checkRefused(const Arguments& arguments, int exit, const std::string& cause) {
    const Finished finished = runSinew(arguments);
    requireExit(finished, exit);
    CHECK(finished.out.empty());
    CHECK(finished.err.find(cause) != std::string::npos);
    CHECK(std::ranges::count(finished.err, '\n') == 1);
}

}  // namespace

TEST_CASE("A printed bone map can be given back, and the clips are baked") {
    const TemporaryFolder folder;
    const std::string clips = mocap(folder);
    const Finished printed = runSinew({kCharacter, clips, "--retarget", "rig", "--bone-map", "-"});
    requireExit(printed, 0);
    const Json map = Json::parse(printed.out);
    const Json arm = {{"source", "LeftArm"}, {"target", "upperarm_L"}, {"part", "left upper arm"}};
    CHECK(std::ranges::find(map["bones"], arm) != map["bones"].end());
    writeFile(folder / "map.json", printed.out);
    const Finished found =
        runSinew({kCharacter, clips, "--retarget", "rig", "--no-levels", "--bake", folder / "found.sinew"});
    requireExit(found, 0);
    const Finished given = runSinew({kCharacter, clips, "--retarget", "rig", "--bone-map", folder / "map.json",
                                     "--no-levels", "--bake", folder / "given.sinew"});
    requireExit(given, 0);
    CHECK(readFile(folder / "found.sinew") == readFile(folder / "given.sinew"));
    const Finished info = runSinew({folder / "found.sinew", "--info", "--json"});
    requireExit(info, 0);
    const Json report = Json::parse(info.out);
    CHECK(report["animations"].size() == 12);
    CHECK(report["animations"][7]["name"] == "mocap Walk");
    CHECK(report["clip_files"][0]["retargeted"] == true);
}

TEST_CASE("A wrong bone map is refused with the place and the name") {
    const TemporaryFolder folder;
    const std::string clips = mocap(folder), map = folder / "map.json";
    const auto refuses = [&](const char* text, const std::string& cause) {
        writeFile(map, text);
        checkRefused({kCharacter, clips, "--retarget", "rig", "--bone-map", map, "--info"}, 3, cause);
    };
    refuses("bones", "map.json: line 1");
    refuses("{}", "map.json: line 1: ");
    refuses(R"({"bones": []})", "map.json: line 1: ");
    refuses(R"({"bones": [{"source": "Hips"}]})", "missing field \"target\"");
    refuses(R"({"bones": [{"source": "Tail", "target": "hips"}]})", "map.json: 'Tail' is no bone of the clip file");
    refuses(R"({"bones": [{"source": "Hips", "target": "Tail"}]})", "map.json: 'Tail' is no bone of the model");
    refuses(R"({"bones": [{"source": "Hips", "target": "hips"}, {"source": "neck", "target": "hips"}]})",
            "map.json: 'hips' is mapped twice");
    checkRefused({kCharacter, clips, "--retarget", "rig", "--bone-map", folder / "none.json", "--info"}, 3,
                 "none.json: no such file");
}

TEST_CASE("Retargeting requires skeletons that have bones in common, and its options require it") {
    checkRefused({asset("tube.dae"), kCharacter, "--retarget", "rig", "--info"}, 3,
                 "character.dae: its skeleton and the model's are not known to have bones in common; pair them with "
                 "--bone-map FILE.json");
    checkRefused({kCharacter, kCharacter, "--bone-map", "-"}, 2, "--bone-map: requires --retarget rig");
    checkRefused({kCharacter, kCharacter, "--retarget", "full", "--keep-hands"}, 2, "--keep-hands: requires");
    checkRefused({kCharacter, kCharacter, "--retarget", "rig", "--bone-map", "-", "--info"}, 2,
                 "--bone-map - and --info cannot be combined");
    checkRefused({kCharacter, kCharacter, kCharacter, "--retarget", "rig", "--bone-map", "-"}, 2,
                 "--bone-map -: prints the map of one CLIP_FILE; give one");
}

TEST_CASE("The up axis that is given is the model's, not that of the clip file to retarget") {
    const TemporaryFolder folder;
    const std::string clips = mocap(folder);
    std::string text = readFile(kCharacter);
    const size_t at = text.find("Y_UP");
    REQUIRE(at != std::string::npos);
    writeFile(folder / "lying.dae", text.replace(at, 4, "Z_UP"));
    const auto playing = [&](const std::string& model) {
        return Arguments{model, clips, "--retarget", "rig", "-a", "mocap Walk", "--time", "0.3"};
    };
    const Ply upright = pose(folder, playing(kCharacter));
    const Ply turned = pose(folder, playing(folder / "lying.dae") + Arguments{"--up", "Y"});
    REQUIRE(turned.vertices == upright.vertices);
    float most = 0.0f;
    for (size_t vertex = 0; vertex < upright.vertices; ++vertex)
        for (size_t column = 0; column < 3; ++column)
            most = std::max(most, std::abs(turned.value(vertex, column) - upright.value(vertex, column)));
    CHECK(most < 1e-3f);
    const Finished info = runSinew({folder / "lying.dae", clips, "--retarget", "rig", "--info"});
    requireExit(info, 0);
    CHECK(info.out.find("retarget-up") != std::string::npos);
    CHECK(info.out.find("retarget-sides") == std::string::npos);
}
