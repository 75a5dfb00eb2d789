#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/assets.h"
#include "support/catch.h"
#include "support/models/bmp.h"
#include "support/picture.h"
#include "window/session.h"

// Loading other models in the window: dropped, changed on disk, next and previous; and slow loads.

using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

Arguments withState(const Arguments& arguments) {
    return arguments + Arguments{"--size", "320x240", "--state-json", "state.json"};
}

/// Suspends the session's import processes during its lifetime.
class SlowReading {
  public:
    explicit SlowReading(Session& session) {
        const std::string own = std::to_string(session.process().pid());
        std::istringstream children(readFile(fmt::format("/proc/{}/task/{}/children", own, own)));
        REQUIRE(children >> broker_);
        ::kill(broker_, SIGSTOP);
    }
    ~SlowReading() { ::kill(broker_, SIGCONT); }
    SlowReading(const SlowReading&) = delete;
    SlowReading& operator=(const SlowReading&) = delete;

  private:
    pid_t broker_ = -1;
};

}  // namespace

TEST_CASE("a dropped model replaces the current one", "[window]") {
    requireScreen();
    Session session(withState({kCharacter, "-a", "Walk"}), VirtualScreen::Manager::none,
                    {{"SINEW_STEPS", "9 drop " + kTube}});
    session.requireTitle("Bend (1/1)");
    session.requireTitle("- tube.dae - Sinew");
    const Json state = stateOf(session);
    CHECK(state["model"] == kTube);
    CHECK(state["animation"] == "Bend");
    CHECK(state["models"] == 1);
}

TEST_CASE("a model dropped during the first load replaces it", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    std::string large = "# a grid that takes longer to read than the window waits to open\n";
    constexpr int kSide = 400;
    for (int i = 0; i <= kSide; ++i)
        for (int k = 0; k <= kSide; ++k)
            large += fmt::format("v {} {} 0\n", i, k);
    for (int i = 0; i < kSide; ++i)
        for (int k = 1; k <= kSide; ++k)
            large +=
                fmt::format("f {} {} {}\n", i * (kSide + 1) + k, i * (kSide + 1) + k + 1, (i + 1) * (kSide + 1) + k);
    writeFile(folder / "large.obj", large);
    Session session(withState({folder / "large.obj"}), VirtualScreen::Manager::none,
                    {{"SINEW_STEPS", "1 drop " + kTube}});
    session.requireTitle("- tube.dae - Sinew");
    CHECK(stateOf(session)["model"] == kTube);
}

TEST_CASE("the key U allows textures from the model's project directory, for this run", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    for (const char* name : {"robot", "robot/meshes", "robot/materials"})
        fs::create_directory(folder / name);
    const std::string model = folder / "robot/meshes/arm.obj";
    writeFile(folder / "robot/materials/blue.bmp", import_files::bmp(2, 2, 20, 40, 200));
    writeFile(folder / "robot/meshes/arm.mtl", "newmtl m\nmap_Kd ../materials/blue.bmp\n");
    writeFile(model, "mtllib arm.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n");
    const std::string project = fs::canonical(folder / "robot").string();
    const Arguments arguments = still({model, "--look", "flat"});
    Session session(arguments + Arguments{"--state-json", "state.json"});
    const std::string before = headlessPicture(session, "before.png", arguments),
                      after = headlessPicture(session, "after.png", arguments + Arguments{"--textures", project});
    CHECK(differenceOfFiles(before, after).mean > 1e-3);
    session.requirePicture(before);
    session.window().key("u");
    session.requirePicture(after);
    const Json state = stateOf(session);
    CHECK(state["texture_directories"] == Json{project});
    CHECK(state["complaint"].is_null());

    Session again(withState({model, "--speed", "0"}));
    CHECK(stateOf(again)["texture_directories"] == Json::array());
}

TEST_CASE("a dropped file that is not a model is reported and ignored", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    writeFile(folder / "words.dae", "words");
    const bool crashes = GENERATE(false, true);  // assimp 5.2
    const fs::path file =
        crashes ? fs::path(SINEW_SOURCE_DIR "/tests/hostile/found/ee94ba58.gltf") : fs::path(folder / "words.dae");
    INFO(file);
    Session session(withState({kTube}), VirtualScreen::Manager::none, {{"SINEW_STEPS", "9 drop " + file.string()}});
    session.requireTitle("Bend (1/1)");
    session.requireMessage(file.string() + ": ");
    const Json state = stateOf(session);
    CHECK(state["model"] == kTube);
    CHECK(state["complaint"].get<std::string>().starts_with(file.string() + ": "));
}

TEST_CASE("the option --watch reloads a changed model and keeps time, clip and camera", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    const fs::path model = folder / "model.dae";
    fs::copy_file(kTube, model);
    Session session(withState({model, "--watch", "--time", "0.5", "--speed", "0", "--floor=off"}));
    session.requireTitle("Bend (1/1) 0.50");
    session.window().drag(1, 40, 0);
    session.window().key("k");
    session.window().key("k");
    const std::string before = session.screenshot();
    std::string text = readFile(kTube);
    const size_t axis = text.find("<up_axis>Y_UP");
    REQUIRE(axis != std::string::npos);
    text.replace(axis, 13, "<up_axis>X_UP");
    writeFile(folder / "new.dae", text);
    fs::rename(folder / "new.dae", model);
    const std::string after = session.requireOtherPicture(before);
    session.requireTitle("Bend (1/1) 0.50");
    writeFile(model, readFile(kTube));  // written in place; the old picture proves that the camera has not moved
    session.requirePicture(before);

    writeFile(model, std::string_view(text).substr(0, text.size() / 2));
    session.requireMessage(model.string() + ": ");
    session.requirePicture(before);
    writeFile(model, text);
    session.requirePicture(after);
    const Json state = stateOf(session);
    CHECK(state["time_s"] == 0.5);
    CHECK(state["complaint"].is_null());
}

TEST_CASE("F5 and --watch reload the environment, and a broken one keeps the old light", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    const fs::path light = folder / "light.hdr";
    const auto write = [&](const char* color) {  // the same length each time
        std::string pixels;
        for (int i = 0; i < 8; ++i)
            pixels += std::string(color, 3) + '\x81';
        writeFile(folder / "new.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n" + pixels);
        fs::rename(folder / "new.hdr", light);
    };
    const bool watches = GENERATE(true, false);
    write("\xc0\x20\x20");
    Arguments arguments{kTube, "--environment", light, "--background", "environment", "--speed", "0"};
    if (watches) arguments.emplace_back("--watch");
    Session session(withState(arguments));
    const auto reload = [&] {
        if (!watches) session.window().key("F5");
    };
    session.requireTitle("Bend (1/1)");
    const std::string red = session.screenshot();
    write("\x20\xc0\x20");
    reload();
    const std::string green = session.requireOtherPicture(red);
    writeFile(light, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n");
    reload();
    session.requireMessage(light.string() + ": unexpected end of file");
    session.requirePicture(green);
    write("\xc0\x20\x20");
    reload();
    session.requirePicture(red);
    const Json state = stateOf(session);
    CHECK(state["complaint"].is_null());
}

TEST_CASE("Page Up and Page Down step through the models of a folder, past unreadable ones", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    fs::copy_file(kSnake, folder / "a.dae");
    writeFile(folder / "b.dae", "broken");
    fs::copy_file(kTube, folder / "c.dae");
    writeFile(folder / "notes.txt", "no model");
    Session session(withState({folder.path().string()}));
    session.requireTitle("a.dae (1 of 3)");
    session.window().key("Next");
    session.requireTitle("a.dae (2 of 3)");
    session.window().key("Next");
    session.requireTitle("c.dae (3 of 3)");
    session.window().key("Next");
    session.requireTitle("a.dae (1 of 3)");
    session.window().key("Prior");
    session.requireTitle("c.dae (3 of 3)");
    const Json state = stateOf(session);
    CHECK(state["model"] == (folder / "c.dae").string());
    CHECK(state["model_index"] == 2);
    CHECK(state["complaint"].is_null());
}

TEST_CASE("with --each, every file is a model of its own", "[window]") {
    requireScreen();
    Session session(studio(still({"--each", kTube, kSnake})));
    session.requireTitle("tube.dae (1 of 2)");
    session.window().key("Next");
    session.requireTitle("snake.dae (2 of 2)");
    session.requirePicture(headlessPicture(session, "snake.png", studio(still({kSnake}))));
    session.quit();
}

TEST_CASE("the window keeps running during a load, and Esc cancels only the load", "[window]") {
    requireScreen();
    Session session(withState({"--each", kCharacter, kTube}));
    session.requireTitle("Idle (1/6)");
    {
        const SlowReading slow(session);
        session.window().key("Next");
        sleepSeconds(1.0);  // Esc cancels only a load that takes long enough to be shown
        const double before = session.shownSeconds();
        CHECK(waitFor(5.0, [&] { return session.shownSeconds() != before; }));
        session.window().key("3");
        session.requireTitle("Run (3/6)");
        session.window().key("Escape");
        sleepSeconds(1.0);  // in which the window does not close
        session.requireTitle("character.dae (1 of 2)");
        REQUIRE(session.process().running());
    }
    session.window().key("Next");  // loading works again
    session.requireTitle("tube.dae (2 of 2)");
    const Json state = stateOf(session);
    CHECK(state["model"] == kTube);
    CHECK(state["complaint"].is_null());
}

TEST_CASE("a broken file opens the window with its message, F5 reads it again, and the exit code says so", "[window]") {
    requireScreen();
    const TemporaryFolder folder;
    const std::string model = folder / "model.dae";
    writeFile(model, "broken");
    const bool repairs = GENERATE(false, true);
    Session session(withState({model, "-a", "Bend"}));
    session.requireTitle("character.dae");
    session.requireMessage("sinew: " + model + ": ");
    if (repairs) {
        fs::copy_file(kTube, model, fs::copy_options::overwrite_existing);
        session.window().key("F5");
        session.requireTitle("model.dae");
    }
    session.window().key("ctrl+q");
    const Finished& finished = session.process().wait(20.0);
    CHECK(finished.exit == 3);
    CHECK(std::ranges::count(finished.err, '\n') == 1);
    CHECK(Json::parse(readFile(session.folder() / "state.json"))["complaint"].is_null() == repairs);
}

TEST_CASE("the window shows what is being loaded", "[window]") {
    requireScreen();
    Session session(still({"--each", kTube, kSnake}));
    const std::string plain = session.screenshot();
    const auto grabbed = [&] { return session.shownBeside(plain); };
    REQUIRE(waitFor(15.0, [&] { return grabbed() < 1e-3; }));  // the notice about the screenshot disappears first
    {
        const SlowReading slow(session);
        session.window().key("Next");
        CHECK(waitFor(10.0, [&] { return grabbed() > 0.01; }));
    }
    session.requireTitle("snake.dae (2 of 2)");
    session.quit();
}
