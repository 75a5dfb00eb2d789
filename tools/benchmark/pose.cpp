// The cost of a frame before drawing: sample, walk, palette. Compared with other methods.

#include <cmath>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "benchmark/busy_rig.h"
#include "benchmark/goals.h"
#include "benchmark/pose_way.h"
#include "benchmark/rounds.h"
#include "import/import_model.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr double kFramesPerSecond = 60.0;
constexpr size_t kNodes = 64;

/// One method of a comparison.
struct Contender {
    std::string name;
    PoseWay* way;
    bool seeks = false;
    int frames = 600;  ///< at a time
    int frame = 0;

    /// The mean seconds per frame.
    double run(std::span<const double> seekTimes) {
        const auto play = [&] {
            for (int i = 0; i < frames; ++i, ++frame) {
                const double time = seeks ? seekTimes[static_cast<size_t>(frame) % seekTimes.size()]
                                          : std::fmod(frame / kFramesPerSecond, kBusySeconds);
                way->update(time, seeks);
                benchmark::ClobberMemory();
            }
        };
        return coreSecondsOf(play) / frames;
    }
};

/// The methods for a clip of that many keys.
struct Race {
    explicit Race(uint32_t keyCount) : model(busyRig(keyCount)) {
        for (const PoseKernels* kernels : runnableKernels())
            ours.push_back(ourWay(model, *kernels));
        checkAgreement(*ours.front(), *first, kBusySeconds, 1e-4f);
        checkAgreement(*ours.front(), *second, kBusySeconds, 1e-4f);
        checkAgreement(*ours.front(), *ours.back(), kBusySeconds, 1e-5f);
        if (ozz) checkAgreement(*ours.front(), *ozz, kBusySeconds, 0.1f);  // it compresses, and nlerps between far keys
    }

    Model model;
    std::vector<std::unique_ptr<PoseWay>> ours;  ///< portable first
    std::unique_ptr<PoseWay> first = firstTutorialsWay(model), second = secondTutorialsWay(model), ozz = ozzWay(model);
};

void setGoals(const Rounds& rounds, const std::vector<Contender>& contenders, const std::string& keys) {
    const auto find = [&](const std::string& name) -> std::optional<size_t> {
        for (size_t i = 0; i < contenders.size(); ++i)
            if (contenders[i].name == name) return i;
        return std::nullopt;
    };
    const auto put = [&](const std::string& id, const std::string& method, const std::string& reference) {
        if (find(method) && find(reference)) measured(id, rounds.medianRatio(*find(method), *find(reference)));
    };
    put("pose_ozz_" + keys, "ours, portable", "ozz-animation");
    put("pose_ozz_" + keys + "_avx2", "ours, AVX2", "ozz-animation");
    if (keys == "30") {
        put("pose_first_tutorial", "first tutorial's way", "ours, portable");
        put("pose_second_tutorial", "second tutorial's way", "ours, portable");
    } else {
        put("seek", "ours, portable, seeking", "ours, portable");
    }
}

void updatePoses(benchmark::State& state, uint32_t keyCount, bool smoke) {
    Race race(keyCount);
    std::vector<Contender> contenders;
    const auto add = [&](const std::string& name, PoseWay* way, bool seeks, int frames) {
        if (way) contenders.push_back({name, way, seeks, smoke ? 2 : frames});
    };
    for (size_t i = 0; i < race.ours.size(); ++i)
        add(fmt::format("ours, {}", runnableKernels()[i]->name), race.ours[i].get(), false, 600);
    add("ozz-animation", race.ozz.get(), false, 600);
    add("first tutorial's way", race.first.get(), false, 10);
    add("second tutorial's way", race.second.get(), false, 5);
    for (size_t i = 0; i < race.ours.size(); ++i)
        add(fmt::format("ours, {}, seeking", runnableKernels()[i]->name), race.ours[i].get(), true, 600);
    add("ozz-animation, seeking", race.ozz.get(), true, 600);

    Random random(2);
    std::vector<double> seekTimes(1000);
    for (double& time : seekTimes)
        time = kBusySeconds * random.uniform();
    Rounds rounds(contenders.size());
    size_t turn = 0;
    for (auto _ : state) {
        for (size_t i = 0; i < contenders.size(); ++i) {
            const size_t method = (turn + i) % contenders.size();
            rounds.add(method, contenders[method].run(seekTimes));
        }
        ++turn;
        state.SetIterationTime(rounds.last(0));
    }
    for (size_t i = 0; i < contenders.size(); ++i)
        addRow({fmt::format("pose update, {} nodes, {} keys", kNodes, keyCount), contenders[i].name,
                fmt::format("{:.1f} ns a node", 1e9 * rounds.median(i) / kNodes),
                i == 0 ? "" : fmt::format("{:.2f} of the first", rounds.medianRatio(i, 0))});
    setGoals(rounds, contenders, std::to_string(keyCount));
}

}  // namespace

void registerPose(const Plan& plan) {
    for (const uint32_t keys : {30u, 300u})
        benchmark::RegisterBenchmark(fmt::format("pose/{}_keys", keys).c_str(),
                                     [=](benchmark::State& state) { updatePoses(state, keys, plan.smoke); })
            ->Iterations(plan.smoke ? 1 : 8 * plan.rounds)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
}
