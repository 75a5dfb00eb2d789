// The number of small models that `--check` judges per second.

#include <cstdlib>
#include <filesystem>
#include <functional>

#include <sys/resource.h>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "benchmark/goals.h"
#include "benchmark/rounds.h"
#include "support/temporary_folder.h"

namespace {

/// The CPU time of processes that `work` starts and waits for, and of their children, which does not depend on
/// other load.
double childSecondsOf(const std::function<void()>& work) {
    const auto now = [] {
        rusage usage{};
        getrusage(RUSAGE_CHILDREN, &usage);
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
        };
        return seconds(usage.ru_utime) + seconds(usage.ru_stime);
    };
    const double start = now();
    work();
    return now() - start;
}

void checkFolder(benchmark::State& state, size_t count) {
    const TemporaryFolder folder;
    for (size_t i = 0; i < count; ++i)
        std::filesystem::copy_file(fmt::format("{}/assets/{}.dae", SINEW_SOURCE_DIR, i % 2 == 0 ? "tube" : "snake"),
                                   folder / fmt::format("{}.dae", i));
    const std::string command =
        fmt::format("{} --check {} --json > /dev/null", SINEW_EXECUTABLE, folder.path().string());
    bool good = true;
    Rounds rounds(1);
    for (auto _ : state)
        rounds.runOnce({[&] { good &= std::system(command.c_str()) == 0; }}, childSecondsOf);
    if (!good) return state.SkipWithError("sinew failed");
    const double rate = static_cast<double>(count) / rounds.median(0);
    addRow({"a folder of small models", "--check --json", fmt::format("{:.0f} models/s of a core", rate), ""});
    measured("check", rate);
}

}  // namespace

void registerCheck(const Plan& plan) {
    benchmark::RegisterBenchmark("check", [=](benchmark::State& state) { checkFolder(state, plan.smoke ? 2 : 60); })
        ->Iterations(plan.rounds)
        ->Unit(benchmark::kMillisecond);
}
