#include <filesystem>
#include <utility>

#include <nlohmann/json.hpp>

#include "support/assets.h"
#include "support/catch.h"
#include "support/picture.h"
#include "window/session.h"

// Real key presses and their effects on title and picture.

TEST_CASE("keys switch clips, and the title shows index, time, duration and speed", "[window]") {
    requireScreen();
    Session session({kCharacter, "--size", "320x240"});
    session.requireTitle("Idle (1/6)");
    session.requireTitle(" / 4.00 s, speed 1 - character.dae");
    constexpr std::pair<const char*, const char*> kTitles[] = {
        {"Right", "Walk (2/6)"},     {"n", "Run (3/6)"},      {"Left", "Walk (2/6)"},  {"p", "Idle (1/6)"},
        {"p", "Dance (6/6)"},        {"Right", "Idle (1/6)"}, {"4", "Jump (4/6)"},     {"9", "Jump (4/6)"},
        {"1", "Idle (1/6)"},         {"minus", "speed 0.5"},  {"minus", "speed 0.25"}, {"equal", "speed 0.5"},
        {"bracketright", "speed 1"}, {"l", ", once"}};
    for (const auto& [key, title] : kTitles) {
        session.window().key(key);
        session.requireTitle(title);
    }
    session.window().key("l");
    CHECK(waitFor(10.0, [&] { return session.window().title().find("once") == std::string::npos; }));
    session.quit();
}

TEST_CASE("time advances, stops while paused, and steps by frames", "[window]") {
    requireScreen();
    Session session({kCharacter, "--size", "320x240", "-a", "Idle"});
    const double start = session.shownSeconds();
    CHECK(waitFor(10.0, [&] { return session.shownSeconds() != start; }));
    session.window().key("space");
    session.requireTitle("paused");
    const double held = session.shownSeconds();
    session.window().key("period");
    REQUIRE(waitFor(10.0, [&] { return session.shownSeconds() != held; }));
    const double next = session.shownSeconds();
    CHECK(next > held);
    CHECK(next - held < 0.08);
    session.window().key("comma");
    REQUIRE(waitFor(10.0, [&] { return session.shownSeconds() != next; }));
    CHECK(session.shownSeconds() < next);
    session.requireTitle("paused");
    session.window().key("space");
    CHECK(waitFor(10.0, [&] { return session.window().title().find("paused") == std::string::npos; }));
    session.quit();
}

TEST_CASE("the window shows the requested clip and time", "[window]") {
    requireScreen();
    Session session(studio(still({kCharacter, "-a", "Walk", "--time", "0.25"})));
    session.requireTitle("Walk (2/6) 0.25");
    session.requirePicture(
        headlessPicture(session, "walk.png", studio(still({kCharacter, "-a", "Walk", "--time", "0.25"}))));
    session.window().key("3");
    session.requireTitle("Run (3/6) 0.00");
    session.requirePicture(headlessPicture(session, "run.png", studio(still({kCharacter, "-a", "Run"}))));
    session.window().key("Right");
    session.requirePicture(headlessPicture(session, "jump.png", studio(still({kCharacter, "-a", "Jump"}))));
    session.quit();
}

TEST_CASE("keys toggle the look", "[window]") {
    requireScreen();
    const Arguments arguments = still({kCharacter, "-a", "Walk", "--time", "0.25"});
    Session session(arguments);
    const std::string plain = session.screenshot();
    const auto look = [&](const char* key, const char* option) {
        Arguments with = arguments;
        with.push_back(option);
        session.window().key(key);
        session.requirePicture(headlessPicture(session, std::string(option) + ".png", with));
        session.window().key(key);
        session.requirePicture(plain);
    };
    look("w", "--wireframe");
    look("e", "--wireframe=over");
    look("k", "--skeleton");
    look("t", "--no-textures");
    session.window().key("f");
    session.requireOtherPicture(plain);
    session.window().key("f");
    session.requirePicture(plain);
    session.quit();
}

TEST_CASE("H and F1 show the list of keys, which screenshots omit", "[window]") {
    requireScreen();
    Session session(still({kTube}));
    const std::string plain = session.screenshot();
    const auto grabbed = [&] { return session.shownBeside(plain); };
    // The notice about the screenshot disappears first.
    REQUIRE(waitFor(15.0, [&] { return grabbed() < 1e-3; }));
    for (const char* key : {"h", "F1"}) {
        session.window().key(key);
        CHECK(waitFor(10.0, [&] { return grabbed() > 0.01; }));
        session.window().key(key);
        CHECK(waitFor(10.0, [&] { return grabbed() < 1e-3; }));
    }
    session.window().key("h");
    double list = 0.0;
    REQUIRE(waitFor(10.0, [&] { return std::exchange(list, grabbed()) == list && list > 0.01; }));
    session.window().key("Down");  // 240 pixels are not enough for it
    CHECK(waitFor(5.0, [&] { return grabbed() != list; }));
    session.requirePicture(plain);
    session.quit();
}

TEST_CASE("Esc closes the list of keys, then full screen, then the selection, and never quits", "[window]") {
    requireScreen(VirtualScreen::Manager::openbox);
    Session session({kTube, "--speed", "0", "--size", "320x240", "--bone", "0", "--state-json", "state.json"},
                    VirtualScreen::Manager::openbox);
    session.window().key("F11");
    const auto isFull = [&] {
        return session.screen().xdotool({"getwindowgeometry", session.window().id()}).find("1280x800") !=
               std::string::npos;
    };
    REQUIRE(waitFor(10.0, isFull));
    session.window().key("F1");
    session.window().key("Escape");
    session.screenshot();
    CHECK(isFull());
    session.window().key("Escape");
    CHECK(waitFor(10.0, [&] { return !isFull(); }));
    session.window().key("Escape");
    session.window().key("Escape");
    session.screenshot();
    session.window().key("KP_3");
    std::string glides;
    const auto shown = [&] { return readFile(session.folder() / session.screenshot()); };
    REQUIRE(waitFor(10.0, [&] { return std::exchange(glides, shown()) == glides; }));
    session.window().key("ctrl+w");
    CHECK(session.process().wait(20.0).exit == 0);
    const auto state = nlohmann::json::parse(readFile(session.folder() / "state.json"));
    CHECK(state["selected_bone"].is_null());
    CHECK(state["overlays"].dump().find("keys") == std::string::npos);
    CHECK(std::abs(state["camera"]["yaw_degrees"].get<double>()) == Approx(90.0));
    CHECK(state["camera"]["pitch_degrees"].get<double>() == Approx(0.0).margin(1e-3));
}

TEST_CASE("the mouse orbits, pans and zooms, and Home resets the camera", "[window]") {
    requireScreen();
    Session session(still({kTube, "--time", "0.3"}));
    const std::string plain = session.screenshot();
    const auto back = [&](const std::string& moved) {
        session.window().key("Home");
        session.requirePicture(plain);
        return moved;
    };
    session.window().drag(1, 60, 20);
    const std::string orbited = back(session.requireOtherPicture(plain));
    session.window().drag(3, 40, 30);
    const std::string panned = back(session.requireOtherPicture(plain));
    session.window().drag(2, 40, 30);
    const std::string pannedByMiddle = back(session.requireOtherPicture(plain));
    session.window().wheel(3);
    const std::string nearer = back(session.requireOtherPicture(plain));
    session.window().wheel(-3);
    const std::string farther = back(session.requireOtherPicture(plain));
    CHECK(differenceOfFiles(orbited, panned).mean > 1e-3);
    CHECK(differenceOfFiles(panned, pannedByMiddle).mean < 1e-3);
    CHECK(differenceOfFiles(nearer, farther).mean > 1e-3);
    session.quit();
}

TEST_CASE("F5 reloads the model and keeps the old one if the file is broken", "[window]") {
    requireScreen();
    const TemporaryFolder other;

    const std::string model = other / "model.dae";
    std::filesystem::copy_file(kTube, model);
    Session session(still({model}));
    const std::string tube = session.screenshot();
    session.window().key("F5");
    session.requirePicture(tube);
    writeFile(model, "broken");
    session.window().key("F5");
    session.requirePicture(tube);
    std::filesystem::copy_file(kSnake, model, std::filesystem::copy_options::overwrite_existing);
    session.window().key("F5");
    session.window().key("Home");
    session.requirePicture(headlessPicture(session, "snake.png", still({kSnake})));
    session.quit();
}

TEST_CASE("F5 reloads the shaders and keeps the old ones after an error", "[window]") {
    requireScreen();
    const TemporaryFolder other;
    const std::string shaders = other / "shaders", lit = other / "shaders/lit.frag";
    std::filesystem::copy(SINEW_SHADERS, shaders);
    Session session(still({kTube, "--look", "studio", "--shader-dir", shaders}));
    const std::string plain = session.screenshot(), source = readFile(lit);
    writeFile(lit, "#version 450\nvoid main() { nonsense(); }\n");
    session.window().key("F5");
    session.requirePicture(plain);
    writeFile(lit,
              "#version 450\nlayout(location = 0) out vec4 outColor;\nvoid main() { outColor = vec4(1, 0, 1, 1); }\n");
    session.window().key("F5");
    session.requireOtherPicture(plain);
    writeFile(lit, source);
    session.window().key("F5");
    session.requirePicture(plain);
    session.quit();
}
