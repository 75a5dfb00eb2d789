#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <thread>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// The poses of real models against positions that other programs computed: compare.py of the oracle folder beside the
// repository, or of the one that SINEW_ORACLE names.

namespace {

/// "model clip" of what is known to fail, and why. One that passes is a failure too: it is to be taken off the list.
const std::map<std::string, std::string> kOpen{};

std::filesystem::path oracleFolder() {
    if (const char* named = std::getenv("SINEW_ORACLE")) return named;
    return std::filesystem::path(SINEW_SOURCE_DIR) / "../shared/oracle";
}

}  // namespace

TEST_CASE("real models are posed as independent programs pose them", "[conformance]") {
    const std::filesystem::path oracle = oracleFolder();
    if (!std::filesystem::exists(oracle / "compare.py")) SKIP("there is no " << oracle.string());
    if (run({.arguments = {"python3", "--version"}}).exit != 0) SKIP("there is no python3");
    const TemporaryFolder folder;
    const std::string results = folder / "results.json";
    Command command = sinewCommand({});
    command.arguments = {"python3", oracle / "compare.py",
                         "--sinew", SINEW_EXECUTABLE,
                         "--json",  results,
                         "--jobs",  std::to_string(std::max(1u, std::thread::hardware_concurrency()))};
    command.timeoutSeconds = 600.0;
    const Finished compared = run(command);
    INFO(compared.describe());
    REQUIRE((compared.exit == 0 || compared.exit == 1));

    const auto json = nlohmann::json::parse(readFile(results));
    size_t compares = 0;
    for (const auto& result : json.at("results")) {
        const std::string status = result.at("status");
        if (status == "SKIPPED") continue;
        ++compares;
        const std::string name =
            result.at("model").get<std::string>() + " " + std::to_string(result.at("clip").get<int>());
        const auto open = kOpen.find(name);
        if (open == kOpen.end()) {
            INFO(name << ": " << result.value("reason", ""));
            CHECK(status != "FAIL");
        } else {
            INFO(name << " is on the list of open cases (" << open->second << ") but it passes");
            CHECK(status == "FAIL");
        }
    }
    CHECK(compares > 100);
}
