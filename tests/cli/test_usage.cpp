#include <sstream>

#include "cli/expect.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

// Help, version and usage errors.

TEST_CASE("the help lists every option on stdout", "[cli]") {
    Command command = sinewCommand({"--help", "all"});
    command.environment = withoutDriver();
    const Finished help = run(command);
    requireExit(help, 0);
    CHECK(help.err.empty());
    size_t listed = 0;
    std::istringstream page(readFile(SINEW_SOURCE_DIR "/docs/options.md"));  // generated from the table
    for (std::string line; std::getline(page, line);) {
        if (!line.starts_with("| `-")) continue;
        std::string synopsis = line.substr(3, line.find("` |") - 3);
        std::erase(synopsis, '\\');
        CHECK_THAT(help.out, Catch::Matchers::ContainsSubstring(" " + synopsis));
        ++listed;
    }
    CHECK(listed > 80);
    for (const char* key : {"Space", "F12", "Esc", "Left drag"})
        CHECK_THAT(help.out, Catch::Matchers::ContainsSubstring(key));
}

TEST_CASE("the version option prints name and version on one line", "[cli]") {
    Command command = sinewCommand({"--version"});
    command.environment = withoutDriver();
    const Finished version = run(command);
    requireExit(version, 0);
    CHECK(isOneLine(version.out));
    CHECK(version.out.starts_with("sinew " SINEW_VERSION));
    CHECK(version.err.empty());
}

TEST_CASE("wrong usage exits with 2, nothing on stdout, and a line that names the option and a remedy", "[cli]") {
    struct Wrong {
        std::vector<std::string> arguments;
        std::string option, hint;
    };
    const Wrong wrong = GENERATE_COPY(values<Wrong>({
        {{"--nonsense"}, "--nonsense", "--help"},
        {{"--anmation", "0"}, "--anmation", "--"},
        {{"--time"}, "--time", ""},
        {{"--time", "soon"}, "--time", "number"},
        {{"--time", "nan"}, "--time", "number"},
        {{"--speed", "inf"}, "--speed", "number"},
        {{"--transition", "-1"}, "--transition", "0"},
        {{"--frames", "0"}, "--frames", "1"},
        {{"--frames", "two"}, "--frames", "whole number"},
        {{"--fps", "0"}, "--fps", "number"},
        {{"--size", "12"}, "--size", "1280x720"},
        {{"--size", "0x0"}, "--size", "1280x720"},
        {{"--size", "99999x99999"}, "--size", "16384"},
        {{"--samples", "3"}, "--samples", "1, 2, 4"},
        {{"--camera", "above"}, "--camera", "front"},
        {{"--threshold", "2"}, "--threshold", "0"},
        {{"-o", "picture.jpg"}, "--output", ".png"},
        {{"-o", "f_%s.png"}, "--output", "%"},
        {{"-o", "film.avi"}, "--output", ".webm"},
        {{"--export-pose", "pose.obj"}, "--export-pose", ".ply"},
        {{"--bake", "model.glb"}, "--bake", ".sinew"},
        {{"--device", ""}, "--device", ""},
    }));
    const TemporaryFolder folder;
    const Finished finished =
        runSinewIn(folder.path(), std::vector<std::string>{kTube, "--headless"} + wrong.arguments);
    INFO(finished.describe());
    requireExit(finished, 2);
    CHECK(finished.out.empty());
    CHECK(finished.err.starts_with("sinew: "));
    CHECK(isOneLine(finished.err));
    CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring(wrong.option));
    CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring(wrong.hint));
    CHECK(namesIn(folder.path()).empty());
}

TEST_CASE("several frames need a numbered name, and the message shows one", "[cli]") {
    const TemporaryFolder folder;
    const Finished finished = runSinewIn(folder.path(), {kTube, "-o", "out.png", "--frames", "2"});
    requireExit(finished, 2);
    CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("_%04d.png"));
    CHECK(namesIn(folder.path()).empty());
}

TEST_CASE("an unknown clip exits with 2 and a list of the available ones", "[cli]") {
    const std::string wanted = GENERATE("Sleep", "99", "-1");
    const Finished finished = runSinew({kCharacter, "--headless", "--animation=" + wanted});
    requireExit(finished, 2);
    CHECK(isOneLine(finished.err));
    for (const char* name : {"Idle", "Walk", "Run", "Jump", "Wave", "Dance"})
        CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring(name));
    CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring(wanted));
}

TEST_CASE("all clips at once require a contact sheet or a name for each, and the message says so", "[cli]") {
    const Finished finished = runSinew({kCharacter, "--headless", "-a", "all"});
    requireExit(finished, 2);
    CHECK(isOneLine(finished.err));
    CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("--sheet COLSxROWS, or {clip} in --output"));
}

TEST_CASE("part of a name that two clips share is refused", "[cli]") {
    const Finished finished = runSinew({kCharacter, "--headless", "--animation", "a"});  // Walk, Wave, Dance
    requireExit(finished, 2);
    CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("Walk"));
}
