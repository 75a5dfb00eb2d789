#include "cli/json_lines.h"
#include "cli/ply.h"
#include "support/temporary_folder.h"

#include <nlohmann/json.hpp>

// --pick and --export-pose.

namespace {

const Arguments kWave{kCharacter, "-a", "Wave", "--time", "1.2", "--camera", "front", "--size", "240x180"};

std::string picked(const Arguments& arguments) {
    const Finished finished = runSinew(arguments);
    requireExit(finished, 0);
    return finished.out;
}

}  // namespace

TEST_CASE("picking names the bone at a pixel at the given time", "[cli]") {
    CHECK(picked(kWave + Arguments{"--pick", "100,60"}) == "forearm_R\n");
    CHECK(picked(kWave + Arguments{"--pick", "120,90"}) == "spine1\n");
    CHECK(picked(kWave + Arguments{"--pick", "0,0"}) == "\n");
    // In the rest pose the arm is elsewhere.
    CHECK(picked(kWave + Arguments{"--pick", "100,60", "--pose", "rest"}) != "forearm_R\n");
}

TEST_CASE("picking as JSON has the mesh and the position, or null", "[cli]") {
    const auto json = nlohmann::json::parse(picked(kWave + Arguments{"--pick", "100,60", "--json"}));
    checkMembers(json, R"({"schema": 1, "bone": "forearm_R", "mesh": "body-mesh", "instance": 3})");
    CHECK(json["weight"] > 0.5);
    CHECK(json["weight"] <= 1.0);
    CHECK(json["position"].size() == 3);
    const auto nothing = nlohmann::json::parse(picked(kWave + Arguments{"--pick", "0,0", "--json"}));
    CHECK(nothing["bone"].is_null());
}

TEST_CASE("picking needs no driver, but a pixel inside the picture", "[cli]") {
    Command command = sinewCommand(kWave + Arguments{"--pick", "120,90"});
    command.environment = withoutDriver();
    const Finished finished = run(command);
    requireExit(finished, 0);
    CHECK(finished.out == "spine1\n");
    const Finished outside = runSinew(kWave + Arguments{"--pick", "240,90"});
    requireExit(outside, 2);
    CHECK(isOneLine(outside.err));
}

TEST_CASE("an unknown bone exits with 2 and a line that lists the available bones", "[cli]") {
    const Finished finished = runSinew({kTube, "--bone", "elbow", "--view", "weights", "-o", "-"});
    requireExit(finished, 2);
    CHECK(isOneLine(finished.err));
    CHECK(contains(finished.err, "--bone elbow: no such bone; available bones: "));
    CHECK(finished.out.empty());
}

TEST_CASE("a material that is shown alone is named like a clip, and nothing else is picked", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "two.mtl", "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n");
    writeFile(folder / "two.obj",
              "mtllib two.mtl\nv -1 0 0\nv 0 0 0\nv 0 2 0\nv -1 2 0\nv 1 0 0\nv 1 2 0\no left\nusemtl red\nf 1 2 3 4\n"
              "o right\nusemtl blue\nf 2 5 6 3\n");
    const auto isHit = [&](const std::string& pixel, const Arguments& options) {
        const Finished finished = runSinewIn(
            folder.path(),
            Arguments{"two.obj", "--camera", "0,0", "--size", "100x100", "--pick", pixel, "--json"} + options);
        requireExit(finished, 0);
        return !nlohmann::json::parse(finished.out)["bone"].is_null();
    };
    CHECK((isHit("40,50", {}) && isHit("60,50", {})));
    CHECK((isHit("40,50", {"--material", "red"}) && !isHit("60,50", {"--material", "red"})));
    CHECK((!isHit("40,50", {"--material", "Blu"}) && isHit("60,50", {"--material", "Blu"})));
    CHECK((!isHit("40,50", {"--hide", "le?t"}) && isHit("60,50", {"--hide", "left"})));
    CHECK((!isHit("40,50", {"--only", "r*"}) && isHit("60,50", {"--only", "right", "--only", "r*"})));
    for (const auto& [option, message, name] :
         {std::tuple("--material", "no such material; available materials: ", "red"),
          std::tuple("--hide", "no such node with meshes; available: ", "left"),
          std::tuple("--only", "no such node with meshes; available: ", "left")}) {
        const Finished unknown = runSinewIn(folder.path(), {"two.obj", option, "green", "-o", "-"});
        requireExit(unknown, 2);
        CHECK(isOneLine(unknown.err));
        CHECK(contains(unknown.err, std::string(option) + " green: " + message));
        CHECK(contains(unknown.err, name));
    }
}
