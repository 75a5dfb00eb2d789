#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "damaged.h"
#include "mutation.h"
#include "support/catch.h"
#include "support/process.h"
#include "support/random.h"
#include "support/temporary_folder.h"

// Real files with one defect are read or refused in time, and those that are read are drawn.

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSeed = 0x51E3;
constexpr size_t kMutations = 300;

/// Rigged and animated where possible; missing ones are skipped.
std::vector<fs::path> realFiles() {
    const fs::path models = "/usr/share/assimp/models";
    std::vector<fs::path> files{SINEW_ASSETS "/tube.dae",
                                SINEW_ASSETS "/snake.dae",
                                models / "Collada/library_animation_clips.dae",
                                models / "Collada/box_nested_animation.dae",
                                models / "FBX/animation_with_skeleton.fbx",
                                models / "FBX/huesitos.fbx",
                                models / "FBX/cubes_with_mirroring_and_pivot.fbx",
                                models / "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb",
                                models / "glTF2/simple_skin/simple_skin.gltf",
                                models / "glTF2/glTF-Sample-Models/AnimatedMorphCube-glTF/AnimatedMorphCube.gltf",
                                models / "X/anim_test.x",
                                models / "B3D/WusonBlitz.b3d",
                                models / "SMD/WusonSMD.smd",
                                models / "MD5/SimpleCube.md5mesh",
                                models / "MS3D/twospheres.ms3d",
                                models / "IQM/mrfixit.iqm",
                                models / "MD2/faerie.md2",
                                models / "Ogre/TheThing/TheThing.mesh.xml"};
    std::erase_if(files, [](const fs::path& file) { return !fs::exists(file); });
    return files;
}

}  // namespace

TEST_CASE("real files with one defect are read or refused", "[hostile]") {
    const std::vector<fs::path> files = realFiles();
    REQUIRE(files.size() >= 2);
    std::map<fs::path, std::string> contents;
    for (const fs::path& file : files)
        contents.emplace(file, readFile(file));
    const TemporaryFolder folder;
    DamageReport report;
    std::set<std::string> read;
    for (size_t i = 0; i < kMutations; ++i) {
        Random random(kSeed + i);
        const fs::path& original = files[i % files.size()];
        std::string ending = original.extension().string();
        for (char& c : ending)
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        const fs::path file = folder / ("mutated" + std::to_string(i) + (ending == ".xml" ? ".mesh.xml" : ending));
        writeFile(file, mutated(contents.at(original), ending, random));
        INFO("mutation " << i << " of " << original.filename().string());
        const size_t models = report.models;
        CHECK(report.read(file) == "");
        if (report.models > models) read.insert(file);
    }
    CHECK(read.size() > kMutations / 4);

    // In one process, which lives on after each.
    std::string list;
    for (const std::string& file : read)
        list += file + "\n";
    writeFile(folder / "list", list);
    Command command =
        sinewCommand(small({"--batch", folder / "list", "--json", "--time", "0.3", "-o", folder / "{number}.png"}));
    command.timeoutSeconds = 120.0;
    const Finished finished = run(command);
    CHECK(finished.exit == 0);
    std::set<std::string> drawn;
    std::istringstream lines(finished.out);
    for (std::string line; std::getline(lines, line);) {
        const auto json = nlohmann::json::parse(line);
        if (json.contains("file") && json.at("done") && fs::exists(json.at("output").get<std::string>()))
            drawn.insert(json.at("file"));
    }
    CHECK(drawn == read);
    if (drawn.size() < read.size()) WARN(finished.describe());
    CHECK(report.refused > kMutations / 20);
    WARN(kMutations << " mutations of " << files.size() << " files: " << report.models << " read and drawn, "
                    << report.refused << " refused, of them " << report.crashed
                    << " because the importer crashed or ran out of time");
}
