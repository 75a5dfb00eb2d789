// The whole import compared with reading by assimp alone. Neither side finds any textures.

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <stdexcept>

#include <assimp/postprocess.h>
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <assimp/Importer.hpp>

#include "benchmark/goals.h"
#include "benchmark/large_skin.h"
#include "benchmark/rounds.h"
#include "import/import_model.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

void readWithAssimp(const fs::path& file, unsigned steps) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(file.string(), steps);
    if (!scene) throw std::runtime_error(importer.GetErrorString());
    benchmark::DoNotOptimize(scene);
}

void compareImports(benchmark::State& state, const fs::path& file, const std::string& what, double goal) {
    constexpr size_t kOurs = 0, kTriangulate = 1, kJoin = 2;
    constexpr unsigned kJoinSteps =
        aiProcess_Triangulate | aiProcess_LimitBoneWeights | aiProcess_JoinIdenticalVertices;
    Rounds rounds(3);
    size_t vertices = 0;
    for (auto _ : state) {
        rounds.runOnce({[&] {
                            const sinew::ImportedModel imported = sinew::importModel(file);
                            vertices = 0;
                            for (const sinew::SkinnedMesh& mesh : imported.model.meshes)
                                vertices += mesh.vertexCount();
                        },
                        [&] { readWithAssimp(file, aiProcess_Triangulate); },
                        [&] { readWithAssimp(file, kJoinSteps); }});
        state.SetIterationTime(rounds.last(kOurs));
    }
    const auto milliseconds = [&](size_t method) { return fmt::format("{:.2f} ms", 1e3 * rounds.median(method)); };
    const double ratio = rounds.medianRatio(kOurs, kTriangulate);
    state.counters["ratio_to_triangulate"] = ratio;
    static double slowest = 0.0;
    measured("import", slowest = std::max(slowest, ratio));
    if (what != "character.dae") {
        static double leastTimes = std::numeric_limits<double>::infinity();
        measured("import_join", leastTimes = std::min(leastTimes, rounds.medianRatio(kJoin, kOurs)));
    }
    const std::string title = fmt::format("import {}, {} vertices", what, vertices);
    addRow({title, "importModel", milliseconds(kOurs), ""});
    addRow({title, "ReadFile(Triangulate)", milliseconds(kTriangulate),
            fmt::format("importModel takes {:.2f} of it (goal: at most {})", ratio, goal)});
    addRow({title, "... | LimitBoneWeights | JoinIdentical", milliseconds(kJoin),
            fmt::format("importModel takes {:.2f} of it", rounds.medianRatio(kOurs, kJoin))});
}

}  // namespace

void registerImport(const Plan& plan) {
    // Must outlive the benchmarks registered here.
    static const TemporaryFolder folder;
    const fs::path character = folder / "character.dae";
    fs::copy_file(SINEW_SOURCE_DIR "/assets/character.dae", character, fs::copy_options::overwrite_existing);
    writeLargeSkin(folder.path(), plan.smoke ? 100 : 1000);
    constexpr double kGoal = 1.5;
    const auto add = [&](const std::string& name, const fs::path& file) {
        benchmark::RegisterBenchmark(("import/" + name).c_str(),
                                     [=](benchmark::State& state) { compareImports(state, file, name, kGoal); })
            ->Iterations(plan.rounds)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    };
    add("character.dae", character);
    add("skin.dae", folder / "skin.dae");
    add("skin.glb", folder / "skin.glb");
}
