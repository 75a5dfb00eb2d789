#include <fcntl.h>
#include <sys/file.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.h"
#include "support/process.h"
#include "support/shared_folder.h"
#include "support/temporary_folder.h"

// Malformed and hostile files: those that make_hostile.py writes, in the folder "hostile" next to the repository, next
// to SINEW_ORACLE, or in SINEW_HOSTILE. Its expected.tsv has, for each file, whether it is read ("ok"), refused
// ("refuse") or either.

namespace {

namespace fs = std::filesystem;

/// Files that expected.tsv refuses and the program reads by design.
const std::map<std::string, std::string> kDecided{
    {"no_geom.dae", "an animated skeleton without a mesh is shown as a skeleton"},
    {"no_scene.dae", "a file without a scene shows its first visual scene"},
    {"count_huge_pos.dae",
     "a list is as long as its values, whatever its count says; the accessor has the right count"},
};

fs::path hostileFolder() {
    if (const char* named = std::getenv("SINEW_HOSTILE")) return named;
    return sharedFolder("hostile");
}

/// Writes the files once for all presets: compressing an image of 60,000 by 60,000 pixels takes a minute.
fs::path madeFiles(const fs::path& script) {
    const fs::path folder = fs::path(SINEW_BINARY_DIR).parent_path();
    const fs::path files = folder / "hostile", stamp = folder / "hostile.made";
    const int lock = ::open((folder / "hostile.lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);  // until we end
    REQUIRE(::flock(lock, LOCK_EX) == 0);
    if (fs::exists(stamp) && fs::last_write_time(stamp) >= fs::last_write_time(script)) return files;
    const Finished made = run({.arguments = {"python3", script, files}, .timeoutSeconds = 400.0});
    INFO(made.describe());
    REQUIRE(made.exit == 0);
    writeFile(stamp, "");
    return files;
}

std::map<std::string, std::string> readExpected(const fs::path& table) {
    std::map<std::string, std::string> expected;
    std::ifstream file(table);
    for (std::string line; std::getline(file, line);)
        if (const size_t tab = line.find('\t'); !line.starts_with('#') && tab != std::string::npos)
            expected.emplace(line.substr(0, tab), line.substr(tab + 1));
    return expected;
}

/// Allows 10 seconds of processor time and, when only reading, 2 GiB.
Finished runWithin(Arguments arguments, bool drawn) {
    Command command = sinewCommand(std::move(arguments));
    command.timeoutSeconds = 60.0;
    std::string limits = "ulimit -t " + std::to_string(static_cast<int>(scaledSeconds(10.0)));
    if (!drawn && scaledSeconds(1.0) <= 1.0) limits += " && ulimit -v 2097152";  // a sanitizer reserves terabytes
    const Arguments shell{"/bin/sh", "-c", limits + " && exec \"$@\"", "sh"};
    command.arguments.insert(command.arguments.begin(), shell.begin(), shell.end());
    return run(command);
}

/// In a sanitizer build, the process that reads the file prints its reports first; the last line is the program's.
std::string withoutReport(const std::string& err) {
    if (scaledSeconds(1.0) <= 1.0 || err.find("Sanitizer: ") == std::string::npos) return err;
    const size_t theirs = err.find("libassimp"), ours = err.find(" in sinew::"), line = err.rfind("\nsinew: ");
    return theirs < ours && line != std::string::npos ? err.substr(line + 1) : err;
}

/// What went wrong; empty: nothing.
std::string complaint(const Finished& finished, const fs::path& file, const std::string& expected) {
    const bool read = finished.exit == 0, refused = finished.exit == 3;
    if (!(expected == "ok" ? read : expected == "refuse" ? refused : read || refused)) return finished.describe();
    const std::string err = withoutReport(finished.err);
    const bool oneLine = err.starts_with("sinew: " + file.string() + ": ") && err.find('\n') == err.size() - 1;
    if (refused && err.find("no cause given") != std::string::npos) return "names no cause: " + finished.describe();
    return refused && !oneLine ? "not one line that names the file: " + finished.describe() : "";
}

std::string tryFile(const fs::path& file, const std::string& expected, const fs::path& picture) {
    const Finished info = runWithin({file, "--info"}, false);
    if (const std::string said = complaint(info, file, expected); !said.empty()) return "--info: " + said;
    if (scaledSeconds(1.0) > 1.0 && info.exit != 0)
        return "";  // a refusal is the same with -o, and sanitizers are slow
    const Finished drawn = runWithin(small({file, "-o", picture}), true);
    if (const std::string said = complaint(drawn, file, expected); !said.empty()) return "-o: " + said;
    return fs::exists(picture) == (drawn.exit == 0) ? "" : "-o: the picture does not fit the exit";
}

/// The failures of all files, run in parallel on all cores.
std::map<std::string, std::string> tryFiles(const fs::path& files, const std::map<std::string, std::string>& expected) {
    const TemporaryFolder folder;
    const std::vector<std::pair<std::string, std::string>> all(expected.begin(), expected.end());
    Arguments complaints(all.size());
    std::atomic<size_t> next = 0;
    std::vector<std::thread> workers;
    for (unsigned worker = 0; worker < std::max(1u, std::thread::hardware_concurrency()); ++worker)
        workers.emplace_back([&] {
            for (size_t i; (i = next++) < all.size();) {
                const std::string wanted = kDecided.contains(all[i].first) ? "ok" : all[i].second;
                complaints[i] = tryFile(files / all[i].first, wanted, folder / (std::to_string(i) + ".png"));
            }
        });
    for (std::thread& worker : workers)
        worker.join();
    std::map<std::string, std::string> result;
    for (size_t i = 0; i < all.size(); ++i)
        result.emplace(all[i].first, complaints[i]);
    return result;
}

}  // namespace

TEST_CASE("hostile files are read within limits, with the results in expected.tsv", "[hostile]") {
    const fs::path folder = hostileFolder(), script = folder / "make_hostile.py";
    if (!fs::exists(script)) SKIP("there is no " << script.string());
    if (run({.arguments = {"python3", "--version"}}).exit != 0) SKIP("there is no python3");
    const std::map<std::string, std::string> expected = readExpected(folder / "expected.tsv");
    REQUIRE(expected.size() > 100);
    const fs::path files = madeFiles(script);
    for (const auto& [name, said] : tryFiles(files, expected)) {
        INFO(name);
        if (scaledSeconds(1.0) > 1.0 && said.find("Sanitizer: allocator is out of memory") != std::string::npos) {
            WARN(name << " was not judged: the sanitizer ends a program where operator new would throw");
            continue;
        }
        CHECK(said == "");
    }
}
