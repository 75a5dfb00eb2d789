#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/picture.h"
#include "window/session.h"

// The panel's blend and state machine sections, with a real pointer. Coordinates are pixels of the window.

namespace {

constexpr int kX = 820, kClipsY = 70, kHierarchyY = 96, kBlendY = 200;
constexpr int kFirstMixedY = 252, kLine = 18;
constexpr int kWeightLeft = 841, kWeightRight = 971;
constexpr int kParameterLeft = 793, kParameterRight = 964, kSpeedY = 266, kJumpY = 316;

std::vector<std::string> characterInWindow(std::vector<std::string> more) {
    std::vector<std::string> arguments{asset("character.dae"), "--size",       "1000x640",
                                       "--no-floor",           "--state-json", "state.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// Drags slowly enough for the panel to see every step.
void drag(Session& session, int fromX, int toX, int y) {
    session.window().point(fromX, y, {"mousedown", "1"});
    session.waitForPanel();
    session.window().point(toX, y);
    session.waitForPanel();
    session.screen().xdotool({"mouseup", "1"});
    session.waitForPanel();
}

void click(Session& session, int x, int y) {
    session.window().point(x, y, {"click", "1"});
    session.waitForPanel();
}

}  // namespace

TEST_CASE("dragging a weight in the panel blends a clip in and changes the picture", "[window]") {
    requireScreen();
    Session session(characterInWindow({"-a", "Walk", "--speed", "0", "--time", "0.25"}));
    session.requireTitle("Walk (2/6)");
    session.window().key("Tab");
    session.waitForPanel();
    for (const int header : {kClipsY, kHierarchyY, kBlendY})
        click(session, kX, header);
    const std::string walking = session.screenshot();
    click(session, kX - 30, kFirstMixedY);
    click(session, kX - 30, kFirstMixedY + 4 * kLine + kLine / 2);  // the third clip, below the empty choice
    const std::string mixed = session.requireOtherPicture(walking);
    drag(session, (kWeightLeft + kWeightRight) / 2, kWeightRight + 10, kFirstMixedY);
    session.requireOtherPicture(mixed);
    const nlohmann::json state = stateOf(session);
    CHECK(state["animation"] == "Walk");
    const nlohmann::json& mix = state["mix"];
    REQUIRE(mix["clips"].size() == 2);
    CHECK(mix["clips"][1]["clip"] == "Run");
    CHECK(mix["clips"][1]["weight"] == 1.0);
    CHECK(mix["layer"].is_null());
}

TEST_CASE("the panel sets parameters and fires triggers of the state machine", "[window]") {
    requireScreen();
    Session session(characterInWindow({"--graph", asset("character.graph.json")}));
    session.requireTitle("move");
    session.window().key("Tab");
    session.waitForPanel();
    drag(session, (kParameterLeft + kParameterRight) / 2, (kParameterLeft + 3 * kParameterRight) / 4, kSpeedY);
    session.window().point(kX + 60, kJumpY, {"click", "1"});
    session.requireTitle("jump");
    session.requireTitle("move");
    const nlohmann::json state = stateOf(session);
    CHECK(state["parameters"]["speed"].get<double>() == Approx(0.75 * 1.75).margin(0.1));
    CHECK(state["parameters"]["jump"] == 0.0);
    CHECK(state["mix"].is_null());
}
