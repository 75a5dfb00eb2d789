#include <unistd.h>

#include <signal.h>

#include <filesystem>
#include <random>

#include "cli/expect.h"
#include "support/temporary_folder.h"

// Output errors: exit code 5, one line, and no partial file.

namespace {

/// Runs the program with `arguments` in a new folder, after `mount` (a shell command, with the folder as $1)
/// in a mount namespace of its own. stdout lists the files left in the folder, with their sizes. Skips the test if
/// namespaces are not allowed.
Finished runMounted(const std::string& mount, Arguments arguments) {
    const TemporaryFolder folder;
    const std::string script =
        mount + " || exit 99\ncd \"$1\" || exit 99\nshift\n\"$@\" >&2; code=$?; ls -A | xargs -r wc -c; exit $code";
    Command command = sinewCommand({});
    command.arguments = {"unshare", "--mount", "sh", "-c", script, "sh", folder.path().string(), SINEW_EXECUTABLE};
    if (geteuid() != 0) command.arguments.insert(command.arguments.begin() + 1, "--map-root-user");
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    Finished finished = run(command);
    if (finished.exit == 99 || finished.err.starts_with("unshare: ")) SKIP("nothing can be mounted here");
    return finished;
}

/// That many bytes, plus a page for the folder itself.
std::string fullDisk(int kilobytes) {
    return "mount -t tmpfs -o size=" + std::to_string(kilobytes) + "k none \"$1\"";
}

const std::string kReadOnly = "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\"";

}  // namespace

TEST_CASE("an unwritable output exits with 5 and one line that names it", "[cli]") {
    const auto [option, path] = GENERATE(table<std::string, std::string>({{"-o", "/nonexistent/x.png"},
                                                                          {"-o", "/dev/full"},
                                                                          {"-o", "/proc/x.png"},
                                                                          {"--export-pose", "/nonexistent/x.ply"},
                                                                          {"--bake", "/nonexistent/x.sinew"},
                                                                          {"--bake", "/dev/full"}}));
    const bool isMissing = path.starts_with("/nonexistent/");  // which shows before the model is read
    const Finished finished =
        runSinew(Arguments{isMissing ? "x.dae" : kTube, option, path} + (option == "-o" ? kSmall : Arguments{}));
    requireExit(finished, 5);
    CHECK(isOneLine(finished.err));
    CHECK(finished.err.starts_with("sinew: " + path + ": "));
}

TEST_CASE("a read-only disk exits with 5 and one line", "[cli]") {
    const Arguments output = GENERATE(values<Arguments>({{"-o", "x.png", "--size", "96x64"},
                                                         {"-o", "x%d.png", "--frames", "2", "--size", "96x64"},
                                                         {"-o", "x.webp", "--size", "96x64"},
                                                         {"-o", "x.gif", "--size", "96x64"},
                                                         {"-o", "x.y4m", "--size", "96x64"},
                                                         {"--export", "x.glb"},
                                                         {"--export", "x.gltf"},
                                                         {"--export-pose", "x.ply"}}));
    const Finished finished = runMounted(kReadOnly, Arguments{kTube} + output);
    requireExit(finished, 5);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    CHECK(finished.err.starts_with("sinew: x"));
    CHECK(finished.out.empty());
}

TEST_CASE("a full disk exits with 5, one line and no file", "[cli][release]") {
    const Arguments output = GENERATE(values<Arguments>({{"-o", "x.png", "--size", "400x300"},
                                                         {"-o", "x.webp", "--size", "400x300"},
                                                         {"-o", "x.gif", "--size", "400x300"},
                                                         {"-o", "x.y4m", "--size", "400x300"},
                                                         {"-o", "x.mkv", "--size", "400x300", "--frames", "30"},
                                                         {"-o", "x.mp4", "--size", "400x300", "--frames", "30"},
                                                         {"--export", "x.glb"},
                                                         {"--export", "x.gltf"},
                                                         {"--export-pose", "x.ply"}}));
    if (output[1].starts_with("x.m") && run({.arguments = {"sh", "-c", "command -v ffmpeg"}}).exit != 0)
        SKIP("there is no ffmpeg");
    const Finished finished = runMounted(fullDisk(8), Arguments{kTube} + output);
    requireExit(finished, 5);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    CHECK(contains(finished.err, "No space left on device"));
    CHECK(finished.out.empty());
}

TEST_CASE("a disk that fills keeps the pictures that fit", "[cli]") {
    const Finished finished = runMounted(fullDisk(64), {kTube, "-o", "p%d.png", "--frames", "40", "--size", "200x150"});
    requireExit(finished, 5);
    INFO(finished.describe());
    CHECK(isOneLine(finished.err));
    CHECK(contains(finished.out, "p0.png\n"));
    CHECK_FALSE(contains(finished.out, ".tmp"));
    CHECK_FALSE(contains(finished.out, " 0 "));
}

TEST_CASE("a picture or a film is the old or the new one if the program is killed while writing", "[cli]") {
    const Arguments format = GENERATE(Arguments{"png"}, Arguments{"webp", "--frames", "3"});
    const TemporaryFolder folder;
    const Arguments arguments =
        Arguments{kTube, "-o", "x", "--size", "400x300", "--look", "flat", "--samples", "1", "--format"} + format;
    Command command = sinewCommand(arguments);
    command.folder = folder.path();
    const auto awaitFile = [&](Process& process, size_t names) {
        while (process.running() && namesIn(folder.path()).size() < names)
            sleepSeconds(0.0005);
        return nowSeconds();
    };
    // The program is killed at random times after its new file appears, which it then renames to the old one.
    Process whole(command);
    const double start = awaitFile(whole, 1);
    requireExit(whole.wait(20.0), 0);
    const std::string fresh = readFile(folder / "x"), old = "old";
    std::mt19937 random(5);
    std::uniform_real_distribution<double> moment(0.0, nowSeconds() - start);
    int killed = 0;
    for (int i = 0; i < 8; ++i) {
        for (const std::string& name : namesIn(folder.path()))
            std::filesystem::remove(folder / name);
        writeFile(folder / "x", old);
        Process process(command);
        awaitFile(process, 2);
        sleepSeconds(i == 0 ? 0.0 : moment(random));
        process.send(SIGKILL);
        killed += process.wait(20.0).signal == SIGKILL ? 1 : 0;
        const std::string bytes = readFile(folder / "x");
        CHECK((bytes == old || bytes == fresh));
    }
    CHECK(killed > 0);
    requireExit(runSinewIn(folder.path(), arguments), 0);
    CHECK(namesIn(folder.path()) == Arguments{"x"});
}

TEST_CASE("a file that exceeds the size limit exits with 5, one line and no file", "[cli]") {
    const TemporaryFolder folder;
    Command command = sinewCommand({});
    command.arguments = {
        "bash", "-c", "ulimit -f 1; exec \"$0\" \"$@\"", SINEW_EXECUTABLE, kTube, "--bake", folder / "x.sinew"};
    const Finished finished = run(command);
    requireExit(finished, 5);
    CHECK(isOneLine(finished.err));
    CHECK(namesIn(folder.path()).empty());
}

TEST_CASE("a full stdout exits with 5, and a closed one does not crash", "[cli]") {
    const auto shell = [](const std::string& script) {
        Command command = sinewCommand({});
        command.arguments = {"bash", "-c", script, SINEW_EXECUTABLE, kTube};
        return run(command);
    };
    for (const char* report :
         {"--info", "--info --json", "--headless --size 32x32", "--headless --json --size 32x32"}) {
        const Finished full = shell(std::string("\"$0\" \"$1\" ") + report + " > /dev/full");
        CHECK(full.signal == 0);
        CHECK(full.exit == 5);
        const Finished closed =
            shell(std::string("\"$0\" \"$1\" ") + report + " | head -c1 > /dev/null; echo ${PIPESTATUS[0]}");
        INFO(closed.describe());
        // A whole report can fit into the pipe before its reader closes it.
        CHECK((closed.out == "0\n" || closed.out == "141\n"));
        CHECK(closed.err.empty());
    }
    const Finished picture = shell("\"$0\" \"$1\" --size 640x480 -o - | head -c1 > /dev/null; echo ${PIPESTATUS[0]}");
    INFO(picture.describe());
    CHECK((picture.out == "0\n" || picture.out == "5\n" || picture.out == "141\n"));
}
