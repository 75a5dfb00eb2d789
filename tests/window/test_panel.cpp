#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "media/png.h"
#include "support/assets.h"
#include "support/catch.h"
#include "support/picture.h"
#include "support/temporary_folder.h"
#include "window/session.h"

// The panel with a real pointer and real keys. Coordinates are pixels of the window.

namespace {

constexpr int kListX = 830, kSearchY = 96, kWalkY = 137, kRunY = 154;
constexpr int kBarLeft = 28, kBarRight = 628, kBarY = 610, kRangeY = 592;

Arguments ofSize(const Arguments& arguments) {
    return Arguments{kCharacter} + arguments + Arguments{"--size", "1000x640"};
}

void click(Session& session, int x, int y) {
    session.window().point(x, y, {"click", "1"});
}

/// Clicks, and waits until the panel has processed press and release.
void clickPanel(Session& session, int x, int y) {
    click(session, x, y);
    session.waitForPanel();
}

/// The bone that --pick prints for a pixel.
std::string boneAt(const Session& session, const Arguments& arguments, int x, int y) {
    const Finished finished = runSinewIn(session.folder(), arguments + Arguments{"--pick", fmt::format("{},{}", x, y)});
    INFO(finished.describe());
    REQUIRE(finished.out.size() > 1);
    return finished.out.substr(0, finished.out.size() - 1);
}

}  // namespace

TEST_CASE("Tab toggles the panel, and a click in its list of clips plays one", "[window]") {
    requireScreen();
    Session session(ofSize({"-a", "Idle"}));
    session.requireTitle("Idle (1/6)");
    session.window().key("Tab");
    // Before the panel appears, clicks reach the picture.
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

TEST_CASE("scrubbing and the wheel over the panel do not move the camera", "[window]") {
    requireScreen();
    Session session(ofSize({"-a", "Idle", "--speed", "0", "--floor=off"}));
    session.requireTitle("Idle (1/6)");
    const std::string plain = session.screenshot();
    session.window().key("Tab");
    const int middle = (kBarLeft + kBarRight) / 2;
    REQUIRE(waitFor(30.0, [&] {
        click(session, middle, kBarY);
        return session.window().titleHas("Idle (1/6) 2.0", 1.0);
    }));
    session.window().point(middle, kBarY, {"mousedown", "1"});
    session.window().point((middle + kBarRight) / 2, kBarY - 200);
    session.requireTitle("Idle (1/6) 3.0");
    session.screen().xdotool({"mouseup", "1"});
    session.window().point(kListX, 400, {"click", "--repeat", "3", "4"});
    session.window().point(kBarLeft, kBarY, {"mousedown", "1"});
    session.requireTitle("Idle (1/6) 0.0");
    session.screen().xdotool({"mouseup", "1"});
    session.requirePicture(plain);
    session.quit();
}

TEST_CASE("typing in the search box triggers no keys, and Enter plays the match", "[window]") {
    requireScreen();
    Session session(ofSize({"-a", "Idle"}));
    session.requireTitle("Idle (1/6)");
    session.window().key("F6");  // shows the panel with the focus in the search box
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

TEST_CASE("screenshots omit the panel", "[window]") {
    requireScreen();
    Session session(ofSize({"-a", "Idle", "--speed", "0"}));
    session.requireTitle("Idle (1/6)");
    const std::string plain = session.screenshot();
    const auto grabbed = [&] { return session.shownBeside(plain); };
    session.window().key("Tab");
    CHECK(waitFor(20.0, [&] { return grabbed() > 0.1; }));
    session.requirePicture(plain);
    session.window().key("Tab");
    CHECK(waitFor(20.0, [&] { return grabbed() < 1e-3; }));
    session.quit();
}

TEST_CASE("the panel shows one material alone, and another look, as the options do", "[window]") {
    requireScreen();
    constexpr int kClipsY = 70, kHierarchyY = 96, kMaterialsY = 122, kBlueY = 180, kOnlyY = 205;
    constexpr int kLightY = 174, kLookY = 200, kFlatY = 263, kX = 600, kBoxX = 483;
    const TemporaryFolder folder;
    const std::string model = folder / "two.obj";
    writeFile(folder / "two.mtl", "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n");
    writeFile(model,
              "mtllib two.mtl\nv -1 0 0\nv 0 0 0\nv 0 2 0\nv -1 2 0\nv 1 0 0\nv 1 2 0\no left\nusemtl red\nf 1 2 3 4\n"
              "o right\nusemtl blue\nf 2 5 6 3\n");
    const Arguments still{model, "--size", "800x480", "--floor=off"};
    Session session(still + Arguments{"--look", "studio", "--speed", "0", "--state-json", "state.json"});
    session.window().key("Tab");
    session.screenshot();  // until the panel is shown
    for (const int y : {kClipsY, kHierarchyY, kBlueY})
        clickPanel(session, kX, y);
    clickPanel(session, kBoxX, kOnlyY);
    Arguments options = still + Arguments{"--material", "blue", "--look", "studio"};
    session.requirePicture(headlessPicture(session, "alone.png", options));
    for (const int y : {kMaterialsY, kLightY, kLookY, kFlatY})
        clickPanel(session, kX, y);
    options.back() = "flat";
    session.requirePicture(headlessPicture(session, "flat.png", options));
    const nlohmann::json state = stateOf(session);
    CHECK(state["shown_material"] == "blue");
    CHECK(state["look"] == "flat");
}

TEST_CASE("the section of materials shows their textures, with the colors of the file", "[window]") {
    requireScreen();
    constexpr int kClipsY = 70, kHierarchyY = 96, kMaterialsY = 122;
    constexpr double kLeft = 676.0, kRight = 694.0, kTop = 414.0, kBottom = 432.0;  // in the normal map
    Session session(ofSize({"-a", "Idle", "--speed", "0"}));
    session.requireTitle("Idle (1/6)");
    session.window().key("Tab");
    session.screenshot();  // until the panel is shown
    for (const int y : {kClipsY, kHierarchyY, kMaterialsY})
        clickPanel(session, kListX, y);
    session.window().grab(session.folder() / "grab.png");
    const sinew::Pixels picture = sinew::readPng(session.folder() / "grab.png");
    const double width = picture.width, height = picture.height;
    const double shown = brightness(picture, kLeft / width, kTop / height, kRight / width, kBottom / height);
    CHECK(shown == Approx((0.5 + 0.5 + 1.0) / 3.0).margin(0.04));
    session.quit();
}

TEST_CASE("clicks select bones without the panel, and a click on nothing clears the selection", "[window]") {
    requireScreen();
    constexpr int kBellyX = 490, kBellyY = 340;
    const Arguments still = ofSize({"-a", "Idle", "--time", "0"});
    Session session(still + Arguments{"--speed", "0", "--state-json", "state.json"});
    session.requireTitle("Idle (1/6)");
    const std::string plain = session.screenshot();
    const Arguments chosen = still + Arguments{"--bone", boneAt(session, still, kBellyX, kBellyY)};
    click(session, kBellyX, kBellyY);
    session.requirePicture(headlessPicture(session, "chosen.png", chosen));
    click(session, 20, 20);
    session.requirePicture(plain);
    CHECK(stateOf(session)["selected_bone"].is_null());
}
