#include <cstdlib>
#include <filesystem>
#include <string>

#include "damaged.h"
#include "support/catch.h"
#include "support/models/morphed_fbx.h"
#include "support/models/old_fbx.h"
#include "support/models/rigged_files.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// Files that end anywhere are read or refused, and never half drawn.

namespace {

namespace fs = std::filesystem;

/// Distance of the cuts: odd, so that they fall on every offset in fields of 1, 4 and 8 bytes. Fewer with sanitizers,
/// which are slow; all with SINEW_CUTS=all.
size_t stepOf(size_t bytes) {
    const char* value = std::getenv("SINEW_CUTS");
    if (value && std::string(value) == "all") return 1;
    if (scaledSeconds(1.0) > 1.0) return 37;
    return bytes < 10'000 ? 11 : 23;
}

/// Shortens the file step by step. Some of the results are drawn.
void readBeginnings(const std::string& name, const std::string& whole) {
    const size_t step = stepOf(whole.size());
    const TemporaryFolder folder;
    const fs::path file = folder / name, picture = folder / "picture.png";
    writeFile(file, whole);
    DamageReport report;
    REQUIRE(report.read(file) == "");
    REQUIRE(report.models == 1);
    constexpr size_t kDrawnEvery = 97;  // cuts
    size_t cuts = 0, drawn = 0;
    for (size_t size = whole.size() - 1; size < whole.size(); size -= step) {
        fs::resize_file(file, size);
        INFO(name << " cut to " << size << " of " << whole.size() << " bytes");
        const size_t models = report.models;
        CHECK(report.read(file) == "");
        if (cuts++ % kDrawnEvery != 0) continue;
        fs::remove(picture);
        const Finished finished = runSinew(small({file, "-o", picture}));
        INFO(finished.describe());
        CHECK(finished.exit == (report.models > models ? 0 : 3));
        CHECK(fs::exists(picture) == (finished.exit == 0));
        drawn += finished.exit == 0;
    }
    CHECK(report.refused > 0);
    WARN(name << ", cut every " << step << " of " << whole.size() << " bytes: " << report.models - 1 << " read ("
              << drawn << " of them drawn), " << report.refused << " refused, of them " << report.crashed
              << " because the importer crashed");
}

}  // namespace

TEST_CASE("a Collada file cut anywhere is read or refused", "[hostile]") {
    readBeginnings("model.dae", import_files::riggedCollada());
}

TEST_CASE("a binary glTF file cut anywhere is read or refused", "[hostile]") {
    readBeginnings("model.glb", import_files::riggedGltf(true));
}

TEST_CASE("a text FBX file cut anywhere is read or refused", "[hostile]") {
    readBeginnings("model.fbx", import_files::morphedFbx());
}

TEST_CASE("an SMD file cut anywhere is read or refused", "[hostile]") {
    readBeginnings(
        "model.smd",
        "version 1\nnodes\n0 \"root\" -1\n1 \"arm\" 0\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\n1 1 0 0 0 0 0\nend\n"
        "triangles\nskin.bmp\n0 0 0 0 0 0 1 0 0\n1 1 0 0 0 0 1 1 0\n0 0 1 0 0 0 1 0 1\nend\n");
}

TEST_CASE("an FBX file before version 7 cut anywhere is read or refused", "[hostile]") {
    readBeginnings("model.fbx", import_files::oldFbx());
}

TEST_CASE("a binary FBX file cut anywhere is read or refused", "[hostile]") {
    const fs::path box = "/usr/share/assimp/models/FBX/box.fbx";
    if (!fs::exists(box)) SKIP("there is no " << box.string() << " (Debian's package assimp-testmodels)");
    readBeginnings("box.fbx", readFile(box));
}
