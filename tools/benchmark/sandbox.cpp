// The cost of reading a file in a separate process: one file, read in this process and in one forked
// for it.

#include <filesystem>
#include <memory>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "benchmark/large_skin.h"
#include "benchmark/rounds.h"
#include "import/import_model.h"
#include "import/sandbox/isolate.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

void compareProcesses(benchmark::State& state, sinew::IsolatedImporter& isolated, const fs::path& file, double goalMs) {
    constexpr size_t kIsolated = 0, kHere = 1;
    Rounds rounds(2);
    for (auto _ : state) {
        rounds.runOnce({[&] { benchmark::DoNotOptimize(isolated.importModel(file)); },
                        [&] { benchmark::DoNotOptimize(sinew::importModel(file)); }});
        state.SetIterationTime(rounds.last(kIsolated));
    }
    const double cost = 1e3 * rounds.medianDifference(kIsolated, kHere);
    state.counters["cost_ms"] = cost;
    const std::string title = fmt::format("read a mesh of {:.1f} MB", 1e-6 * static_cast<double>(fs::file_size(file)));
    addRow({title, "in a process of its own", fmt::format("{:.2f} ms", 1e3 * rounds.median(kIsolated)),
            fmt::format("costs {:.2f} ms more (goal: at most {:g})", cost, goalMs)});
    addRow({title, "in this process", fmt::format("{:.2f} ms", 1e3 * rounds.median(kHere)), ""});
}

}  // namespace

void registerSandbox(const Plan& plan) {
    // While there is only one thread.
    static const auto isolated = std::make_shared<sinew::IsolatedImporter>();
    static const TemporaryFolder folder;
    struct Size {
        const char* name;
        uint32_t rings;
        double goalMs;
    };
    for (const Size& size : {Size{"1MB", 260, 10.0}, Size{"10MB", 2600, 20.0}}) {
        const fs::path own = folder / size.name;
        fs::create_directory(own);
        writeLargeSkin(own, plan.smoke ? 100 : size.rings);
        benchmark::RegisterBenchmark(
            fmt::format("sandbox/{}", size.name).c_str(),
            [=](benchmark::State& state) { compareProcesses(state, *isolated, own / "skin.glb", size.goalMs); })
            ->Iterations(plan.rounds)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    }
}
