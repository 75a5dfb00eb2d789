#include "viewer/key_list.h"

#include <algorithm>
#include <set>

#include "support/catch.h"
#include "viewer/window.h"

using namespace sinew;

namespace {

/// The keys in the row of that effect; empty if there is none.
std::string keysFor(const std::vector<KeyLine>& lines, std::string_view effect) {
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
    CHECK(keysFor(lines, key::wireframe.effect) == "W");
    CHECK(keysFor(lines, key::faster.effect) == "+, =, ]");
    CHECK(keysFor(lines, key::quit.effect) == "Ctrl+Q, Ctrl+W");
    for (const auto& [title, first] : kKeyGroups)
        CHECK(std::ranges::find(lines, title, &KeyLine::group)->effect == first.effect);
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
    CHECK(keysFor(lines, key::wireframe.effect) == "Ctrl+W");
    CHECK(keysFor(lines, key::pause.effect) == "Ctrl+Space");
    CHECK(keysFor(lines, key::skeleton.effect) == "K");
    CHECK(keysFor(lines, key::list.effect) == "F1, ?");
    CHECK(keysFor(lines, key::stepBack.effect).empty());
    CHECK(keysFor(lines, key::orbit.effect) == "Left drag");
    CHECK(keysFor(lines, key::quit.effect) == "Ctrl+Q");  // Ctrl+W is the window's W
    CHECK(lines[0].group == "State machine");
    CHECK(isShortcut("O", file.keys));
}

TEST_CASE("If a graph binds Ctrl, Alt returns keys to the window") {
    GraphFile file = makeGraph();
    CHECK(modifierOfWindow(file.keys) == "Ctrl");
    file.keys.push_back({{"Ctrl", "E"}, 2});
    CHECK(modifierOfWindow(file.keys) == "Alt");
    CHECK(keysFor(keyLines(&file), key::wireframe.effect) == "Alt+W");
}

TEST_CASE("Each key of the list is on the keyboard") {
    std::set<std::string_view> reached;
    for (KeyCode code = 0; code <= keyNum9; ++code)
        for (const char* modifier : {"", "Ctrl+", "Alt+"})
            reached.insert(findKey(modifier + keyName(code)).effect);
    for (const Key& key : kKeys)
        CHECK(reached.contains(key.effect) == (key.use != KeyUse::mouse));
}
