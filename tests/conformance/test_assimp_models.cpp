#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "support/wait.h"

// Every model of Debian's package assimp-testmodels opens without a crash, and those with content are drawn.

namespace {

namespace fs = std::filesystem;

const fs::path kModels = "/usr/share/assimp/models";

/// Endings of files that are not models.
bool isModel(const fs::path& path) {
    static const std::set<std::string> kOthers{"",        ".txt", ".png", ".jpg",      ".jpeg",  ".bmp",  ".tga",
                                               ".gif",    ".dds", ".tif", ".mtl",      ".bin",   ".glsl", ".vert",
                                               ".frag",   ".uc",  ".md",  ".max",      ".lxo",   ".pcx",  ".html",
                                               ".config", ".py",  ".xml", ".material", ".source"};
    std::string ending = path.extension().string();
    for (char& c : ending)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return !kOthers.contains(ending);
}

struct Outcome {
    bool refused = false, hasPicture = false;
    std::string complaint;  ///< what went wrong; empty: nothing
};

Outcome openModel(const fs::path& model) {
    Outcome outcome;
    Command command = sinewCommand({model, "--info", "--json"});
    command.timeoutSeconds = 30.0;
    const Finished info = run(command);
    outcome.refused = info.exit == 3;
    if (info.exit != 0 && (info.exit != 3 || info.err.empty())) outcome.complaint = "opened: " + info.describe();
    if (info.exit != 0) return outcome;
    const auto json = nlohmann::json::parse(info.out);
    outcome.hasPicture = json.at("triangles") != 0 || !json.at("animations").empty();
    return outcome;
}

/// Draws all in one process. Returns those that were drawn.
std::set<std::string> draw(const std::vector<fs::path>& models, const fs::path& folder) {
    std::string list;
    for (const fs::path& model : models)
        list += model.string() + "\n";
    writeFile(folder / "models.txt", list);
    Command command = sinewCommand(small({"--batch", folder / "models.txt", "--json", "-o", folder / "{number}.png"}));
    command.timeoutSeconds = 200.0;
    const Finished finished = run(command);
    INFO(finished.describe().substr(0, 2000));
    CHECK(finished.exit == 0);
    std::set<std::string> drawn;
    std::istringstream lines(finished.out);
    for (std::string line; std::getline(lines, line);) {
        const auto json = nlohmann::json::parse(line);
        if (!json.contains("file") || !json.at("done")) continue;
        const std::string output = json.at("output");
        if (fs::exists(output) && fs::file_size(output) > 100) drawn.insert(json.at("file"));
    }
    return drawn;
}

}  // namespace

TEST_CASE("assimp-testmodels: each model opens without a crash and is drawn", "[conformance]") {
    if (!fs::exists(kModels)) SKIP("there is no " << kModels.string() << " (Debian's package assimp-testmodels)");
    std::vector<fs::path> models;
    for (const auto& entry : fs::recursive_directory_iterator(kModels))
        if (entry.is_regular_file() && isModel(entry.path())) models.push_back(entry.path());
    std::sort(models.begin(), models.end());
    if (scaledSeconds(1.0) > 1.0)  // sanitizers allow no memory limit, and assimp would take 9 GB for this one
        std::erase(models, kModels / "invalid/OutOfMemory.off");

    const TemporaryFolder folder;
    std::vector<Outcome> outcomes(models.size());
    std::atomic<size_t> next = 0;
    std::vector<std::thread> workers;
    for (unsigned worker = 0; worker < std::max(1u, std::thread::hardware_concurrency()); ++worker)
        workers.emplace_back([&] {
            for (size_t i; (i = next++) < models.size();)
                outcomes[i] = openModel(models[i]);
        });
    for (std::thread& worker : workers)
        worker.join();

    std::vector<fs::path> shown;
    for (size_t i = 0; i < models.size(); ++i)
        if (outcomes[i].hasPicture) shown.push_back(models[i]);
    const std::set<std::string> drawn = draw(shown, folder.path());

    size_t refused = 0;
    for (size_t i = 0; i < models.size(); ++i) {
        const std::string name = fs::relative(models[i], kModels).string();
        refused += outcomes[i].refused;
        INFO(name);
        CHECK(outcomes[i].complaint == "");
        CHECK((!outcomes[i].hasPicture || drawn.contains(models[i].string())));
    }
    WARN(models.size() << " models: " << drawn.size() << " drawn, " << refused << " refused with a cause");
    CHECK(drawn.size() > 280);
}
