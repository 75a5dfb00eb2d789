#include "viewer/key_list.h"

#include <algorithm>

#include "app/options/keys.h"
#include "support/catch.h"

using namespace sinew;

namespace {

/// The keys in the row of that effect; empty if there is none.
std::string keysFor(const std::vector<KeyLine>& lines, const std::string& effect) {
    const auto line = std::ranges::find(lines, effect, &KeyLine::effect);
    return line == lines.end() ? "" : line->keys;
}

GraphFile makeGraph() {
    GraphFile file;
    file.graph.parameters = {{.name = "speed"},
                             {.name = "armed", .kind = ParameterKind::flag},
                             {.name = "jump", .kind = ParameterKind::trigger}};
    file.stick = {{.parameter = 0}, {.parameter = 1}};
    file.keys = {{{"W"}, 0, 0.66}, {{"S"}, 0, 0.66}, {{"Shift", "W"}, 0, 1.75}, {{"Space"}, 2}, {{"Left"}, 1, 0.0}};
    return file;
}

}  // namespace

TEST_CASE("Without a graph, the list of keys equals that of the help") {
    const std::vector<KeyLine> lines = keyLines(nullptr);
    REQUIRE(lines.size() == std::size(kKeys));
    CHECK(keysFor(lines, "wireframe") == "W");
    CHECK(keysFor(lines, "clip by number") == "1 to 9");
}

TEST_CASE("The keys of a graph come first, and the window's keys need the modifier where they collide") {
    const GraphFile file = makeGraph();
    const std::vector<KeyLine> lines = keyLines(&file);
    CHECK(keysFor(lines, "speed, armed") == "gamepad's left stick");
    CHECK(lines[0].keys == "W, S");
    CHECK(lines[0].effect == "speed 0.66");
    CHECK(keysFor(lines, "speed 1.75") == "Shift+W");
    CHECK(keysFor(lines, "jump") == "Space");
    CHECK(keysFor(lines, "armed off") == "Left");
    CHECK(keysFor(lines, "wireframe") == "Ctrl+W");
    CHECK(keysFor(lines, "pause / resume") == "Ctrl+Space");
    CHECK(keysFor(lines, "skeleton") == "K");
    CHECK(keysFor(lines, "list of keys") == "H or F1");
    CHECK(keysFor(lines, "step one frame forward") == ".");
    CHECK(keysFor(lines, "step one frame back").empty());
    CHECK(keysFor(lines, "orbit") == "Left drag");
    CHECK(keysFor(lines, "clip by number").empty());
    CHECK(keysFor(lines, "next / previous clip").empty());
}

TEST_CASE("If a graph binds Ctrl, Alt returns keys to the window") {
    GraphFile file = makeGraph();
    CHECK(modifierOfWindow(file.keys) == "Ctrl");
    file.keys.push_back({{"Ctrl", "E"}, 2});
    CHECK(modifierOfWindow(file.keys) == "Alt");
    CHECK(keysFor(keyLines(&file), "wireframe") == "Alt+W");
}
