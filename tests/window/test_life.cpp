#include <random>

#include <fmt/format.h>

#include "support/assets.h"
#include "support/catch.h"
#include "support/picture.h"
#include "window/session.h"

// Resizes, minimizing, full screen, and lost windows and displays.

namespace {

const Arguments kPlaying{kTube, "--size", "320x240", "--no-settings"};

/// The CPU time of a process, in seconds.
double usedSeconds(pid_t pid) {
    const std::string stat = readFile(fmt::format("/proc/{}/stat", pid));
    std::istringstream fields(stat.substr(stat.rfind(')') + 2));
    std::string skipped;
    for (int i = 0; i < 11; ++i)
        fields >> skipped;
    double user = 0.0, system = 0.0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// The window or its server is gone: exit code 4 and one line.
void requireGivenUp(Session& session) {
    const Finished& finished = session.process().wait(20.0);
    INFO(finished.describe());
    REQUIRE_FALSE(finished.timedOut);
    REQUIRE(finished.signal == 0);
    CHECK(finished.exit == 4);
    CHECK(finished.err.starts_with("sinew: "));
    CHECK(finished.err.find('\n') == finished.err.size() - 1);
}

void requireDone(Session& session) {
    const Finished& finished = session.process().wait(20.0);
    INFO(finished.describe());
    REQUIRE_FALSE(finished.timedOut);
    REQUIRE(finished.signal == 0);
    REQUIRE(finished.exit == 0);
}

}  // namespace

TEST_CASE("a window survives resizes, many at once and one after the other, and then fits its size", "[window]") {
    requireScreen();
    const auto [count, pause] = GENERATE(table<int, std::string>({{10000, ""}, {1000, "sleep 0.01\n"}}));
    const Arguments arguments = pause.empty() ? still({kTube}) : studio(still({kTube, "--samples", "4"}));
    Session session(arguments + Arguments{"--max-fps", "20"});
    std::mt19937 random(7);
    std::uniform_int_distribution<int> width(1, 1200), height(1, 700);
    std::string storm;
    for (int i = 0; i < count; ++i)
        storm += fmt::format("windowsize {} {} {}\n{}", session.window().id(), width(random), height(random), pause);
    session.screen().xdotoolScript(storm);
    REQUIRE(session.process().running());
    for (const auto& [x, y] : {std::pair(1, 1), {2, 300}, {320, 240}})
        session.window().resize(x, y);
    session.window().focus();
    session.requirePicture(headlessPicture(session, "after.png", arguments));
    session.quit();
}

TEST_CASE("a minimized window does not draw, and can be restored, 50 times", "[window]") {
    requireScreen(VirtualScreen::Manager::openbox);
    Session session(still({kTube}), VirtualScreen::Manager::openbox);
    for (int i = 0; i < 50; ++i) {
        INFO("time " << i);
        session.screen().xdotool({"windowminimize", session.window().id()});
        REQUIRE(waitFor(10.0, [&] { return !session.window().viewable(); }));
        const auto isIdle = [&] {  // after the last frames
            const double before = usedSeconds(session.process().pid());
            sleepSeconds(0.5);
            return usedSeconds(session.process().pid()) - before < 0.1;
        };
        if (i == 0) CHECK(waitFor(10.0, isIdle));
        session.screen().xdotool({"windowmap", session.window().id()});
        REQUIRE(waitFor(10.0, [&] { return session.window().viewable(); }));
    }
    session.screen().xdotool({"windowactivate", "--sync", session.window().id()});
    session.requirePicture(headlessPicture(session, "after.png", still({kTube})));
    session.quit();
}

TEST_CASE("a paused window draws nothing until it is exposed or has input", "[window]") {
    requireScreen();
    Session session({kTube, "--size", "320x240"});
    session.window().key("space");
    session.requireTitle("paused");
    session.window().key("Tab");
    const auto isIdle = [&] {
        const double before = usedSeconds(session.process().pid());
        sleepSeconds(3.0);
        return usedSeconds(session.process().pid()) - before <= 0.03;
    };
    CHECK(waitFor(20.0, isIdle));
    const std::string shown = session.folder() / "shown.png";
    session.window().grab(shown);
    session.screen().xdotool({"windowunmap", "--sync", session.window().id()});
    session.screen().xdotool({"windowmap", "--sync", session.window().id()});
    CHECK(waitFor(10.0, [&] { return session.shownBeside(shown) < 1e-3; }));
    session.quit();
}

TEST_CASE("F11 toggles full screen", "[window]") {
    requireScreen(VirtualScreen::Manager::openbox);
    Session session(kPlaying, VirtualScreen::Manager::openbox);
    const auto size = [&] {
        const std::string geometry = session.screen().xdotool({"getwindowgeometry", "--shell", session.window().id()});
        return geometry.substr(geometry.find("WIDTH"));
    };
    session.window().key("F11");
    CHECK(waitFor(10.0, [&] { return size().starts_with("WIDTH=1280\nHEIGHT=800"); }));
    session.screenshot();
    session.window().key("F11");
    CHECK(waitFor(10.0, [&] { return size().starts_with("WIDTH=320\nHEIGHT=240"); }));
    session.quit();
}

TEST_CASE("the window manager's close button exits with 0", "[window]") {
    requireScreen(VirtualScreen::Manager::openbox);
    Session session(kPlaying, VirtualScreen::Manager::openbox);
    session.screen().xdotool({"windowactivate", "--sync", session.window().id()});
    // The manager may miss a key while it is busy with a new window.
    waitFor(20.0, [&] {
        session.window().key("alt+F4");
        return waitFor(2.0, [&] { return !session.process().running(); });
    });
    requireDone(session);
}

TEST_CASE("a killed window exits without a crash", "[window]") {
    requireScreen();
    Session session(kPlaying);
    session.screen().xdotool({"windowkill", session.window().id()});
    requireGivenUp(session);
}

TEST_CASE("a killed X server exits without a crash", "[window]") {
    requireScreen();
    Session session(kPlaying);
    session.requireTitle("Bend (1/1)");
    session.screen().killServer();
    requireGivenUp(session);
}

TEST_CASE("a driver that waits forever for a killed X server does not keep the program", "[window]") {
    requireScreen();
    VirtualScreen screen;
    Command command = sinewCommand(kPlaying);
    command.arguments.front() = SINEW_FAULTY;
    command.environment = {{"DISPLAY", screen.display()}, {"SINEW_STEPS", "3 stall"}};
    Process process(command);
    REQUIRE(waitFor(20.0, [&] { return !process.running() || process.soFar().err == "stalls\n"; }));
    screen.killServer();
    const Finished& finished = process.wait(20.0);
    INFO(finished.describe());
    CHECK(finished.exit == 4);
    CHECK(finished.err == "stalls\nsinew: lost the connection to the display\n");
}

TEST_CASE("killing the X server at any moment exits with 4 and one line", "[window]") {
    requireScreen();
    for (int i = 0; i < 12; ++i) {
        VirtualScreen screen;
        Command command = sinewCommand(kPlaying);
        command.environment["DISPLAY"] = screen.display();
        Process process(command);
        sleepSeconds(0.03 * i);
        screen.killServer();
        const Finished& finished = process.wait(20.0);
        INFO("after " << 30 * i << " ms: " << finished.describe());
        CHECK_FALSE(finished.timedOut);
        CHECK(finished.signal == 0);
        CHECK(finished.exit == 4);
        CHECK(finished.err.starts_with("sinew: "));
        CHECK(finished.err.find('\n') == finished.err.size() - 1);
    }
}

TEST_CASE("a display without a Vulkan driver exits with 4 and one line", "[window]") {
    requireScreen();
    const VirtualScreen screen;
    Command command = sinewCommand(kPlaying);
    command.environment = withoutDriver();
    command.environment["DISPLAY"] = screen.display();
    const Finished finished = run(command);
    INFO(finished.describe());
    CHECK(finished.exit == 4);
    CHECK(finished.err.starts_with("sinew: "));
    CHECK(finished.err.find("driver") != std::string::npos);
    CHECK(finished.err.find('\n') == finished.err.size() - 1);
}

TEST_CASE("without a clip, the title says rest pose", "[window]") {
    requireScreen();
    Session session({asset("character.dae"), "--size", "320x240", "-a", "none"});
    session.requireTitle("rest pose - character.dae");
    session.window().key("Right");
    session.requireTitle("Idle (1/6)");
    session.quit();
}
