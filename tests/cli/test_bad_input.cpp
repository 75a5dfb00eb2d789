#include <filesystem>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/expect.h"
#include "support/temporary_folder.h"

// Files that are not models: exit code 3, one line that names the file and the cause, and no picture.

TEST_CASE("unusable input exits with 3 and one line that names the file", "[cli]") {
    struct Bad {
        std::string name;
        std::function<void(const std::string&)> make;
    };
    const std::string tube = readFile(kTube);
    const auto bad = GENERATE_COPY(values<Bad>({
        {"missing.dae", [](const std::string&) {}},
        {"empty.dae", [](const std::string& path) { writeFile(path, ""); }},
        {"folder.dae", [](const std::string& path) { std::filesystem::create_directory(path); }},
        {"garbage.dae", [](const std::string& path) { writeFile(path, std::string("\x00\xff\x7f\x01garbage", 11)); }},
        {"half.dae", [=](const std::string& path) { writeFile(path, tube.substr(0, tube.size() / 2)); }},
        {"nearly.dae", [=](const std::string& path) { writeFile(path, tube.substr(0, tube.size() - 30)); }},
        {"text.txt", [](const std::string& path) { writeFile(path, "Dear reader,\n"); }},
        {"without ending", [](const std::string& path) { writeFile(path, "Dear reader,\n"); }},
        {"hollow.dae",
         [](const std::string& path) {
             writeFile(path,
                       "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
                       "version=\"1.4.1\"><asset/></COLLADA>");
         }},
        {"wide.dae",  // refused later than a device is made
         [=](const std::string& path) {
             std::string nodes;
             for (int i = 0; i < 100000; ++i)
                 nodes += "<node/>";
             writeFile(path, std::string(tube).insert(tube.find("</visual_scene>"), nodes));
         }},
        {"picture.png", [](const std::string& path) { std::filesystem::copy_file(asset("character_base.png"), path); }},
    }));
    const auto mode =
        GENERATE(values<Arguments>({{"-o", "out.png", "--size", "96x64"}, {"--info"}, {"--info", "--json"}}));
    const TemporaryFolder folder;
    bad.make(folder / bad.name);
    const auto before = namesIn(folder.path());
    const Finished finished = runSinewIn(folder.path(), Arguments{bad.name} + mode);
    INFO(bad.name);
    requireExit(finished, 3);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    CHECK(finished.err.starts_with("sinew: " + bad.name + ": "));
    if (mode.back() == "--json") {
        const auto json = nlohmann::json::parse(finished.out);
        CHECK(json["file"] == bad.name);
        CHECK("sinew: " + bad.name + ": " + json["error"].get<std::string>() + "\n" == finished.err);
    } else {
        CHECK(finished.out.empty());
    }
    CHECK(finished.err.size() > ("sinew: " + bad.name + ": ").size() + 5);
    CHECK(namesIn(folder.path()) == before);
}

TEST_CASE("a bad model keeps an older output", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "bad.dae", "");
    for (const Arguments& output : {Arguments{"-o", "out.png"}, {"--bake", "out.sinew"}}) {
        writeFile(folder / output[1], "old");
        requireExit(runSinewIn(folder.path(), Arguments{"bad.dae"} + output), 3);
        CHECK(readFile(folder / output[1]) == "old");
    }
    CHECK(namesIn(folder.path()) == Arguments{"bad.dae", "out.png", "out.sinew"});
}

TEST_CASE("closed standard streams and ignored signals do not disturb the import", "[cli]") {
    const bool hasDevices = GENERATE(true, false);
    const auto inShell = [&](const std::string& line) {
        Command command = sinewCommand({asset("tube.dae"), "--info"});
        command.timeoutSeconds = 20.0;
        const Arguments shell =
            hasDevices ? Arguments{"/bin/sh", "-c", line, "sh"}
                       : Arguments{"unshare", "-rm", "/bin/sh", "-c", "mount -t tmpfs none /dev && " + line, "sh"};
        command.arguments = shell + command.arguments;
        return run(command);
    };
    const Finished plain = inShell("exec \"$@\"");
    if (!hasDevices && plain.exit != 0) SKIP("no file system can be mounted here");
    REQUIRE(plain.exit == 0);
    for (const char* line : {"exec \"$@\" <&-", "exec \"$@\" 2>&-", "exec \"$@\" <&- 2>&-",
                             "trap '' CHLD XCPU; exec \"$@\"", "ulimit -v 900000 && exec \"$@\""}) {
        if (scaledSeconds(1.0) > 1.0 && std::string(line).starts_with("ulimit"))
            continue;  // sanitizers reserve terabytes
        const Finished finished = inShell(line);
        INFO(line << ": " << finished.describe());
        CHECK(finished.exit == 0);
        CHECK(finished.out == plain.out);
    }
    CHECK(inShell("exec \"$@\" >&-").exit == 5);
}

TEST_CASE("a limit of the user's processes and threads is the system's fault", "[cli]") {
    if (scaledSeconds(1.0) > 1.0) SKIP("sanitizers have threads of their own");
    // The limit does not hold for root, so that another user runs the program.
    const auto limited = [](const std::string& limit, const Arguments& arguments) {
        Command command = sinewCommand(arguments);
        command.timeoutSeconds = 30.0;
        const Arguments shell{"/bin/sh",
                              "-c",
                              "if [ $(id -u) = 0 ]; then set -- setpriv --reuid=54321 --clear-groups \"$@\"; fi; "
                              "exec \"$@\"",
                              "sh",
                              "/bin/bash",
                              "-c",
                              limit + "exec \"$@\"",
                              "bash"};
        command.arguments.insert(command.arguments.begin(), shell.begin(), shell.end());
        return run(command);
    };
    const Arguments info{kTube, "--info"}, picture = kSmall + Arguments{kTube, "-o", "-"};
    if (limited("", info).exit != 0) SKIP("no other user can run the program here");
    for (const Arguments& arguments : {info, picture})
        for (const int processes : {1, 2, 3, 4, 5, 6, 7, 8}) {
            const Finished finished = limited(fmt::format("ulimit -u {} && ", processes), arguments);
            INFO(processes << ": " << finished.describe());
            if (finished.exit == 0) continue;
            CHECK(finished.exit == 4);
            CHECK(isOneLine(finished.err));
            CHECK(finished.out.empty());
            CHECK((contains(finished.err, "more threads") || contains(finished.err, "process")));
            CHECK_FALSE(contains(finished.err, "confine"));
        }
    CHECK(limited("ulimit -u 1 && ", info).exit == 4);
}
