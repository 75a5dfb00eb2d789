// The number of small models that `--check` judges per second, and the time that a large rig takes.

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <numbers>

#include <sys/resource.h>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "benchmark/goals.h"
#include "benchmark/rounds.h"
#include "check/check.h"
#include "support/models/band.h"
#include "support/temporary_folder.h"

using namespace sinew;

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

/// 60 bones that swing in each clip, with 49 keys a bone.
ImportedModel largeRig(size_t clips) {
    constexpr uint32_t kBones = 60;
    constexpr size_t kKeys = 49;
    ImportedModel imported = rig_models::band(kBones);
    for (size_t c = 0; c < clips; ++c) {
        AnimationClip& clip = rig_models::addClip(imported, fmt::format("clip {}", c), 2.0);
        for (uint32_t node = 0; node < kBones; ++node) {
            Channel& channel = clip.channels.emplace_back(Channel{.node = node});
            for (size_t key = 0; key < kKeys; ++key) {
                const double seconds = static_cast<double>(key) / 24.0;
                channel.rotation.times.push_back(seconds);
                channel.rotation.values.push_back(rig_models::turn(
                    static_cast<float>(5 + c % 7) * std::sin(static_cast<float>(seconds * std::numbers::pi))));
            }
        }
    }
    return imported;
}

void checkLargeRig(benchmark::State& state, size_t clips) {
    const ImportedModel imported = largeRig(clips);
    Rounds rounds(1);
    for (auto _ : state)
        rounds.runOnce({[&] { benchmark::DoNotOptimize(check(imported.model, imported.report, 64)); }}, coreSecondsOf);
    addRow({fmt::format("a rig of 60 bones and {} clips", clips), "check()",
            fmt::format("{:.0f} ms", 1e3 * rounds.median(0)), ""});
}

}  // namespace

void registerCheck(const Plan& plan) {
    benchmark::RegisterBenchmark("check", [=](benchmark::State& state) { checkFolder(state, plan.smoke ? 2 : 60); })
        ->Iterations(plan.rounds)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("check/rig",
                                 [=](benchmark::State& state) { checkLargeRig(state, plan.smoke ? 2 : 100); })
        ->Iterations(plan.rounds)
        ->Unit(benchmark::kMillisecond);
}
