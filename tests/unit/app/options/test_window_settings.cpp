#include "app/options/window_settings.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

WindowSettings read(const TemporaryFolder& folder, const std::string& text) {
    std::ofstream(folder / "settings.json") << text;
    return readSettings(folder / "settings.json");
}

}  // namespace

TEST_CASE("Saved settings are read back, and their directories are created") {
    const TemporaryFolder folder;
    const auto file = folder / "deeper/sinew/settings.json";
    CHECK(readSettings(file) == WindowSettings{});
    const WindowSettings settings{.size = Size{800, 600},
                                  .panelVisible = true,
                                  .floor = false,
                                  .skeleton = true,
                                  .textSize = 1.5f,
                                  .keysKnown = true};
    writeSettings(file, settings);
    CHECK(readSettings(file) == settings);
    writeSettings(file, {});
    CHECK(readSettings(file) == WindowSettings{});
    writeSettings(folder / "deeper/sinew/settings.json/below/a file", settings);  // a line on stderr, no error
}

TEST_CASE("Settings of a newer version, and what is no regular file, are neither read nor replaced") {
    const TemporaryFolder folder;
    const std::string newer = R"({"schema": 2, "floor": false, "new": 1})";
    CHECK(read(folder, newer) == WindowSettings{});
    writeSettings(folder / "settings.json", {.floor = false});
    std::stringstream kept;
    kept << std::ifstream(folder / "settings.json").rdbuf();
    CHECK(kept.str() == newer);

    const std::filesystem::path pipe = folder / "pipe.json";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(readSettings(pipe) == WindowSettings{});  // nobody writes into it
    writeSettings(pipe, {.floor = false});          // nor reads
    CHECK(std::filesystem::is_fifo(pipe));
    CHECK(readSettings("/dev/zero") == WindowSettings{});
}

TEST_CASE("Broken settings are ignored, and missing ones have defaults") {
    const TemporaryFolder folder;
    for (const char* broken :
         {"", "{", "[]", "7", R"({"floor": false})", R"({"schema": 2, "floor": false})",
          R"({"schema": 1, "floor": "no"})", R"({"schema": 1, "floor": false, "window": {"width": 0, "height": 5}})",
          R"({"schema": 1, "floor": false, "window": {"width": 1e9, "height": 5}})",
          R"({"schema": 1, "floor": false, "window": 3})",
          R"({"schema": 1, "floor": false, "window": {"width": 5}})"}) {
        INFO(broken);
        CHECK(read(folder, broken) == WindowSettings{});
    }
    WindowSettings expected;
    expected.floor = false;
    CHECK(read(folder, R"({"schema": 1, "floor": false, "new": [1]})") == expected);
}

TEST_CASE("Settings are stored in the user's configuration directory") {
    const auto with = [](const char* configuration, const char* home) {
        ::setenv("XDG_CONFIG_HOME", configuration, 1);
        ::setenv("HOME", home, 1);
        return settingsFile();
    };
    CHECK(with("/c", "/h") == "/c/sinew/settings.json");
    CHECK(with("", "/h") == "/h/.config/sinew/settings.json");
    CHECK(with("relative", "/h") == "/h/.config/sinew/settings.json");
    CHECK(with("", "") == "");
}

TEST_CASE("Changes in the window are saved, options of the command line are not") {
    WindowSettings before;
    before.size = Size{800, 600};
    ViewSettings view;
    view.look.floor = false;
    view.size = {320, 240};
    WindowSettings last;
    last.size = Size{320, 240};
    last.floor = false;
    CHECK(changedSettings(before, view, last) == before);
    last.size = Size{640, 240};
    last.floor = true;
    last.skeleton = true;
    last.keysKnown = true;
    CHECK(changedSettings(before, view, last) == last);
    last.size = Size{0, 0};
    CHECK(changedSettings(before, view, last).size == before.size);
}

TEST_CASE("The command line overrides saved settings") {
    WindowSettings settings;
    settings.size = Size{800, 600};
    settings.floor = false;
    settings.skeleton = true;
    settings.textSize = 2.0f;
    const ViewSettings with = withSettings({}, settings);
    CHECK(with.size == Size{800, 600});
    CHECK_FALSE(with.look.floor);
    CHECK(with.look.skeleton);
    CHECK(with.textSize == 2.0f);
    CHECK(withSettings({.textSizeGiven = true}, settings).textSize == 1.0f);
    CHECK(withSettings({.view = {.size = {320, 200}}, .sizeGiven = true}, settings).size == Size{320, 200});
}
