#include <signal.h>

#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/assets.h"
#include "support/catch.h"
#include "window/session.h"

// The window's saved settings.

using Json = nlohmann::json;

namespace {

Json stateOf(const std::filesystem::path& configuration, const Arguments& keys, Arguments more = {}) {
    Arguments arguments{kTube, "--look", "studio", "--state-json", "state.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    Session session(arguments, VirtualScreen::Manager::none, {{"XDG_CONFIG_HOME", configuration.string()}});
    session.requireTitle("Bend");
    if (!keys.empty()) session.window().resize(400, 300);
    for (const std::string& key : keys)
        session.window().key(key);
    if (!keys.empty()) {
        session.window().drag(1, 30, 0);
        REQUIRE(waitFor(10.0, [&] {
            return session.screen().xdotool({"getwindowgeometry", session.window().id()}).find("400x300") !=
                   std::string::npos;
        }));
        session.screenshot();
    }
    session.quit();
    return Json::parse(readFile(session.folder() / "state.json"));
}

}  // namespace

TEST_CASE("size, floor and skeleton are saved, and options override them", "[window]") {
    requireScreen();
    const TemporaryFolder configuration;
    const std::filesystem::path file = configuration / "sinew/settings.json";
    const Json first = stateOf(configuration.path(), {}, {"--size", "400x300"});
    CHECK(first["overlays"] == Json{"floor"});
    CHECK_FALSE(std::filesystem::exists(file));  // nothing has changed
    const Json changed = stateOf(configuration.path(), {"f", "k"}, {"--size", "320x240"});
    CHECK(changed["overlays"] == Json{"skeleton"});
    const Json kept = Json::parse(readFile(file));
    CHECK(kept["keys_known"] == true);
    CHECK(kept["window"] == Json{{"width", 400}, {"height", 300}});
    const Json again = stateOf(configuration.path(), {});
    CHECK(again["overlays"] == Json{"skeleton"});
    CHECK(again["camera"] == first["camera"]);   // not the angle of the last model
    CHECK(Json::parse(readFile(file)) == kept);  // options are not saved
    CHECK(namesIn(configuration / "sinew").size() == 1);
}

TEST_CASE("SIGTERM and SIGINT save the settings and exit with 0", "[window]") {
    requireScreen();
    const TemporaryFolder configuration;
    Session session({kTube}, VirtualScreen::Manager::none, {{"XDG_CONFIG_HOME", configuration.path().string()}});
    session.window().key("k");
    session.screenshot();
    session.process().send(GENERATE(SIGTERM, SIGINT));
    CHECK(session.process().wait(20.0).exit == 0);
    CHECK(Json::parse(readFile(configuration / "sinew/settings.json"))["skeleton"] == true);
}

TEST_CASE("a screenshot taken in the home directory goes to the pictures folder", "[window]") {
#ifndef SINEW_PORTAL
    SKIP("built without libglib2.0-dev");
#endif
    requireScreen();
    const TemporaryFolder home;
    std::filesystem::create_directory(home / "pictures");
    writeFile(home / "user-dirs.dirs", "XDG_PICTURES_DIR=\"" + (home / "pictures").string() + "\"\n");
    Session session({kTube}, VirtualScreen::Manager::none, {{"XDG_CONFIG_HOME", home.path().string()}, {"HOME", "."}});
    session.window().key("F12");
    session.requireMessage("wrote " + (home / "pictures/sinew_001.png").string());
    session.quit();
    CHECK(namesIn(home / "pictures") == Arguments{"sinew_001.png"});
}

TEST_CASE("broken settings are reported and ignored, and headless runs use none", "[window]") {
    requireScreen();
    const TemporaryFolder configuration;
    std::filesystem::create_directory(configuration / "sinew");
    const std::filesystem::path file = configuration / "sinew/settings.json";
    writeFile(file, "{\"schema\": 1, ");
    {
        Session session({kTube}, VirtualScreen::Manager::none, {{"XDG_CONFIG_HOME", configuration.path().string()}});
        session.requireTitle("Bend");
        session.quit();
        CHECK(session.process().wait(1.0).err == "sinew: " + file.string() + ": ignored: invalid JSON at byte 15\n");
    }
    Command headless = sinewCommand({kTube, "--size", "32x32", "-o", "a.png"});
    headless.environment["XDG_CONFIG_HOME"] = configuration.path().string();
    headless.folder = configuration.path();
    const Finished finished = run(headless);
    INFO(finished.describe());
    CHECK(finished.exit == 0);
    CHECK(finished.err.empty());
    CHECK(readFile(file) == "{\"schema\": 1, ");
}
