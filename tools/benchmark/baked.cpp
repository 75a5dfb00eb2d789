// Loading a baked file compared with importing its source, with textures: as in the program
// that draws it, which reads pixels from the file directly to staging memory, and with pixels in memory.

#include <filesystem>

#include <malloc.h>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/commands.h"
#include "benchmark/rounds.h"
#include "import/import_model.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

/// As in a new process: returns the free memory of earlier loads to the system first.
double coldSecondsOf(const std::function<void()>& work) {
    ::malloc_trim(0);
    return secondsOf(work);
}

void compareLoads(benchmark::State& state, const fs::path& file, const fs::path& baked, double goal) {
    constexpr size_t kBaked = 0, kWithPixels = 1, kFile = 2;
    Rounds rounds(3), warm(3);
    const auto load = [](const fs::path& path, bool leavePixels) {
        benchmark::DoNotOptimize(sinew::importModel(path, {.leavePixels = leavePixels}));
    };
    const std::vector<std::function<void()>> methods{[&] { load(baked, true); }, [&] { load(baked, false); },
                                                     [&] { load(file, false); }};
    for (auto _ : state) {
        rounds.runOnce(methods, coldSecondsOf);
        warm.runOnce(methods);
        state.SetIterationTime(rounds.last(kBaked));
    }
    const double ratio = rounds.medianRatio(kFile, kBaked);
    state.counters["times_as_fast"] = ratio;
    const std::string title = fmt::format("load {}, {:.1f} MB baked", file.filename().string(),
                                          1e-6 * static_cast<double>(fs::file_size(baked)));
    addRow({title, "the file, with its textures", fmt::format("{:.2f} ms", 1e3 * rounds.median(kFile)), ""});
    const auto addBaked = [&](const char* name, const Rounds& measured, size_t method, const std::string& note) {
        addRow({title, name, fmt::format("{:.2f} ms", 1e3 * measured.median(method)),
                fmt::format("{:.1f} times as fast as the file{}", measured.medianRatio(kFile, method), note)});
    };
    addBaked("baked", rounds, kBaked, fmt::format(" (goal: at least {})", goal));
    addBaked("baked, with its pixels", rounds, kWithPixels, "");
    addBaked("baked, in used memory", warm, kBaked, "");
    addBaked("baked, with its pixels, the same", warm, kWithPixels, "");
}

}  // namespace

void registerBaked(const Plan& plan) {
    static const TemporaryFolder folder;
    constexpr double kGoal = 20.0;
    for (const char* name : {"character", "snake"}) {
        const fs::path file = fs::path(SINEW_SOURCE_DIR "/assets") / fmt::format("{}.dae", name);
        const fs::path baked = folder / fmt::format("{}.sinew", name);
        sinew::bake(sinew::importModel(file), baked);
        benchmark::RegisterBenchmark(fmt::format("baked/{}", name).c_str(),
                                     [=](benchmark::State& state) { compareLoads(state, file, baked, kGoal); })
            ->Iterations(plan.rounds)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    }
}
