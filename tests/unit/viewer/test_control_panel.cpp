#include "viewer/panel/control_panel.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "support/catch.h"
#include "support/random.h"
#include "unit/viewer/panel_player.h"

using namespace sinew;

namespace {

constexpr float kSideX = 1100.0f;                      // over the panel
constexpr float kBarY = 690.0f, kRangeY = 672.0f;      // the time, and the loop range above it
constexpr float kBarLeft = 28.0f, kBarRight = 908.0f;  // ends of the time bar

float xAt(double seconds) {
    return kBarLeft + (kBarRight - kBarLeft) * static_cast<float>(seconds / 2.0);
}

}  // namespace

TEST_CASE("a click in the list requests the clip of that line") {
    PanelPlayer player;
    std::vector<size_t> played;
    for (float y = 108.0f; y < 164.0f; y += 4.0f)
        player.click(kSideX, y, [&](const PanelRequests& asked) {
            if (asked.play && (played.empty() || played.back() != *asked.play)) played.push_back(*asked.play);
        });
    CHECK(played == std::vector<size_t>{0, 1, 2});
}

TEST_CASE("pointer input over the panel does not reach the picture, and other input does") {
    PanelPlayer player;
    const auto wheel = [&](float x) {
        player.point(x, 300.0f);
        player.hear({.zoom = 1.0f});
        return player.left.zoom;
    };
    CHECK(wheel(kSideX) == 0.0f);
    CHECK(wheel(300.0f) == 1.0f);
}

TEST_CASE("a whole drag belongs to where it starts, the panel or the picture") {
    PanelPlayer player;
    const auto leaves = [&](float x, unsigned buttons) {
        player.point(x, 300.0f, buttons);
        const bool left = !player.left.pointer.empty();
        CHECK((player.left.orbitDrag.x > 0.0f) == (left && buttons != 0));
        player.draw();
        return left;
    };
    CHECK(leaves(kSideX, 0));
    CHECK_FALSE(leaves(kSideX, 1));
    CHECK_FALSE(leaves(300.0f, 1));
    CHECK_FALSE(leaves(300.0f, 0));  // released beside it
    CHECK(leaves(300.0f, 1));
    CHECK(leaves(kSideX, 1));
    CHECK(leaves(kSideX, 0));  // released over it
    player.panel.toggle();
    CHECK(leaves(kSideX, 1));
}

TEST_CASE("a press right after the pointer left the panel reaches the picture") {
    PanelPlayer player;
    player.point(kSideX, 300.0f);
    player.draw(3);
    Input input;
    input.pointer = {
        {.place = {300.0f, 300.0f}}, {.place = {300.0f, 300.0f}, .buttons = 1}, {.place = {300.0f, 300.0f}}};
    player.hear(input);
    CHECK(player.left.pointer.size() == 3);
}

TEST_CASE("selecting a node shows its details, and clearing the selection hides them") {
    PanelPlayer player;
    player.panel.select(4);
    player.draw(3);
    CHECK(player.panel.selectedNode() == 4u);
    const int vertices = player.vertices;
    player.panel.select(std::nullopt);
    player.draw(3);
    CHECK_FALSE(player.panel.selectedNode());
    CHECK(player.vertices < vertices);  // without the node's details
    player.panel.select(4);
    player.panel.setModel(player.model);
    CHECK_FALSE(player.panel.selectedNode());
}

TEST_CASE("scrubbing requests the time under the pointer and holds it") {
    PanelPlayer player;
    for (const double seconds : {0.5, 1.0, 1.5}) {
        player.point(xAt(seconds), kBarY);
        player.draw();
        player.point(xAt(seconds), kBarY, 1);
        const PanelRequests asked = player.draw();
        REQUIRE(asked.seekSeconds);
        CHECK(*asked.seekSeconds == Approx(seconds).margin(0.02));
        CHECK(asked.holdsTime);
        player.point(xAt(seconds) + 44.0f, kBarY + 100.0f, 1);
        CHECK(*player.draw().seekSeconds == Approx(seconds + 0.1).margin(0.02));
        player.point(xAt(seconds), kBarY);
        CHECK_FALSE(player.draw().holdsTime);
    }
}

TEST_CASE("the ends of the loop range snap to frames, and a double-click clears it") {
    PanelPlayer player;
    const auto drag = [&](double from, double to) {
        player.point(xAt(from), kRangeY);
        player.draw();
        player.point(xAt(from), kRangeY, 1);
        player.draw();
        player.point(xAt(to), kRangeY, 1);
        const PanelRequests asked = player.draw();
        player.point(xAt(to), kRangeY);
        player.draw();
        REQUIRE(asked.settings);
        player.state.settings = *asked.settings;
    };
    drag(0.0, 0.51);
    REQUIRE(player.state.settings.loopRange);
    CHECK(player.state.settings.loopRange->startSeconds == Approx(0.5));
    CHECK(player.state.settings.loopRange->endSeconds == 2.0);
    drag(2.0, 1.26);
    CHECK(player.state.settings.loopRange->endSeconds == Approx(38.0 / 30.0));
    drag(0.5, 1.9);  // stops at the other end
    CHECK(player.state.settings.loopRange->startSeconds == Approx(37.0 / 30.0));

    bool whole = false;
    for (int i = 0; i < 2; ++i)
        player.click(xAt(1.0), kRangeY,
                     [&](const PanelRequests& asked) { whole |= asked.settings && !asked.settings->loopRange; });
    CHECK(whole);
}

TEST_CASE("keys typed between two frames are processed completely and in order") {
    PanelPlayer player(40);
    player.panel.toggleKeyboard();
    SECTION("and plays") {
        player.typeAtOnce("31", {keyEnter});
        CHECK(player.played() == std::vector<size_t>{31});
    }
    SECTION("with overlapping key presses") {
        player.typeAtOnce("39", {});
        Input rolled;
        rolled.keys = {{.key = keyBackspace},
                       {.key = '1', .text = '1'},
                       {.key = keyBackspace, .kind = KeyStroke::Kind::release},
                       {.key = '1', .kind = KeyStroke::Kind::release}};
        player.hear(rolled);
        player.typeAtOnce("", {keyEnter});
        CHECK(player.played() == std::vector<size_t>{31});
    }
    SECTION("with corrections") {
        player.typeAtOnce("39", {keyBackspace});
        player.typeAtOnce("17", {keyLeft, keyLeft, keyBackspace, keyEnter});  // of "317"
        CHECK(player.played() == std::vector<size_t>{17});
    }
    CHECK(player.pressesLeft == 0);
}

TEST_CASE("Esc returns the next key to the window, and earlier keys are still processed") {
    PanelPlayer player(40);
    player.panel.toggleKeyboard();
    if (GENERATE(true, false)) player.draw(5);
    player.typeAtOnce("22", {keyEnter, keyEscape});
    CHECK(player.pressesLeft == 0);
    std::vector<size_t> played;
    for (int frame = 0; frame < 12; ++frame) {
        player.press('L');
        CHECK(player.left.keys.size() == 1);
        if (const PanelRequests asked = player.draw(); asked.play) played.push_back(*asked.play);
    }
    CHECK(played == std::vector<size_t>{22});
}

TEST_CASE("the panel stays busy until all keys are processed") {
    PanelPlayer player(40);
    player.panel.toggleKeyboard();
    player.typeAtOnce("clip 31", {keyBackspace, keyBackspace, keyEnter});
    std::optional<size_t> played;
    for (int frame = 0; player.panel.busy() && frame < 100; ++frame) {
        player.gui.begin(PanelPlayer::kExtent, 0.3);
        const PanelRequests asked =
            player.panel.draw(player.state, {PanelPlayer::kExtent.width, PanelPlayer::kExtent.height}, 0.3);
        player.gui.end();
        if (asked.play) played = asked.play;
    }
    CHECK(played == size_t{0});
}

TEST_CASE("Down in the search box selects the next match") {
    PanelPlayer player(40);
    player.panel.toggleKeyboard();
    player.draw(3);
    player.type("clip 2");
    for (int i = 0; i < 2; ++i) {
        player.press(keyDown);
        player.draw();
        player.release(keyDown);
        player.draw();
    }
    player.press(keyEnter);
    std::optional<size_t> played;
    for (int i = 0; i < 3; ++i)
        if (const PanelRequests asked = player.draw(); asked.play) played = asked.play;
    CHECK(played == size_t{20});  // of 2, 12, 20 ...
}

TEST_CASE("letters after Enter start the next search") {
    PanelPlayer player(40);
    player.panel.toggleKeyboard();
    player.typeAtOnce("31", {keyEnter});
    CHECK(player.played() == std::vector<size_t>{31});
    player.type("17");
    player.typeAtOnce("", {keyEnter});
    CHECK(player.played() == std::vector<size_t>{17});
    player.typeAtOnce("22", {keyEnter});
    CHECK(player.played() == std::vector<size_t>{22});
    CHECK(player.pressesLeft == 0);
}

TEST_CASE("Enter opens and closes the focused section, as Space does") {
    const auto verticesOf = [](KeyCode key) {
        PanelPlayer player;
        player.panel.toggleKeyboard();
        player.typeAtOnce("", {keyEnter, keyDown});  // out of the search box
        std::vector<int> vertices;
        for (int line = 0; line < 5; ++line) {
            player.typeAtOnce("", {keyDown, key});
            player.draw(20);
            vertices.push_back(player.vertices);
        }
        return vertices;
    };
    const std::vector<int> byEnter = verticesOf(keyEnter);
    CHECK(byEnter == verticesOf(' '));
    CHECK(*std::max_element(byEnter.begin(), byEnter.end()) > *std::min_element(byEnter.begin(), byEnter.end()) + 200);
}

TEST_CASE("without keyboard focus the panel takes no keys, and Esc returns the focus") {
    PanelPlayer player;
    player.press('W');
    CHECK(player.left.keys.size() == 1);
    player.click(kSideX, 300.0f, [](const PanelRequests&) {});
    player.press(' ');
    CHECK(player.left.keys.size() == 1);
    player.panel.toggleKeyboard();
    player.draw(3);
    CHECK(player.panel.hasKeyboard());
    player.press('W');
    CHECK(player.left.keys.empty());
    player.release('D');  // pressed before the panel had the focus
    CHECK(player.left.keys.size() == 1);
    player.press(keyTab);
    CHECK(player.left.keys.size() == 1);
    player.press(keyEscape);
    CHECK(player.left.keys.empty());
    player.draw(3);
    CHECK_FALSE(player.panel.hasKeyboard());
    player.press('W');
    CHECK(player.left.keys.size() == 1);
    player.press(keyEscape);
    CHECK(player.left.keys.size() == 1);
}

TEST_CASE("a hidden panel requests, draws and takes nothing") {
    PanelPlayer player;
    CHECK(player.vertices > 0);
    player.panel.toggle();
    player.click(kSideX, 90.0f, [](const PanelRequests& asked) { CHECK_FALSE(asked.play); });
    CHECK(player.vertices == 0);
    CHECK_FALSE(player.panel.busy());
    player.point(kSideX, 300.0f, 1);
    CHECK(player.left.orbitDrag.x > 0.0f);
}

TEST_CASE("a click in the tree selects the node, and hovering highlights it") {
    PanelPlayer player;
    std::vector<uint32_t> chosen;
    std::set<uint32_t> hovered;
    for (float y = 208.0f; y < 370.0f; y += 4.0f) {
        player.click(kSideX, y, [](const PanelRequests&) {});
        player.draw(30);  // keeps two clicks from being a double click
        if (const auto node = player.panel.hoveredNode()) hovered.insert(*node);
        const auto node = player.panel.selectedNode();
        if (node && (chosen.empty() || chosen.back() != *node)) chosen.push_back(*node);
    }
    CHECK(chosen == std::vector<uint32_t>{0, 1, 2, 3, 4, 5});
    CHECK(hovered.size() == 6);
}

TEST_CASE("an eye hides the meshes of a node and below, and with Ctrl all others") {
    PanelPlayer player(0);
    for (const uint32_t node : {2u, 4u, 5u})
        player.model.instances.push_back({.node = node});
    player.model.meshes.resize(1);
    player.panel.setModel(player.model);
    using Names = std::set<std::string>;
    std::set<Names> hidden;
    const auto clickDown = [&] {
        hidden.clear();
        for (float y = 130.0f; y < 300.0f; y += 8.0f)
            if (const auto asked = player.request(1231.0f, y); asked.settings) {
                hidden.insert(asked.settings->hiddenNodes);
                player.state.settings.hiddenNodes.clear();
            }
    };
    clickDown();
    CHECK(hidden == std::set<Names>{{"node2", "node4", "node5"}, {"node4", "node5"}, {"node5"}});
    player.press(keyCtrl);
    clickDown();
    CHECK(hidden == std::set<Names>{{}, {"node2"}, {"node2", "node4"}});
}

TEST_CASE("a moved slider of a morph target holds its weight, and a button returns it to the clip") {
    PanelPlayer player(0);
    player.model.meshes.resize(1);
    player.model.meshes[0].morphTargets = {{.name = "smile", .deltas = {}}, {.name = "frown", .deltas = {}}};
    player.model.instances = {{.node = 2}, {.node = 4}};  // share their weights
    player.panel.setModel(player.model);
    const std::array<float, 2> weights{0.25f, 0.5f};
    player.state.morphWeights = weights;
    player.openOnly(122.0f);
    std::map<uint32_t, float>& held = player.state.settings.heldMorphs;
    const auto clickRows = [&](float x) {
        for (float y = 138.0f; y < 174.0f; y += 6.0f)
            player.request(x, y);
    };
    clickRows(1180.0f);
    REQUIRE(held.size() == 2);
    CHECK(held[0] > 0.3f);
    CHECK(held[0] == Approx(held[1]));
    clickRows(1237.0f);
    CHECK(held.empty());
}

TEST_CASE("the verbs of the clip that plays are requests, and a reset takes them back") {
    PanelPlayer player;
    std::vector<ClipEdit>& edits = player.state.source.clips;
    const auto clickAt = [&](float x, float y) {
        player.click(x, y, [&](const PanelRequests& asked) { edits = asked.clips.value_or(edits); });
        player.draw(30);  // keeps two clicks from being a double click
    };
    clickAt(990.0f, 187.0f);
    clickAt(982.0f, 237.0f);
    clickAt(982.0f, 261.0f);
    REQUIRE(edits.size() == 3);
    REQUIRE(edits[0].verbs.size() == 2);
    CHECK((edits[0].verbs[0].kind == ClipVerb::Kind::loop && edits[0].verbs[1].kind == ClipVerb::Kind::mirror));
    clickAt(1045.0f, 288.0f);
    CHECK((edits[0].verbs.empty() && edits[0].clip == 0u && edits[1].clip == 1u));
}

TEST_CASE("a click on the frame's number takes another one") {
    PanelPlayer player;
    std::optional<double> sought;
    for (float x = 500.0f; x < 900.0f && !sought; x += 15.0f) {
        player.request(x, 652.0f);
        player.typeAtOnce("12", {keyEnter});
        for (int frame = 0; frame < 10 && !sought; ++frame)
            sought = player.draw().seekSeconds;
    }
    CHECK(sought == Approx(12.0 * stepSeconds(player.model.clips[0])));
}

TEST_CASE("the panel shows models without clips, bones or nodes") {
    PanelPlayer player(0);
    CHECK(player.vertices > 0);
    player.model = {};
    player.panel.setModel(player.model);
    player.draw(3);
    CHECK(player.vertices > 0);
}

TEST_CASE("a press and a release between two frames are both processed") {
    PanelPlayer player;
    Input input;
    input.pointer = {
        {.place = {xAt(1.0), kBarY}}, {.place = {xAt(1.0), kBarY}, .buttons = 1}, {.place = {900.0f, 10.0f}}};
    player.hear(input);
    CHECK(player.draw().seekSeconds);
    CHECK_FALSE(player.draw().seekSeconds);
}

TEST_CASE("a thousand random clicks, drags and keys lead to valid requests only") {
    PanelPlayer player(12);
    Random random(7);
    const KeyCode keys[] = {keyTab,  keyF6,    keyEscape, keyEnter, keyDown,     keyUp,
                            keyLeft, keyRight, ' ',       'A',      keyBackspace};
    for (int i = 0; i < 1000; ++i) {
        const float x = random.uniform(0.0f, 1280.0f), y = random.uniform(0.0f, 720.0f);
        player.point(x, y, random.chance(0.6) ? 1 : 0);
        Input input;
        input.keys.push_back({.key = keys[random.below(std::size(keys))]});
        player.hear(input);
        for (const KeyStroke& stroke : player.left.keys) {
            if (stroke.key == keyTab) player.panel.toggle();
            if (stroke.key == keyF6) player.panel.toggleKeyboard();
        }
        const PanelRequests asked = player.draw();
        if (asked.play) CHECK(*asked.play < 12);
        if (asked.seekSeconds) CHECK((*asked.seekSeconds >= 0.0 && *asked.seekSeconds <= 2.0));
        if (asked.settings) player.state.settings = *asked.settings;
        CHECK(std::isfinite(player.state.settings.speed));
        if (const auto range = player.state.settings.loopRange) CHECK(range->startSeconds < range->endSeconds);
    }
}
