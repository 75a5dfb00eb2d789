#include <cmath>

#include "support/catch.h"
#include "support/picture.h"
#include "window/session.h"

// The panel under real pointers and keys. Places are pixels of a window of this size.

namespace {

const std::string kCharacter = asset("character.dae");
constexpr int kListX = 830, kSearchY = 96, kWalkY = 137, kRunY = 154;
constexpr int kBarLeft = 28, kBarRight = 628, kBarY = 610, kRangeY = 592;

std::vector<std::string> ofSize(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), kCharacter);
    arguments.insert(arguments.end(), {"--size", "1000x640"});
    return arguments;
}

void point(Session& session, int x, int y, std::vector<std::string> then) {
    std::vector<std::string> arguments{"mousemove", "--window", session.window().id(), std::to_string(x),
                                       std::to_string(y)};
    arguments.insert(arguments.end(), then.begin(), then.end());
    session.screen().xdotool(arguments);
}

void click(Session& session, int x, int y) {
    point(session, x, y, {"click", "1"});
}

}  // namespace

TEST_CASE("Tab shows the panel, where a click in the list of clips plays one, and hides it", "[window]") {
    requireScreen();
    Session session(ofSize({"-a", "Idle"}));
    session.requireTitle("Idle (1/6)");
    session.window().key("Tab");
    // Until the panel is there a click goes to the picture.
    REQUIRE(waitFor(30.0, [&] {
        click(session, kListX, kWalkY);
        return session.window().titleHas("Walk (2/6)", 1.0);
    }));
    click(session, kListX, kRunY);
    session.requireTitle("Run (3/6)");
    session.window().key("1");
    session.requireTitle("Idle (1/6)");
    session.window().key("Tab");
    session.window().key("2");
    session.requireTitle("Walk (2/6)");
    click(session, kListX, kRunY);
    CHECK_FALSE(session.window().titleHas("Run (3/6)", 2.0));
    session.quit();
}

TEST_CASE("the time is scrubbed by the mouse, and neither that nor the wheel over the panel moves the camera",
          "[window]") {
    requireScreen();
    Session session(ofSize({"-a", "Idle", "--speed", "0", "--no-floor"}));
    session.requireTitle("Idle (1/6)");
    const std::string plain = session.screenshot();
    session.window().key("Tab");
    const int middle = (kBarLeft + kBarRight) / 2;
    REQUIRE(waitFor(30.0, [&] {
        click(session, middle, kBarY);
        return session.window().titleHas("Idle (1/6) 2.0", 1.0);
    }));
    point(session, middle, kBarY, {"mousedown", "1"});
    point(session, (middle + kBarRight) / 2, kBarY - 200, {});
    session.requireTitle("Idle (1/6) 3.0");
    session.screen().xdotool({"mouseup", "1"});
    point(session, kListX, 400, {"click", "--repeat", "3", "4"});
    point(session, kBarLeft, kBarY, {"mousedown", "1", "sleep", "0.5", "mouseup", "1"});
    session.requireTitle("Idle (1/6) 0.0");
    session.requirePicture(plain);
    session.quit();
}

TEST_CASE("a dragged end of the loop range holds the clip in it", "[window]") {
    requireScreen();
    Session session(ofSize({"-a", "Idle"}));
    session.requireTitle("Idle (1/6)");
    session.window().key("Tab");
    const int half = (kBarLeft + kBarRight) / 2;
    const auto staysBelow = [&](double seconds) {
        for (int i = 0; i < 12; ++i) {
            if (session.shownSeconds() > seconds) return false;
            session.screen().xdotool({"sleep", "0.2"});
        }
        return true;
    };
    REQUIRE(waitFor(60.0, [&] {
        point(session, kBarRight, kRangeY, {"mousedown", "1", "sleep", "0.5"});
        point(session, half, kRangeY, {"sleep", "0.5", "mouseup", "1", "sleep", "1.5"});
        return staysBelow(2.05);
    }));
    session.quit();
}

TEST_CASE("what is typed into the search box triggers no key, and Enter plays what is found", "[window]") {
    requireScreen();
    Session session(ofSize({"-a", "Idle"}));
    session.requireTitle("Idle (1/6)");
    session.window().key("F6");  // shows the panel, with the keyboard in the box
    REQUIRE(waitFor(30.0, [&] {
        for (const char* key : {"d", "a", "n"})
            session.window().key(key);
        session.window().key("Return");
        return session.window().titleHas("Dance (6/6)", 2.0);
    }));
    CHECK(session.window().title().find("once") == std::string::npos);
    session.window().key("l");
    CHECK_FALSE(session.window().titleHas(", once", 1.5));
    session.window().key("Escape");
    session.window().key("l");
    session.requireTitle(", once");
    session.quit();
}

TEST_CASE("the panel is on the screen and not in screenshots", "[window]") {
    requireScreen();
    Session session(ofSize({"-a", "Idle", "--speed", "0"}));
    session.requireTitle("Idle (1/6)");
    const std::string plain = session.screenshot();
    const auto grabbed = [&] {
        session.window().grab(session.folder() / "grab.png");
        return differenceOfFiles(session.folder() / "grab.png", plain).mean;
    };
    session.window().key("Tab");
    CHECK(waitFor(20.0, [&] { return grabbed() > 0.1; }));
    session.requirePicture(plain);
    session.window().key("Tab");
    CHECK(waitFor(20.0, [&] { return grabbed() < 1e-3; }));
    session.quit();
}
