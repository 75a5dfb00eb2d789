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

TEST_CASE("size, floor, skeleton and angles are saved, and options override them", "[window]") {
    requireScreen();
    const TemporaryFolder configuration;
    const std::filesystem::path file = configuration / "sinew/settings.json";
    CHECK(stateOf(configuration.path(), {})["overlays"] == Json{"floor"});
    CHECK_FALSE(std::filesystem::exists(file));  // nothing has changed
    const Json changed = stateOf(configuration.path(), {"f", "k"}, {"--size", "320x240"});
    CHECK(changed["overlays"] == Json{"skeleton"});
    const Json kept = Json::parse(readFile(file));
    CHECK(kept["window"] == Json{{"width", 400}, {"height", 300}});
    const Json again = stateOf(configuration.path(), {});
    CHECK(again["overlays"] == Json{"skeleton"});
    CHECK(std::abs(again["camera"]["yaw_degrees"].get<double>() - changed["camera"]["yaw_degrees"].get<double>()) <
          1e-3);
    const Json side = stateOf(configuration.path(), {}, {"--camera", "side"});
    CHECK(std::abs(side["camera"]["yaw_degrees"].get<double>() - 90.0) < 1e-3);
    CHECK(Json::parse(readFile(file)) == kept);  // options are not saved
    CHECK(namesIn(configuration / "sinew").size() == 1);
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
