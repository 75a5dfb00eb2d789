#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <thread>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// Every model of Debian's package assimp-testmodels is opened without a crash, and what has something to draw is drawn.

namespace {

namespace fs = std::filesystem;

const fs::path kModels = "/usr/share/assimp/models";

/// Endings of what lies beside models.
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

/// What went wrong with one file; empty: nothing.
struct Outcome {
    bool refused = false, drawn = false;
    std::string complaint;
};

Outcome tryModel(const fs::path& model, const std::string& picture) {
    Outcome outcome;
    Command command = sinewCommand({model, "--info", "--json"});
    command.timeoutSeconds = 30.0;
    const Finished info = run(command);
    outcome.refused = info.exit == 3;
    if (info.exit != 0 && (info.exit != 3 || info.err.empty())) outcome.complaint = "opened: " + info.describe();
    if (info.exit != 0) return outcome;
    const auto json = nlohmann::json::parse(info.out);
    if (json.at("triangles") == 0 && json.at("animations").empty()) return outcome;
    command = sinewCommand({model, "--size", "64x64", "--samples", "1", "-o", picture});
    command.timeoutSeconds = 30.0;
    const Finished drawn = run(command);
    outcome.drawn = drawn.exit == 0 && fs::exists(picture) && fs::file_size(picture) > 100;
    if (!outcome.drawn) outcome.complaint = "drawn: " + drawn.describe();
    return outcome;
}

}  // namespace

TEST_CASE("assimp-testmodels: each model opens without a crash and is drawn", "[conformance]") {
    if (!fs::exists(kModels)) SKIP("there is no " << kModels.string() << " (Debian's package assimp-testmodels)");
    std::vector<fs::path> models;
    for (const auto& entry : fs::recursive_directory_iterator(kModels))
        if (entry.is_regular_file() && isModel(entry.path())) models.push_back(entry.path());
    std::sort(models.begin(), models.end());

    const TemporaryFolder folder;
    std::vector<Outcome> outcomes(models.size());
    std::atomic<size_t> next = 0;
    std::vector<std::thread> workers;
    for (unsigned worker = 0; worker < std::max(1u, std::thread::hardware_concurrency()); ++worker)
        workers.emplace_back([&] {
            for (size_t i; (i = next++) < models.size();)
                outcomes[i] = tryModel(models[i], folder / (std::to_string(i) + ".png"));
        });
    for (std::thread& worker : workers)
        worker.join();

    size_t drawn = 0, refused = 0;
    for (size_t i = 0; i < models.size(); ++i) {
        const std::string name = fs::relative(models[i], kModels).string();
        drawn += outcomes[i].drawn;
        refused += outcomes[i].refused;
        INFO(name);
        CHECK(outcomes[i].complaint == "");
    }
    WARN(models.size() << " models: " << drawn << " drawn, " << refused << " refused with a cause");
    CHECK(drawn > 280);
}
