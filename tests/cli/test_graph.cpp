#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/ply.h"
#include "support/picture.h"

// A state machine that a script plays.

namespace {

const std::string kGraph = asset("character.graph.json");

std::vector<std::string> scripted(const TemporaryFolder& folder, const std::string& text) {
    std::ofstream(folder / "script.txt") << text;
    return {kCharacter, "--graph", kGraph, "--script", (folder / "script.txt").string()};
}

constexpr const char* kWalk = "0 down W\n0.5 down E\n1 down Shift\n1.5 down Space\n";

}  // namespace

TEST_CASE("the same graph and script give the same picture, alone and in a sequence", "[cli]") {
    const TemporaryFolder folder;
    const auto draw = [&](const std::vector<std::string>& more) {
        requireExit(runSinew(scripted(folder, kWalk) + kSmall + more), 0);
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

TEST_CASE("root motion moves the exported pose: of a clip as far as its feet go, of a graph as far as it was played",
          "[cli]") {
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
    // Walk goes 0.66 m a second.
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
    // It stands still again at the end, so that the poses differ by where it stands and how it faces alone.
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

TEST_CASE("a graph or a script that is wrong ends with exit 3 and one line that says where", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "g.json").string();
    std::ofstream(file) << "{\n\"schema\": 1,\n\"states\": [{\"name\": \"a\", \"clip\": \"Fly\"}]}";
    const std::string ply = (folder / "p.ply").string();
    const Finished graph = runSinew({kCharacter, "--graph", file, "--export-pose", ply});
    requireExit(graph, 3);
    CHECK(contains(graph.err, file + ": line 3: there is no clip 'Fly'"));
    const Finished script =
        runSinew(scripted(folder, "0 down W\n1 fly\n") + std::vector<std::string>{"--export-pose", ply});
    requireExit(script, 3);
    CHECK(contains(script.err, "script.txt: line 2: "));
    CHECK_FALSE(std::filesystem::exists(ply));
}
