#include <filesystem>
#include <regex>

#include "support/assets.h"
#include "support/catch.h"
#include "support/picture.h"
#include "support/process.h"
#include "window/session.h"

// A state machine in the window: its keys, the window's own keys, and reloads of its file.

namespace {

const std::string kGraph = asset("character.graph.json");

Arguments withGraph(const std::string& graph, Arguments more = {}) {
    Arguments arguments{kCharacter, "--graph", graph, "--size", "320x240"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

bool titleLoses(Session& session, const std::string& part) {
    return waitFor(20.0, [&] { return session.window().title().find(part) == std::string::npos; });
}

}  // namespace

TEST_CASE("the bundled graph's keys walk, jump and wave, and the title shows the state", "[window]") {
    requireScreen();
    Session session(withGraph(kGraph, {"--root-motion", "move"}));
    session.requireTitle("move, speed 1 - character.dae");
    session.window().keyDown("w");
    session.window().keyDown("shift");
    session.window().key("e");
    session.requireTitle("move + wave");
    session.window().key("space");
    session.requireTitle("jump");
    CHECK(titleLoses(session, "jump"));
    CHECK(titleLoses(session, "wave"));
    session.window().keyUp("shift");
    session.window().keyUp("w");
    session.quit();
}

TEST_CASE("a held key keeps the character walking, and releasing it stops the walk", "[window]") {
    requireScreen();
    // One state for each, so that the title shows which one is active.
    const TemporaryFolder folder;
    const std::string graph = folder / "g.json";
    writeFile(graph, R"({"schema": 1, "parameters": [{"name": "go", "type": "flag"}],
        "states": [{"name": "stands", "clip": "Idle"}, {"name": "goes", "clip": "Walk"}],
        "transitions": [{"from": "stands", "to": "goes", "when": [{"parameter": "go"}]},
                        {"from": "goes", "to": "stands", "when": [{"parameter": "go", "value": false}]}],
        "keys": [{"key": "Up", "parameter": "go"}, {"key": "Shift+W", "parameter": "go"}]})");
    Session session(withGraph(graph));
    session.requireTitle("stands");
    session.window().keyDown("Up");
    session.requireTitle("goes");
    session.window().keyUp("Up");
    session.requireTitle("stands");
    session.window().key("w");  // unbound without Shift, but not a key of the window either
    session.window().keyDown("shift");
    session.window().keyDown("w");
    session.requireTitle("goes");
    session.window().keyUp("shift");
    session.requireTitle("stands");
    session.window().keyUp("w");
    session.quit();
}

TEST_CASE("Ctrl returns bound keys to the window, and unbound keys stay the window's", "[window]") {
    requireScreen();
    Session session(withGraph(kGraph));
    session.requireTitle("move");
    session.window().key("ctrl+space");
    session.requireTitle("move, speed 1, paused");
    const std::string plain = session.screenshot();
    session.window().key("w");
    session.requirePicture(plain);
    session.window().key("ctrl+w");
    session.requireOtherPicture(plain);
    session.window().key("ctrl+w");
    session.requirePicture(plain);
    session.window().key("k");
    session.requireOtherPicture(plain);
    session.window().key("k");
    session.requirePicture(plain);
    CHECK(waitFor(20.0, [&] {  // one step of breathing may be too small to see
        session.window().key("period");
        return differenceOfFiles(session.screenshot(), plain).mean > 0.002;
    }));
    session.window().key("2");  // clips cannot be selected
    session.window().key("ctrl+space");
    CHECK(titleLoses(session, "paused"));
    session.requireTitle("move, speed 1 - ");
    session.quit();
}

TEST_CASE("F5 reloads the graph and keeps the old one after an error", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    const std::string graph = folder / "g.json";
    const auto write = [&](const char* state, const char* clip) {
        writeFile(graph,
                  std::string(R"({"schema": 1, "states": [{"name": ")") + state + R"(", "clip": ")" + clip + "\"}]}");
    };
    write("first", "Idle");
    Session session(withGraph(graph));
    session.requireTitle("first");
    write("second", "Dance");
    session.window().key("F5");
    session.requireTitle("second");
    write("third", "Fly");
    session.window().key("F5");
    session.requireMessage("no clip 'Fly'");
    session.requireTitle("second");
    write("fourth", "Walk");
    session.window().key("F5");
    session.requireTitle("fourth");
    session.quit();
}

TEST_CASE("the option --state-json has the footsteps of a walk", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    writeFile(folder / "s.txt", "0.2 down W\n3 fire wave\n");
    Session session(withGraph(kGraph, {"--script", folder / "s.txt", "--state-json", "state.json"}));
    session.requireTitle("move + wave");
    const nlohmann::json events = stateOf(session)["events"];
    REQUIRE(events.size() >= 3);
    double before = 0.0;
    for (const nlohmann::json& event : events) {
        CHECK((event["name"] == "left foot" || event["name"] == "right foot"));
        CHECK(event["time_s"].get<double>() > before);
        CHECK(event["weight"].get<double>() > 0.0);
        before = event["time_s"].get<double>();
    }
}

TEST_CASE("clips keep playing while I and M switch transitions and root motion", "[window]") {
    requireScreen();
    Session session({kCharacter, "--size", "320x240", "--transition", "0.5", "-a", "Walk"});
    for (const char* key : {"i", "3", "m", "2", "i", "3", "m", "1", "m"})
        session.window().key(key);
    session.requireTitle("Idle (1/6)");
    session.quit();
}
