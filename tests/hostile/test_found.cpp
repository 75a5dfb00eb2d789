#include <algorithm>
#include <filesystem>
#include <vector>

#include "damaged.h"
#include "support/catch.h"

// Files on which assimp crashed, found by fuzzing (tests/fuzz/import_run.sh). Sinew survives them.

TEST_CASE("files on which assimp fails are refused or read", "[hostile]") {
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(SINEW_SOURCE_DIR "/tests/hostile/found"))
        files.push_back(entry.path());
    REQUIRE_FALSE(files.empty());
    std::sort(files.begin(), files.end());
    DamageReport report;
    for (const fs::path& file : files) {
        INFO(file.filename().string());
        CHECK(report.read(file) == "");
    }
    WARN(files.size() << " files: " << report.crashed << " of them crash this machine's importing library");
}
