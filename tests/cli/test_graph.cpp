#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/ply.h"
#include "support/picture.h"

// State machines controlled by scripts.

namespace {

const std::string kGraph = asset("character.graph.json");

std::vector<std::string> scripted(const TemporaryFolder& folder, const std::string& text) {
    std::ofstream(folder / "script.txt") << text;
    return {kCharacter, "--graph", kGraph, "--script", (folder / "script.txt").string()};
}

constexpr const char* kWalkScript = "0 down W\n0.5 down E\n1 down Shift\n1.5 down Space\n";

}  // namespace

TEST_CASE("equal graphs and scripts give equal pictures, alone and in a sequence", "[cli]") {
    const TemporaryFolder folder;
    const auto draw = [&](const std::vector<std::string>& more) {
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

TEST_CASE("the keys of a script move the exported pose", "[cli]") {
    const TemporaryFolder folder;
    const std::vector<std::string> at{"--time", "1.2"};
    const Ply still = pose(folder, scripted(folder, "") + at), walk = pose(folder, scripted(folder, "0 down W\n") + at);
    const Ply again = pose(folder, scripted(folder, "0 down W\n") + at);
    CHECK(still.body != walk.body);
    CHECK(walk.body == again.body);
}

TEST_CASE("root motion moves the exported pose of a clip by its steps, of a graph by its playback", "[cli]") {
    const TemporaryFolder folder;
    const auto way = [&](const std::vector<std::string>& arguments) {
        const Ply stays = pose(folder, arguments),
                  goes = pose(folder, arguments + std::vector<std::string>{"--root-motion", "move"});
        REQUIRE(stays.vertices == goes.vertices);
        double sum = 0.0;
        for (size_t column = 0; column < 3; ++column) {
            const double own = goes.value(0, column) - stays.value(0, column);
            sum += own * own;
        }
        return std::sqrt(sum);
    };
    // Walk moves by 0.66 m per second.
    CHECK(way({kCharacter, "-a", "Walk", "--time", "2.5"}) == Approx(1.65).epsilon(0.03));
    CHECK(way({kCharacter, "-a", "Idle", "--time", "2.5"}) < 1e-4);
    const double walked = way(scripted(folder, "0 down W\n2 up W\n") + std::vector<std::string>{"--time", "4"});
    CHECK(walked > 0.9);
    CHECK(walked < 1.7);
    const Finished wrong = runSinew({kCharacter, "--root-motion", "run", "-o", "a.png"});
    requireExit(wrong, 2);
    CHECK(contains(wrong.err, "off, floor or move"));
}

TEST_CASE("the keys W, A, S and D turn the character, and it walks where it faces", "[cli]") {
    const TemporaryFolder folder;
    // It stands still at the end, so that the poses differ only in position and heading.
    const auto walked = [&](const std::string& key) {
        return pose(folder, scripted(folder, "1 down " + key + "\n2 up " + key + "\n") +
                                std::vector<std::string>{"--time", "6", "--root-motion", "move"});
    };
    struct Place {
        double x = 0.0, z = 0.0;
    };
    const auto placeOf = [](const Ply& ply, size_t vertex) {
        return Place{ply.value(vertex, 0), ply.value(vertex, 2)};
    };
    const auto middleOf = [&](const Ply& ply) {
        Place middle;
        for (size_t vertex = 0; vertex < ply.vertices; ++vertex) {
            middle.x += placeOf(ply, vertex).x / static_cast<double>(ply.vertices);
            middle.z += placeOf(ply, vertex).z / static_cast<double>(ply.vertices);
        }
        return middle;
    };
    const Ply ahead = walked("W");
    const Place aheadMiddle = middleOf(ahead);
    CHECK(aheadMiddle.z > 0.5);
    CHECK(std::abs(aheadMiddle.x) < 0.05);
    const std::pair<const char*, Place> ways[] = {{"A", {1, 0}}, {"S", {0, -1}}, {"D", {-1, 0}}};
    for (const auto& [key, facing] : ways) {
        const Ply there = walked(key);
        REQUIRE(there.vertices == ahead.vertices);
        const Place middle = middleOf(there);
        INFO(key << " leads to " << middle.x << ", " << middle.z);
        CHECK(middle.x * facing.x + middle.z * facing.z > 0.5);
        CHECK(std::abs(middle.x * facing.z - middle.z * facing.x) < 0.05);
        double farthest = 0.0;
        for (size_t vertex = 0; vertex < ahead.vertices; ++vertex) {
            const Place own = placeOf(ahead, vertex), turned = placeOf(there, vertex);
            const double x = own.x - aheadMiddle.x, z = own.z - aheadMiddle.z;
            farthest = std::max(farthest, std::hypot(turned.x - middle.x - (facing.z * x + facing.x * z),
                                                     turned.z - middle.z - (facing.z * z - facing.x * x)));
        }
        CHECK(farthest < 1e-4);
    }
}

TEST_CASE("parameters of a graph turn the head and raise a foot onto a step", "[cli]") {
    const TemporaryFolder folder;
    const auto at = [&](const std::string& script) {
        return pose(folder, scripted(folder, script) + std::vector<std::string>{"--time", "2"});
    };
    const Ply still = at(""), front = at("0 set look 1\n"), left = at("0 set look 1\n0 set look_turn 60\n");
    CHECK(at("0 set look_turn 60\n").body == still.body);  // the look goal has no weight
    CHECK(front.body != still.body);
    // The eyes are the first mesh. About the up axis they turn from straight ahead to the look direction.
    double sine = 0.0, cosine = 0.0, x = 0.0, z = 0.0, turnedX = 0.0, turnedZ = 0.0, count = 0.0;
    const auto isEye = [&](size_t vertex) {
        int32_t mesh = 0;
        std::memcpy(&mesh, still.body.data() + vertex * kVertexBytes + 44, 4);
        return mesh == 0;
    };
    for (size_t i = 0; i < still.vertices; ++i) {
        if (!isEye(i)) continue;
        x += front.value(i, 0), z += front.value(i, 2), turnedX += left.value(i, 0), turnedZ += left.value(i, 2);
        ++count;
    }
    REQUIRE(count > 0.0);
    REQUIRE(count < 1000.0);
    for (size_t i = 0; i < still.vertices; ++i) {
        if (!isEye(i)) continue;
        const double ownX = front.value(i, 0) - x / count, ownZ = front.value(i, 2) - z / count;
        const double thenX = left.value(i, 0) - turnedX / count, thenZ = left.value(i, 2) - turnedZ / count;
        sine += ownZ * thenX - ownX * thenZ;
        cosine += ownX * thenX + ownZ * thenZ;
    }
    CHECK(std::atan2(sine, cosine) * 180.0 / 3.14159265358979 == Approx(60.0).margin(0.1));

    const Ply step = at("0 set left_ground 0.2\n");
    size_t soles = 0;
    for (size_t i = 0; i < still.vertices; ++i) {
        if (still.value(i, 1) > 0.06f) continue;
        ++soles;
        const float rise = still.value(i, 0) > 0.0f ? 0.2f : 0.0f;
        REQUIRE(step.value(i, 0) == Approx(still.value(i, 0)).margin(1e-4));
        REQUIRE(step.value(i, 1) - still.value(i, 1) == Approx(rise).margin(1e-4));
        REQUIRE(step.value(i, 2) == Approx(still.value(i, 2)).margin(1e-4));
    }
    CHECK(soles > 100);
}

TEST_CASE("a picture of a graph shows where the head looks", "[cli]") {
    const TemporaryFolder folder;
    const auto draw = [&](const std::string& name, const std::string& script, const std::vector<std::string>& more) {
        requireExit(runSinew(scripted(folder, script) + kSmall + more +
                             std::vector<std::string>{"-o", (folder / name).string()}),
                    0);
    };
    const std::string look = "0 set look 1\n0 set look_turn 80\n";
    draw("still.png", "", {"--time", "1"});
    draw("look.png", look, {"--time", "1"});
    draw("f_%d.png", look, {"--time", "0.5", "--frames", "2", "--fps", "2"});
    CHECK(readFile(folder / "look.png") != readFile(folder / "still.png"));
    CHECK(readFile(folder / "f_1.png") == readFile(folder / "look.png"));
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
    const std::vector<std::string> walk = scripted(folder, "0 down W\n");
    const std::string ply = (folder / "p.ply").string();
    const Finished posed = runSinew(walk + std::vector<std::string>{"--time", "3", "--export-pose", ply});
    CHECK(posed.out.empty());
    const std::string said = events(posed);
    // A cycle of the walk takes a second, and starts while still blended with standing.
    size_t count = 0;
    for (std::istringstream lines(said); lines;) {
        std::string line;
        if (!std::getline(lines, line)) break;
        CAPTURE(line);
        const std::string foot = count % 2 == 0 ? "left" : "right";
        CHECK(line.starts_with("sinew: event '" + foot + " foot' at "));
        CHECK(contains(line, " s, weight "));
        ++count;
    }
    CHECK(count >= 5);
    CHECK(contains(said, ", weight 1.00"));

    const Finished picture = runSinew(walk + kSmall + std::vector<std::string>{"--time", "3", "-o", "-"});
    CHECK(events(picture) == said);
    CHECK(picture.out.starts_with("\x89PNG"));
    CHECK_FALSE(contains(picture.out, "event"));
    const std::vector<std::string> film{"--time", "1", "--frames", "3",
                                        "--fps",  "1", "-o",       (folder / "f_%d.png").string()};
    CHECK(events(runSinew(walk + kSmall + film)) == said);
    const Finished still =
        runSinew(scripted(folder, "") + std::vector<std::string>{"--time", "3", "--export-pose", ply});
    CHECK(events(still).empty());
}

TEST_CASE("left and right feet alternate when walk and run are synchronized, and do not otherwise", "[cli]") {
    const TemporaryFolder folder;
    const std::string graph = (folder / "g.json").string(), script = (folder / "s.txt").string();
    const auto feet = [&](bool sync, const std::string& at) {
        std::ofstream(graph) << R"({"schema": 1, "parameters": [{"name": "go", "type": "flag"}],
            "states": [{"name": "walk", "clip": "Walk", "contact_s": 0}, {"name": "run", "clip": "Run", "contact_s": 0}],
            "transitions": [{"from": "walk", "to": "run", "when": [{"parameter": "go"}], "duration_s": 0.8, "sync": )"
                             << (sync ? "true" : "false") << R"(}],
            "events": [{"name": "l", "clip": "Walk", "time_s": 0}, {"name": "r", "clip": "Walk", "time_s": 0.5},
                       {"name": "l", "clip": "Run", "time_s": 0}, {"name": "r", "clip": "Run", "time_s": 0.35}]})";
        std::ofstream(script) << at << " set go 1\n";
        const Finished run = runSinew({kCharacter, "--graph", graph, "--script", script, "--time", "4", "--export-pose",
                                       (folder / "p.ply").string()});
        requireExit(run, 0);
        std::string steps;
        for (size_t at_ = run.err.find("event '"); at_ != std::string::npos; at_ = run.err.find("event '", at_ + 1))
            steps += run.err[at_ + 7];
        return steps;
    };
    const auto alternate = [](const std::string& steps) {
        return !contains(steps, "ll") && !contains(steps, "rr") && steps.size() >= 8;
    };
    for (const char* at : {"1.1", "1.3", "1.6", "1.85"}) {
        CAPTURE(at);
        CHECK(alternate(feet(true, at)));
        CHECK_FALSE(alternate(feet(false, at)));
    }
}

TEST_CASE("an unknown head or foot in a graph exits with 3 and one line with its place", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "g.json").string(), ply = (folder / "p.ply").string();
    const auto refused = [&](const std::string& goals) {
        std::ofstream(file) << "{\n\"schema\": 1, \"states\": [{\"name\": \"a\", \"clip\": \"Idle\"}],\n"
                            << goals << "}";
        const Finished run = runSinew({kCharacter, "--graph", file, "--export-pose", ply});
        requireExit(run, 3);
        return run.err.substr(0, run.err.find('\n'));
    };
    CHECK(contains(refused("\"look_at\": [\n{\"chain\": [\"head\", \"neck\"]}]"),
                   file + ": line 4: the node 'neck' is not below 'head'"));
    CHECK(contains(refused("\"feet\": [{\"foot\": \"hoof\", \"height\": 0}]"), file + ": line 3: no node 'hoof'"));
    CHECK_FALSE(std::filesystem::exists(ply));
}

TEST_CASE("an invalid graph or script exits with 3 and one line with its place", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "g.json").string();
    std::ofstream(file) << "{\n\"schema\": 1,\n\"states\": [{\"name\": \"a\", \"clip\": \"Fly\"}]}";
    const std::string ply = (folder / "p.ply").string();
    const Finished graph = runSinew({kCharacter, "--graph", file, "--export-pose", ply});
    requireExit(graph, 3);
    CHECK(contains(graph.err, file + ": line 3: no clip 'Fly'"));
    const Finished script =
        runSinew(scripted(folder, "0 down W\n1 fly\n") + std::vector<std::string>{"--export-pose", ply});
    requireExit(script, 3);
    CHECK(contains(script.err, "script.txt: line 2: "));
    CHECK_FALSE(std::filesystem::exists(ply));
}
