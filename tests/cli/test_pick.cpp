#include "cli/expect.h"
#include "cli/ply.h"
#include "support/temporary_folder.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <nlohmann/json.hpp>

// --pick and --export-pose.

namespace {

const std::vector<std::string> kWave{kCharacter, "-a",    "Wave",   "--time", "1.2",
                                     "--camera", "front", "--size", "240x180"};

std::string picked(const std::vector<std::string>& arguments) {
    const Finished finished = runSinew(arguments);
    requireExit(finished, 0);
    return finished.out;
}

}  // namespace

TEST_CASE("picking names the bone at a pixel at the given time", "[cli]") {
    CHECK(picked(kWave + std::vector<std::string>{"--pick", "100,60"}) == "forearm_R\n");
    CHECK(picked(kWave + std::vector<std::string>{"--pick", "120,90"}) == "spine1\n");
    CHECK(picked(kWave + std::vector<std::string>{"--pick", "0,0"}) == "\n");
    // In the rest pose the arm is elsewhere.
    CHECK(picked(kWave + std::vector<std::string>{"--pick", "100,60", "--pose", "rest"}) != "forearm_R\n");
}

TEST_CASE("picking as JSON has the mesh and the position, or null", "[cli]") {
    const auto json = nlohmann::json::parse(picked(kWave + std::vector<std::string>{"--pick", "100,60", "--json"}));
    CHECK(json["schema"] == 1);
    CHECK(json["bone"] == "forearm_R");
    CHECK(json["mesh"] == "body-mesh");
    CHECK(json["instance"] == 3);
    CHECK(json["weight"] > 0.5);
    CHECK(json["weight"] <= 1.0);
    CHECK(json["position"].size() == 3);
    const auto nothing = nlohmann::json::parse(picked(kWave + std::vector<std::string>{"--pick", "0,0", "--json"}));
    CHECK(nothing["bone"].is_null());
}

TEST_CASE("picking needs no driver, but a pixel inside the picture", "[cli]") {
    Command command = sinewCommand(kWave + std::vector<std::string>{"--pick", "120,90"});
    command.environment = withoutDriver();
    const Finished finished = run(command);
    requireExit(finished, 0);
    CHECK(finished.out == "spine1\n");
    const Finished outside = runSinew(kWave + std::vector<std::string>{"--pick", "240,90"});
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
    const auto isHit = [&](const std::string& pixel, const std::vector<std::string>& options) {
        const Finished finished = runSinewIn(
            folder.path(),
            std::vector<std::string>{"two.obj", "--camera", "0,0", "--size", "100x100", "--pick", pixel, "--json"} +
                options);
        requireExit(finished, 0);
        return !nlohmann::json::parse(finished.out)["bone"].is_null();
    };
    CHECK((isHit("40,50", {}) && isHit("60,50", {})));
    CHECK((isHit("40,50", {"--material", "red"}) && !isHit("60,50", {"--material", "red"})));
    CHECK((!isHit("40,50", {"--material", "Blu"}) && isHit("60,50", {"--material", "Blu"})));
    const Finished unknown = runSinewIn(folder.path(), {"two.obj", "--material", "green", "-o", "-"});
    requireExit(unknown, 2);
    CHECK(isOneLine(unknown.err));
    CHECK(contains(unknown.err, "--material green: no such material; available materials: "));
    CHECK(contains(unknown.err, "red"));
}

TEST_CASE("picking refuses options of the window", "[cli]") {
    const std::vector<std::string> option =
        GENERATE(values<std::vector<std::string>>({{"--watch"}, {"--each"}, {"--state-json", "state.json"}}));
    const TemporaryFolder folder;
    const Finished finished = runSinewIn(folder.path(), std::vector<std::string>{kTube, "--pick", "1,1"} + option);
    requireExit(finished, 2);
    CHECK(isOneLine(finished.err));
    CHECK(contains(finished.err, option[0] + ": only available in the window"));
    CHECK(namesIn(folder.path()).empty());
}

TEST_CASE("the exported bind pose has every vertex at its bind position, moved by the root", "[cli]") {
    const TemporaryFolder folder;
    const Ply ply = pose(folder, {kTube, "--pose", "bind", "-a", "0", "--time", "0.5"});
    const auto at = [&](size_t vertex, size_t first) {
        return glm::dvec3(ply.value(vertex, first), ply.value(vertex, first + 1), ply.value(vertex, first + 2));
    };
    // All distances equal those of the mesh, times one scale.
    const double scale =
        glm::length(at(ply.vertices - 1, 0) - at(0, 0)) / glm::length(at(ply.vertices - 1, 6) - at(0, 6));
    double farthest = 0.0;
    for (size_t i = 1; i < ply.vertices; ++i)
        farthest =
            std::max(farthest, std::abs(glm::length(at(i, 0) - at(0, 0)) - scale * glm::length(at(i, 6) - at(0, 6))));
    CHECK(scale > 0.0);
    CHECK(farthest < 1e-5);
}
