#include <signal.h>

#include <filesystem>

#include "cli/expect.h"
#include "support/temporary_folder.h"

// Progress in a terminal.

namespace {

const Arguments kSwim{kTube, "--size", "64x48"};

/// What a terminal shows after these bytes.
struct Screen {
    Arguments rows{""};
    std::string longest;  ///< row that was ever shown
    size_t erasures = 0;
    bool atBeginning = true;  ///< the cursor is at the start of a row
};

Screen screenOf(const std::string& bytes) {
    Screen screen;
    size_t column = 0;
    for (size_t at = 0; at < bytes.size(); ++at) {
        std::string& row = screen.rows.back();
        if (bytes[at] == '\r') {
            column = 0;
        } else if (bytes[at] == '\n') {
            screen.rows.emplace_back();
        } else if (bytes.compare(at, 3, "\x1b[K") == 0) {
            row.resize(column);
            ++screen.erasures;
            at += 2;
        } else {
            REQUIRE(static_cast<unsigned char>(bytes[at]) >= ' ');
            row.resize(std::max(row.size(), column + 1));
            row[column++] = bytes[at];
            if (row.size() > screen.longest.size()) screen.longest = row;
        }
    }
    screen.atBeginning = column == 0;
    return screen;
}

Command filming(const TemporaryFolder& folder, const Arguments& more, unsigned short columns = 80) {
    Command command = sinewCommand(kSwim + more);
    command.folder = folder.path();
    command.terminalColumns = columns;
    return command;
}

}  // namespace

TEST_CASE("a terminal shows one line that is overwritten, at the end by the summary", "[cli]") {
    const TemporaryFolder folder;
    const Finished finished = run(filming(folder, {"--frames", "20", "-o", "a.y4m"}));
    requireExit(finished, 0);
    INFO(finished.err);
    CHECK(contains(finished.err, "\r\x1b[K1 of 20 frames, "));
    const Screen screen = screenOf(finished.err);
    CHECK(screen.erasures >= 2);
    CHECK(screen.longest.size() < 80);
    CHECK(screen.atBeginning);
    REQUIRE(screen.rows.size() == 2);
    CHECK(screen.rows[0].starts_with("sinew: a.y4m: 20 frames in "));
    CHECK(screen.rows[0].ends_with(" per second"));
    CHECK(screen.rows[1].empty());
}

TEST_CASE("a narrow terminal shows as much of the line as fits", "[cli]") {
    const TemporaryFolder folder;
    Process process(filming(folder, {"--frames", "1000000", "-o", "a.y4m"}, 16));
    REQUIRE(waitFor(30.0, [&] { return !process.running() || contains(process.soFar().err, "of 1"); }));
    process.send(SIGTERM);
    const Finished& finished = process.wait(30.0);
    CHECK(finished.signal == SIGTERM);
    INFO(finished.err);
    CHECK(screenOf(finished.err).longest == "1 of 1000000 fr");
}

TEST_CASE("errors and signals remove the line", "[cli]") {
    const TemporaryFolder folder;
    SECTION("an error") {
        std::filesystem::create_directory(folder / "f_5.png");
        const Finished finished = run(filming(folder, {"--frames", "9", "-o", "f_%d.png"}));
        requireExit(finished, 5);
        INFO(finished.err);
        CHECK(contains(finished.err, "1 of 9 frames"));
        const Screen screen = screenOf(finished.err);
        REQUIRE(screen.rows.size() == 2);
        CHECK(screen.rows[0].starts_with("sinew: f_5.png: "));
        CHECK(screen.rows[1].empty());
    }
    SECTION("a signal") {
        const int signal = GENERATE(SIGINT, SIGTERM);
        Process process(filming(folder, {"--frames", "1000000", "-o", "a.y4m"}));
        REQUIRE(waitFor(30.0, [&] { return !process.running() || contains(process.soFar().err, " left"); }));
        process.send(signal);
        const Finished& finished = process.wait(30.0);
        CHECK(finished.signal == signal);
        INFO(finished.err);
        const Screen screen = screenOf(finished.err);
        CHECK(screen.rows == Arguments{""});
        CHECK(screen.atBeginning);
    }
}

TEST_CASE("progress is not printed if stderr is not a terminal", "[cli]") {
    const TemporaryFolder folder;
    const Finished finished = runSinewIn(folder.path(), kSwim + Arguments{"--frames", "20", "-o", "a.y4m"});
    requireExit(finished, 0);
    CHECK(finished.err.empty());
}
