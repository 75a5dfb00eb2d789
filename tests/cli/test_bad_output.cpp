#include <unistd.h>

#include <filesystem>

#include "cli/expect.h"
#include "support/temporary_folder.h"

// Where nothing can be written: 5, one line, and nothing half-written under the name.

TEST_CASE("a picture that cannot be written ends with 5 and one line that names it", "[cli]") {
    const std::string path = GENERATE("/nonexistent/x.png", "/dev/full", "/proc/x.png");
    const Finished finished = runSinew(std::vector<std::string>{kTube, "-o", path} + kSmall);
    requireExit(finished, 5);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    CHECK(finished.err.starts_with("sinew: " + path + ": "));
}

TEST_CASE("a pose that cannot be written ends with 5", "[cli]") {
    const Finished finished = runSinew({kTube, "--export-pose", "/nonexistent/x.ply"});
    requireExit(finished, 5);
    CHECK(isOneLine(finished.err));
    CHECK(finished.err.starts_with("sinew: /nonexistent/x.ply: "));
}

TEST_CASE("a folder under the picture's name ends with 5", "[cli]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "there.png");
    requireExit(runSinewIn(folder.path(), std::vector<std::string>{kTube, "-o", "there.png"} + kSmall), 5);
    CHECK(namesIn(folder.path()) == std::vector<std::string>{"there.png"});
}

TEST_CASE("a folder that may not be written to ends with 5", "[cli]") {
    if (geteuid() == 0) SKIP("root may write everywhere");
    const TemporaryFolder folder;
    std::filesystem::permissions(folder.path(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    const Finished finished = runSinew(std::vector<std::string>{kTube, "-o", folder / "x.png"} + kSmall);
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
    requireExit(finished, 5);
}

TEST_CASE("a full stdout ends with 5, a closed one without a crash", "[cli]") {
    const auto shell = [](const std::string& script) {
        Command command = sinewCommand({});
        command.arguments = {"bash", "-c", script, SINEW_EXECUTABLE, kTube};
        return run(command);
    };
    for (const char* report : {"--info", "--info --json"}) {
        const Finished full = shell(std::string("\"$0\" \"$1\" ") + report + " > /dev/full");
        CHECK(full.signal == 0);
        CHECK(full.exit == 5);
        const Finished closed =
            shell(std::string("\"$0\" \"$1\" ") + report + " | head -c1 > /dev/null; echo ${PIPESTATUS[0]}");
        INFO(closed.describe());
        // A whole report may fit into the pipe before its reader leaves.
        CHECK((closed.out == "0\n" || closed.out == "141\n"));
        CHECK(closed.err.empty());
    }
    const Finished picture = shell("\"$0\" \"$1\" --size 640x480 -o - | head -c1 > /dev/null; echo ${PIPESTATUS[0]}");
    INFO(picture.describe());
    CHECK((picture.out == "0\n" || picture.out == "5\n" || picture.out == "141\n"));
}
