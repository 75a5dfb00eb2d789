#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/ply.h"

// State machines controlled by scripts.

namespace {

const std::string kGraph = asset("character.graph.json");

Arguments scripted(const TemporaryFolder& folder, const std::string& text) {
    std::ofstream(folder / "script.txt") << text;
    return {kCharacter, "--graph", kGraph, "--script", (folder / "script.txt").string()};
}

constexpr const char* kWalkScript = "0 down W\n0.5 down E\n1 down Shift\n1.5 down Space\n";

}  // namespace

TEST_CASE("equal graphs and scripts give equal pictures, alone and in a sequence", "[cli]") {
    const TemporaryFolder folder;
    const auto draw = [&](const Arguments& more) {
        requireExit(runSinew(scripted(folder, kWalkScript) + kSmall + more), 0);
    };
    const std::string first = (folder / "a.png").string(), second = (folder / "b.png").string();
    draw({"--time", "1.8", "-o", first});
    draw({"--time", "1.8", "-o", second});
    CHECK(readFile(first) == readFile(second));
    draw({"--time", "1.5", "--frames", "4", "--fps", "10", "-o", (folder / "f_%d.png").string()});
    CHECK(readFile(folder / "f_3.png") == readFile(first));
    CHECK(readFile(folder / "f_0.png") != readFile(first));
}

TEST_CASE("keys and parameters of a script move the exported pose", "[cli]") {
    const TemporaryFolder folder;
    const auto at = [&](const std::string& script) {
        return pose(folder, scripted(folder, script) + Arguments{"--time", "2"}).body;
    };
    const std::string still = at("");
    CHECK(at("0 set look_turn 60\n") == still);  // the look goal has no weight
    for (const char* script : {"0 down W\n", "0 set look 1\n", "0 set left_ground 0.2\n"}) {
        INFO(script);
        CHECK(at(script) != still);
    }
}

TEST_CASE("footsteps are printed on stderr, the same for a pose, a picture and a sequence, never on stdout", "[cli]") {
    const TemporaryFolder folder;
    const auto events = [](const Finished& run) {
        requireExit(run, 0);
        std::string lines;
        std::istringstream all(run.err);
        for (std::string line; std::getline(all, line);)
            if (line.starts_with("sinew: event ")) lines += line + "\n";
        return lines;
    };
    const Arguments walk = scripted(folder, "0 down W\n");
    const std::string ply = (folder / "p.ply").string();
    const Finished posed = runSinew(walk + Arguments{"--time", "3", "--export-pose", ply});
    CHECK(posed.out.empty());
    const std::string said = events(posed);
    // A cycle of the walk takes a second, and starts while still blended with standing.
    size_t count = 0;
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line); ++count) {
        CAPTURE(line);
        const std::string foot = count % 2 == 0 ? "left" : "right";
        CHECK(line.starts_with("sinew: event '" + foot + " foot' at "));
    }
    CHECK(count >= 5);

    const Finished picture = runSinew(walk + kSmall + Arguments{"--time", "3", "-o", "-"});
    CHECK(events(picture) == said);
    CHECK(picture.out.starts_with("\x89PNG"));
    CHECK_FALSE(contains(picture.out, "event"));
    const Arguments film{"--time", "1", "--frames", "3", "--fps", "1", "-o", (folder / "f_%d.png").string()};
    CHECK(events(runSinew(walk + kSmall + film)) == said);
}

TEST_CASE("an invalid graph or script exits with 3 and one line with its place", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "g.json").string();
    std::ofstream(file) << "{\n\"schema\": 1,\n\"states\": [{\"name\": \"a\", \"clip\": \"Fly\"}]}";
    const std::string ply = (folder / "p.ply").string();
    const Finished graph = runSinew({kCharacter, "--graph", file, "--export-pose", ply});
    requireExit(graph, 3);
    CHECK(contains(graph.err, file + ": line 3: no clip 'Fly'"));
    const Finished script = runSinew(scripted(folder, "0 down W\n1 fly\n") + Arguments{"--export-pose", ply});
    requireExit(script, 3);
    CHECK(contains(script.err, "script.txt: line 2: "));
    CHECK_FALSE(std::filesystem::exists(ply));
}
