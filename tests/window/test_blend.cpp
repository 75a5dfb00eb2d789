#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/picture.h"
#include "window/session.h"

// The panel's blend and state machine sections, with a real pointer. Coordinates are pixels of the window.

TEST_CASE("the panel sets parameters and fires triggers of the state machine", "[window]") {
    requireScreen();
    constexpr int kLeft = 793, kRight = 964, kSpeedY = 240, kJumpY = 290;
    Session session({asset("character.dae"), "--graph", asset("character.graph.json"), "--size", "1000x640",
                     "--floor=off", "--state-json", "state.json"});
    session.requireTitle("move");
    session.window().key("Tab");
    session.waitForPanel();
    session.window().point((kLeft + 3 * kRight) / 4, kSpeedY, {"click", "1"});
    session.waitForPanel();
    session.window().point(880, kJumpY, {"click", "1"});
    session.requireTitle("jump");
    session.requireTitle("move");
    const nlohmann::json state = stateOf(session);
    CHECK(state["parameters"]["speed"].get<double>() == Approx(0.75 * 1.75).margin(0.1));
    CHECK(state["parameters"]["jump"] == 0.0);
    CHECK(state["mix"].is_null());
}
