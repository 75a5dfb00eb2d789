#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/assets.h"
#include "support/catch.h"
#include "support/picture.h"
#include "window/session.h"

// Ctrl+O, with a session bus of its own and a stand-in for the desktop's portal (portal.py).

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// A session bus that starts no services, and a portal on it that answers in one way. Skips the test where it cannot
/// be.
class Desktop {
  public:
    /// `answer`: the arguments of portal.py; none: no portal.
    explicit Desktop(const Arguments& answer) {
#ifndef SINEW_PORTAL
        SKIP("built without libglib2.0-dev");
#endif
        if (run({.arguments = {"sh", "-c", "command -v dbus-daemon"}}).exit != 0) SKIP("dbus-daemon is not installed");
        writeFile(folder_ / "bus.conf",
                  "<busconfig><type>session</type><listen>unix:dir=" + folder_.path().string() +
                      "</listen><policy context=\"default\"><allow send_destination=\"*\"/><allow "
                      "receive_sender=\"*\"/><allow own=\"*\"/></policy>"
                      "</busconfig>");
        bus_ = std::make_unique<Process>(Command{
            .arguments = {"dbus-daemon", "--nofork", "--print-address", "--config-file", folder_ / "bus.conf"}});
        REQUIRE(waitFor(kPatienceSeconds, [&] { return !bus_->running() || bus_->soFar().out.ends_with("\n"); }));
        address_ = firstLine(bus_->soFar().out);
        REQUIRE_FALSE(address_.empty());
        if (answer.empty()) return;
        // Its first line names the system's Python, which has the module.
        Command command{.arguments = {SINEW_SOURCE_DIR "/tests/window/portal.py"}, .environment = bus()};
        command.arguments.insert(command.arguments.end(), answer.begin(), answer.end());
        portal_ = std::make_unique<Process>(command);
        if (!said("ready\n")) {
            if (portal_->wait(0.0).exit == 77) SKIP("python3-gi is not installed");
            FAIL(portal_->soFar().describe());
        }
    }

    std::map<std::string, std::optional<std::string>> bus() const {
        return {{"DBUS_SESSION_BUS_ADDRESS", address_}};
    }
    /// The environment of a Session.
    std::map<std::string, std::string> environment() const {
        return {{"DBUS_SESSION_BUS_ADDRESS", address_}};
    }

    /// Waits until the portal has printed `text` that often.
    bool said(const std::string& text, size_t times = 1) {
        waitFor(kPatienceSeconds, [&] {
            const bool running = portal_->running();  // also takes what it has printed
            return count(text) >= times || !running;
        });
        return count(text) >= times;
    }
    /// How often it has printed `text`.
    size_t count(const std::string& text) const {
        size_t at = 0, count = 0;
        for (; (at = portal_->soFar().out.find(text, at)) != std::string::npos; ++at)
            ++count;
        return count;
    }

    /// What the window has asked for.
    Json question() {
        REQUIRE(said("\n{"));
        REQUIRE(said("}\n"));
        const std::string& text = portal_->soFar().out;
        return Json::parse(firstLine(text.substr(text.find("\n{") + 1)));
    }

  private:
    TemporaryFolder folder_;
    std::unique_ptr<Process> bus_, portal_;
    std::string address_;
};

Arguments inWindow(const Arguments& arguments) {
    return arguments + Arguments{"--size", "320x240", "--state-json", "state.json"};
}

void open(Session& session) {
    session.window().key("ctrl+o");
}

}  // namespace

TEST_CASE("Ctrl+O opens the desktop's file dialog, and a chosen model replaces the current one", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    const fs::path chosen = folder / "a tube \xc3\xa9%.dae";
    fs::copy_file(kTube, chosen);
    Desktop desktop({"choose", "file://" + folder.path().string() + "/a%20tube%20%C3%A9%25.dae"});
    Session session(inWindow({kCharacter}), VirtualScreen::Manager::none, desktop.environment());
    session.requireTitle("Idle (1/6)");
    open(session);
    session.requireTitle("Bend (1/1)");
    const Json question = desktop.question();
    INFO(question.dump());
    CHECK(question["parent"] == fmt::format("x11:{:x}", std::stoul(session.window().id())));
    CHECK(question["multiple"] == true);
    CHECK(question["current_folder"] == fs::path(kCharacter).parent_path().string() + std::string(1, '\0'));
    REQUIRE(question["filters"].size() == 2);
    const std::string models = question["filters"][0].dump(), all = question["filters"][1].dump();
    for (const char* ending : {"*.[fF][bB][xX]", "*.[gG][lL][bB]", "*.[dD][aA][eE]", "*.[vV][rR][mM]"})
        CHECK(models.find(ending) != std::string::npos);
    CHECK(models.find("*.[pP][nN][gG]") == std::string::npos);
    CHECK(all == R"(["All files",[[0,"*"]]])");
    const Json state = stateOf(session);
    CHECK(state["model"] == chosen.string());
    CHECK(state["complaint"].is_null());
    CHECK(session.process().soFar().err.empty());
}

TEST_CASE("several chosen files are taken as if they were dropped", "[window]") {
    requireScreen();
    Desktop desktop({"choose", "file://" + kTube, "file://" + kSnake});
    Session session(inWindow({}), VirtualScreen::Manager::none, desktop.environment());
    session.requireTitle("Idle (1/6)");
    open(session);
    session.requireTitle("tube.dae (1 of 2)");
    CHECK(desktop.question()["current_folder"] == "");  // the bundled character is not where users keep models
    CHECK(stateOf(session)["models"] == 2);
}

TEST_CASE("a canceled file dialog changes nothing, and the next one opens", "[window]") {
    requireScreen();
    Desktop desktop({"cancel"});
    Session session(inWindow({kTube, "--speed", "0"}), VirtualScreen::Manager::none, desktop.environment());
    open(session);
    REQUIRE(desktop.said("gone :"));  // each dialog has a connection of its own
    session.waitForPanel();
    open(session);
    REQUIRE(desktop.said("gone :", 2));
    const Json state = stateOf(session);
    CHECK(state["model"] == kTube);
    CHECK(session.process().soFar().err.find("dialog") == std::string::npos);
}

TEST_CASE("while a file dialog is open, the window plays and takes keys, and closing it ends the dialog", "[window]") {
    requireScreen();
    Desktop desktop({"wait"});
    Session session(inWindow({kCharacter}), VirtualScreen::Manager::none, desktop.environment());
    open(session);
    desktop.question();
    const double before = session.shownSeconds();
    CHECK(waitFor(5.0, [&] { return session.shownSeconds() != before; }));
    open(session);  // says so
    session.window().key("3");
    session.requireTitle("Run (3/6)");
    session.quit();
    CHECK(desktop.said("gone :"));
    CHECK(desktop.count("{\"parent\"") == 1);
}

TEST_CASE("without a file dialog, Ctrl+O says why in one line, and the window goes on", "[window]") {
    requireScreen();
    const auto [answer, cause] = GENERATE(table<std::string, std::string>(
        {{"", "The name org.freedesktop.portal.Desktop was not provided by any .service files"},
         {"refuse", "Dialogs are forbidden here"},
         {"vanish", "the desktop's portal has ended"},
         {"close", "the desktop's portal has closed it"}}));
    INFO(cause);
    Desktop desktop(answer.empty() ? Arguments{} : Arguments{answer});
    Session session(inWindow({kTube, "--speed", "0", "--time", "0"}), VirtualScreen::Manager::none,
                    desktop.environment());
    const std::string plain = session.screenshot();
    const auto shown = [&] { return session.shownBeside(plain); };
    // The notice about the screenshot comes and goes.
    REQUIRE(waitFor(kPatienceSeconds, [&] { return shown() > 1e-3; }));
    REQUIRE(waitFor(kPatienceSeconds, [&] { return shown() < 1e-3; }));
    open(session);
    const std::string line = "sinew: cannot open a file dialog: " + cause + "; drop files on the window instead\n";
    session.requireMessage(line);
    CHECK(waitFor(kPatienceSeconds, [&] { return shown() > 1e-3; }));
    const Json state = stateOf(session);
    CHECK(state["model"] == kTube);
    CHECK_THAT(session.process().soFar().err, Catch::Matchers::EndsWith(line));
}

TEST_CASE("without a session bus, Ctrl+O says so", "[window]") {
    requireScreen();
    Session session(inWindow({kTube}), VirtualScreen::Manager::none,
                    {{"DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus"}});
    open(session);
    session.requireMessage("sinew: cannot open a file dialog: ");
    session.requireMessage("; drop files on the window instead\n");
    session.quit();
}

TEST_CASE("a chosen file that is not on this computer, or not a model, is reported", "[window]") {
    requireScreen();
    const auto [uri, message] = GENERATE(table<std::string, std::string>(
        {{"smb://server/share/hero.fbx", "smb://server/share/hero.fbx: not a file of this computer"},
         {"file://server/hero.fbx", "file://server/hero.fbx: not a file of this computer"},
         {"file:///nonexistent/hero.fbx", "/nonexistent/hero.fbx: no such file"}}));
    Desktop desktop({"choose", uri});
    Session session(inWindow({kTube}), VirtualScreen::Manager::none, desktop.environment());
    open(session);
    session.requireMessage("sinew: " + message + "\n");
    CHECK(stateOf(session)["model"] == kTube);
}

TEST_CASE("a state machine that binds O leaves Ctrl+O to the window", "[window]") {
    requireScreen();
    Desktop desktop({"cancel"});
    const TemporaryFolder folder;
    Json edited = Json::parse(readFile(asset("character.graph.json")));
    edited["keys"].push_back({{"key", "O"}, {"parameter", "wave"}});
    writeFile(folder / "o.graph.json", edited.dump());
    Session session(inWindow({kCharacter, "--graph", folder / "o.graph.json"}), VirtualScreen::Manager::none,
                    desktop.environment());
    session.requireTitle("move");
    open(session);
    CHECK(desktop.question()["multiple"] == true);
    session.quit();
}
