#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "cli/expect.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

// What a desktop reads of the installed program (packaging/desktop), and its thumbnailer.

namespace {

const std::string kDesktop = SINEW_PACKAGING "/desktop/";

/// The value of a key in a file of desktop entries.
std::string entry(const std::string& file, const std::string& key) {
    std::istringstream lines(readFile(kDesktop + file));
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(key + "=")) return line.substr(key.size() + 1);
    return "";
}

/// The command of the thumbnailer for a file, as file managers fill it in.
Arguments thumbnailer(const std::string& input, const std::string& output) {
    std::istringstream words(entry("sinew.thumbnailer", "Exec"));
    Arguments command;
    for (std::string word; words >> word;) {
        word = std::regex_replace(word, std::regex("%i"), input);
        word = std::regex_replace(word, std::regex("%o"), output);
        command.push_back(std::regex_replace(word, std::regex("%s"), "128"));
    }
    command[0] = SINEW_EXECUTABLE;
    return command;
}

/// The name of a file inside the sandbox.
std::string inside(const std::string& file) {
    return "/file-to-thumbnail" + std::filesystem::path(file).extension().string();
}

/// Runs a command as GNOME runs thumbnailers: it sees /usr, the file and an empty folder, and no network. `folder` has
/// the file; what is written to /out arrives in its folder "out".
Finished runInSandbox(const TemporaryFolder& folder, const std::string& file, const Arguments& command) {
    const std::string binaries = std::filesystem::path(SINEW_EXECUTABLE).parent_path();
    std::filesystem::create_directory(folder / "out");
    Arguments sandbox{"bwrap", "--ro-bind", "/usr", "/usr"};
    sandbox = sandbox + Arguments{"--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"};
    for (const std::string name : {"bin", "lib", "lib64"})
        sandbox = sandbox + Arguments{"--symlink", "/usr/" + name, "/" + name};
    sandbox = sandbox + Arguments{"--proc", "/proc", "--dev", "/dev", "--chdir", "/", "--unshare-all"};
    sandbox = sandbox + Arguments{"--die-with-parent", "--ro-bind", binaries, binaries};
    sandbox = sandbox + Arguments{"--ro-bind", folder / file, inside(file), "--bind", folder / "out", "/out"};
    return run({.arguments = sandbox + command});
}

bool hasSandbox(const TemporaryFolder& folder) {
    std::ofstream(folder / "empty");
    return runInSandbox(folder, "empty", {"true"}).exit == 0;
}

}  // namespace

TEST_CASE("the desktop's own tools accept the files of packaging", "[cli]") {
    const TemporaryFolder folder;
    requireExit(run({.arguments = {"desktop-file-validate", kDesktop + "sinew.desktop"}}), 0);
    const Finished metadata =
        run({.arguments = {"appstreamcli", "validate", "--no-net", kDesktop + "sinew.metainfo.xml"}});
    INFO(metadata.describe());
    CHECK(contains(metadata.out, "alidation"));
    std::istringstream issues(metadata.out);
    for (std::string line; std::getline(issues, line);) {
        INFO(line);
        const bool isFault = line.starts_with("E:") || line.starts_with("W:");
        CHECK((!isFault || contains(line, "url-homepage-missing")));  // the program has no page of its own
    }
    std::filesystem::create_directory(folder / "packages");
    std::filesystem::copy_file(kDesktop + "sinew-mime.xml", folder / "packages/sinew.xml");
    const std::string known = "packages/freedesktop.org.xml";
    std::filesystem::copy_file("/usr/share/mime/" + known, folder / known);
    requireExit(run({.arguments = {"update-mime-database", folder.path()}}), 0);
    for (const char* file : {"sinew.desktop", "sinew.thumbnailer"}) {
        std::istringstream list(entry(file, "MimeType"));
        size_t count = 0;
        for (std::string type; std::getline(list, type, ';'); ++count) {
            INFO(file << ": " << type);
            CHECK(std::filesystem::is_regular_file(folder / (type + ".xml")));
        }
        CHECK(count > 10);
    }
}

TEST_CASE("the thumbnailer draws in a file manager's sandbox", "[cli]") {
    const TemporaryFolder folder;
    if (!hasSandbox(folder)) SKIP("bubblewrap does not run here");
    const std::string file = "a tube.dae";
    std::filesystem::copy_file(asset("tube.dae"), folder / file);
    const Finished drawn = runInSandbox(folder, file, thumbnailer(inside(file), "/out/thumbnail"));
    requireExit(drawn, 0);
    CHECK(drawn.err.empty());
    requireExit(run({.arguments = thumbnailer(folder / file, folder / "outside.png")}), 0);
    CHECK(isPng(readFile(folder / "out/thumbnail")));
    CHECK((readFile(folder / "out/thumbnail") == readFile(folder / "outside.png")));
}

TEST_CASE("the thumbnailer refuses what is no model in a file manager's sandbox", "[cli]") {
    const TemporaryFolder folder;
    if (!hasSandbox(folder)) SKIP("bubblewrap does not run here");
    const std::string collada = readFile(asset("tube.dae"));
    const std::pair<std::string, std::string> files[] = {
        {"cut.dae", collada.substr(0, collada.size() / 2)},
        {"empty.glb", ""},
        {"noise.fbx", std::string("Kaydara FBX Binary  \0\x1a", 22) + std::string(5000, '\xff')}};
    for (const auto& [name, bytes] : files) {
        INFO(name);
        std::ofstream(folder / name, std::ios::binary) << bytes;
        const Finished refused = runInSandbox(folder, name, thumbnailer(inside(name), "/out/thumbnail"));
        requireExit(refused, 3);
        CHECK(isOneLine(refused.err));
        CHECK_FALSE(std::filesystem::exists(folder / "out/thumbnail"));
    }
}
