// The time of a load by stages: reading, and the upload to the GPU.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "base/error.h"
#include "benchmark/large_skin.h"
#include "benchmark/rounds.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "import/import_model.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

namespace fs = std::filesystem;

struct LoadStep {
    std::string name;
    double seconds = 0.0;
};

/// A device for uploads; nothing without a driver.
struct Gpu {
    Instance instance;
    Device device{instance};
    Layouts layouts{device};
};

std::vector<LoadStep> load(const fs::path& file, const std::optional<Gpu>& gpu) {
    using Clock = std::chrono::steady_clock;
    std::vector<LoadStep> stages;
    Clock::time_point last = Clock::now();
    const auto ended = [&](std::string_view name) {
        const Clock::time_point now = Clock::now();
        stages.push_back({std::string(name), std::chrono::duration<double>(now - last).count()});
        last = now;
    };
    const ImportedModel imported = importModel(file, {.stageEnded = ended});
    if (gpu) {
        last = Clock::now();
        const GpuModel model(gpu->device, imported.model, gpu->layouts.materialSet);
        ended("upload");
    }
    return stages;
}

void loadInStages(benchmark::State& state, const fs::path& file) {
    std::optional<Gpu> gpu;
    try {
        gpu.emplace();
    } catch (const Error&) {  // then without the last stage
    }
    const std::vector<LoadStep> first = load(file, gpu);
    Rounds rounds(first.size());
    for (auto _ : state) {
        double sum = 0.0;
        const std::vector<LoadStep> stages = load(file, gpu);
        for (size_t i = 0; i < stages.size(); ++i) {
            rounds.add(i, stages[i].seconds);
            sum += stages[i].seconds;
        }
        state.SetIterationTime(sum);
    }
    double sum = 0.0;
    for (size_t i = 0; i < first.size(); ++i)
        sum += rounds.median(i);
    for (size_t i = 0; i < first.size(); ++i)
        addRow({"a load of " + file.filename().string(), first[i].name,
                fmt::format("{:.2f} ms", 1e3 * rounds.median(i)),
                fmt::format("{:.0f} %", 100.0 * rounds.median(i) / sum)});
}

}  // namespace

void registerLoad(const Plan& plan) {
    static const TemporaryFolder folder;
    writeLargeSkin(folder.path(), plan.smoke ? 100 : 1000);
    for (const fs::path& file : {fs::path(SINEW_SOURCE_DIR "/assets/character.dae"), folder / "skin.dae"})
        benchmark::RegisterBenchmark(("load/" + file.filename().string()).c_str(),
                                     [=](benchmark::State& state) { loadInStages(state, file); })
            ->Iterations(plan.rounds)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
}
