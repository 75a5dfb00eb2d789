#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/check_members.h"
#include "window/session.h"

// --state-json, and random input.

using Json = nlohmann::json;

TEST_CASE("the option --state-json reports what the window showed when it closed", "[window]") {
    requireScreen();
    Session session({asset("character.dae"), "--look", "studio", "--size", "320x240", "--state-json", "state.json"});
    session.requireTitle("Idle (1/6)");
    for (const char* key : {"3", "l", "minus", "k", "f", "h", "space"})
        session.window().key(key);
    session.requireTitle("paused, once");
    const double seconds = session.shownSeconds();
    session.window().drag(1, 60, 20);
    const Json state = stateOf(session);
    checkMembers(state,
                 R"({"schema": 1, "animation": "Run", "animations": 6, "paused": true, "speed": 0.5, "loop": false,
                            "selected_bone": null, "overlays": ["skeleton", "keys"], "complaint": null})");
    CHECK(state["model"] == asset("character.dae"));
    CHECK(std::abs(state["time_s"].get<double>() - seconds) < 0.0051);
    CHECK(std::abs(state["camera"]["yaw_degrees"].get<double>() - (32.0 - 200.0 * 60.0 / 240.0)) < 0.01);
    CHECK(std::abs(state["camera"]["pitch_degrees"].get<double>() - (10.0 + 200.0 * 20.0 / 240.0)) < 0.01);
    CHECK(state["camera"]["target"].size() == 3);
    CHECK(state["camera"]["distance"] > 0.0);
}

TEST_CASE("the option --state-json says how many characters of a crowd were posed, culled and drawn, and where",
          "[window]") {
    requireScreen();
    const std::string where = GENERATE("cpu", "gpu");
    Session session({asset("tube.dae"), "--size", "320x240", "--instances", "9,circle", "--pose-on", where,
                     "--state-json", "state.json"});
    session.requireTitle("Bend");
    session.screenshot();
    const Json crowd = stateOf(session)["crowd"];
    checkMembers(crowd, R"({"instances": 9, "formation": "circle", "seed": 1, "drawn": 9, "posed": 9, "culled": 0,
                            "selected": 0})");
    CHECK(crowd["posed_on"] == where);
}

TEST_CASE("the option --state-json names the bone selected in the panel, and the panel is saved as shown", "[window]") {
    requireScreen();
    const TemporaryFolder configuration;
    const auto state = [&](const Arguments& keys) {
        Session session({asset("character.dae"), "--size", "1000x640", "--state-json", "state.json"},
                        VirtualScreen::Manager::none, {{"XDG_CONFIG_HOME", configuration.path().string()}});
        session.requireTitle("Idle (1/6)");
        for (const std::string& key : keys)
            session.window().key(key);
        session.screenshot();
        session.window().point(800, 366);
        session.waitForPanel();
        session.screen().xdotool({"click", "1"});
        session.waitForPanel();
        return stateOf(session);
    };
    const Json hidden = state({});
    CHECK(hidden["panel_visible"] == false);
    CHECK(hidden["selected_bone"].is_null());
    const Json shown = state({"Tab"});
    CHECK(shown["panel_visible"] == true);
    CHECK(shown["selected_bone"] == "spine1");
    const Json again = state({});
    CHECK(again["panel_visible"] == true);
    CHECK(again["selected_bone"] == shown["selected_bone"]);
}

TEST_CASE("with a state machine, --state-json has its state and no clip", "[window]") {
    requireScreen();
    Session session({asset("character.dae"), "--graph", asset("character.graph.json"), "--look", "studio", "--size",
                     "320x240", "--state-json", "state.json"});
    session.requireTitle("move");
    const Json state = stateOf(session);
    CHECK(state["animation"].is_null());
    CHECK(state["state"] == "move");
    CHECK(state["time_s"] > 0.0);
    CHECK(state["overlays"] == Json{"floor"});
}

TEST_CASE("an unwritable --state-json exits with 5 and one line", "[window]") {
    requireScreen();
    Session session({asset("tube.dae"), "--size", "320x240", "--state-json", "/proc/state.json"});
    session.requireTitle("Bend");
    session.window().key("ctrl+q");
    const Finished& finished = session.process().wait(20.0);
    INFO(finished.describe());
    CHECK(finished.exit == 5);
    CHECK(finished.err == "sinew: /proc/state.json: No such file or directory\n");
}

TEST_CASE("the window still responds after 1,000 random keys and clicks", "[window]") {
    requireScreen();
    Session session({"--each", asset("character.dae"), asset("tube.dae"), asset("snake.dae"), "--size", "320x240",
                     "--state-json", "state.json"});
    session.requireTitle("Idle (1/6)");
    std::mt19937 random(2026);
    const Arguments keys{"Right", "Left",   "n",     "p",      "1",     "2",      "3",       "4",  "5",   "6",
                         "9",     "space",  "comma", "period", "minus", "equal",  "l",       "i",  "m",   "w",
                         "k",     "t",      "b",     "f",      "h",     "F1",     "Home",    "F5", "Tab", "Up",
                         "Down",  "Return", "Prior", "Next",   "F11",   "ctrl+a", "shift+r", "q",  "x",   "slash"};
    const auto below = [&](size_t count) { return std::uniform_int_distribution<size_t>(0, count - 1)(random); };
    std::string script;
    for (int i = 0; i < 1000; ++i) {
        const size_t kind = below(10);
        if (kind < 7)
            script += fmt::format("key --delay 2 {}\n", keys[below(keys.size())]);
        else
            script += fmt::format("mousemove --window {} {} {} {} {}\n", session.window().id(), below(320), below(240),
                                  kind == 7   ? "click"
                                  : kind == 8 ? "mousedown"
                                              : "mouseup",
                                  1 + below(5));
    }
    for (int button = 1; button <= 5; ++button)
        script += fmt::format("mouseup {}\n", button);
    session.screen().xdotoolScript(script);
    REQUIRE(session.process().running());
    session.window().focus();
    // The panel may have the focus; a click on the picture takes it back.
    CHECK(waitFor(30.0, [&] {
        session.screen().xdotool({"mousemove", "--window", session.window().id(), "20", "20", "click", "1"});
        session.window().key("1");
        return session.window().titleHas("(1/", 1.0);
    }));
    const Json state = stateOf(session);
    CHECK(state["complaint"].is_null());
    CHECK(state["animation"].is_string());
}
