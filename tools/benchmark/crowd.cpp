// A thousand characters of 64 bones, each at a different time of one clip, on one core and on two.

#include <barrier>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "animation/playback/animator.h"
#include "animation/playback/evaluate.h"
#include "animation/pose/palette.h"
#include "benchmark/busy_rig.h"
#include "benchmark/goals.h"
#include "benchmark/rounds.h"

using namespace sinew;

namespace {

constexpr size_t kCharacters = 1000;

/// Characters that one thread updates: they share a playback context.
class PosedCrowd {
  public:
    PosedCrowd(const Model& model, size_t first, size_t count, std::shared_ptr<PackedClips> packed)
        : model_(model), context_(model.hierarchy, model.clips, {}, std::move(packed)) {
        context_.rootMotions = {findRootMotion(model.hierarchy, model.clips[0], glm::mat4(1.0f))};
        for (size_t i = first; i < first + count; ++i) {
            Animator& animator = *animators_.emplace_back(std::make_unique<Animator>(context_));
            animator.play(0);
            animator.seek(kBusySeconds * static_cast<double>(i * 619 % kCharacters) / kCharacters);
        }
        palettes_.resize(count * model.instances[0].bones.size());
    }

    void update(const PoseKernels& kernels) {
        context_.kernels = &kernels;
        std::vector<glm::mat4> worldFromNode(model_.hierarchy.size());
        const std::span<const Bone> bones = model_.instances[0].bones;
        for (size_t i = 0; i < animators_.size(); ++i) {
            animators_[i]->advance(1.0 / 60.0);
            evaluate(*animators_[i], glm::mat4(1.0f), {worldFromNode, {}});
            writePalette(bones, worldFromNode, std::span(palettes_).subspan(i * bones.size(), bones.size()), kernels);
        }
        benchmark::ClobberMemory();
    }

  private:
    const Model& model_;
    PlaybackContext context_;
    std::vector<std::unique_ptr<Animator>> animators_;
    std::vector<glm::mat4> palettes_;
};

/// A second thread that does its part of each frame.
class Helper {
  public:
    explicit Helper(std::function<void()> work)
        : work_(std::move(work)), thread_([this] {
              for (;;) {
                  start_.arrive_and_wait();
                  if (done_) return;
                  work_();
                  end_.arrive_and_wait();
              }
          }) {}
    ~Helper() {
        done_ = true;
        start_.arrive_and_wait();
        thread_.join();
    }
    void runBeside(const std::function<void()>& own) {
        start_.arrive_and_wait();
        own();
        end_.arrive_and_wait();
    }

  private:
    std::function<void()> work_;
    std::barrier<> start_{2}, end_{2};
    bool done_ = false;
    std::thread thread_;
};

void updateCrowd(benchmark::State& state) {
    const Model model = busyRig(300);
    const auto kinds = runnableKernels();
    const PoseKernels& portable = *kinds.front();
    const auto packed = std::make_shared<PackedClips>(model.hierarchy, model.clips);
    PosedCrowd firstHalf(model, 0, kCharacters / 2, packed),
        secondHalf(model, kCharacters / 2, kCharacters / 2, packed);
    const auto updateAll = [&](const PoseKernels& kernels) {
        firstHalf.update(kernels);
        secondHalf.update(kernels);
    };
    Helper helper([&] { secondHalf.update(portable); });
    // The best that two cores can do, without synchronization. Two threads of one core share its
    // arithmetic.
    PosedCrowd apart(model, 0, kCharacters, packed);
    Helper neighbor([&] { apart.update(portable); });
    std::vector<std::function<void()>> methods;
    for (const PoseKernels* kernels : kinds)
        methods.emplace_back([&, kernels] { updateAll(*kernels); });
    const auto onTwo = [&] { helper.runBeside([&] { firstHalf.update(portable); }); };
    const auto twice = [&] { neighbor.runBeside([&] { updateAll(portable); }); };
    // On two cores, only the wall clock counts.
    Rounds rounds(methods.size()), spread(3);
    for (auto _ : state) {
        rounds.runOnce(methods, coreSecondsOf);
        spread.runOnce({methods.front(), onTwo, twice});
        state.SetIterationTime(rounds.last(0));
    }
    const std::string what = fmt::format("{} palettes of 64 bones", kCharacters);
    for (size_t i = 0; i < methods.size(); ++i)
        addRow({what, fmt::format("one core, {}", kinds[i]->name), fmt::format("{:.2f} ms", 1e3 * rounds.median(i)),
                i == 0 ? "" : fmt::format("{:.2f} of the first", rounds.medianRatio(i, 0))});
    addRow({what, "two cores, portable", fmt::format("{:.2f} ms", 1e3 * spread.median(1)),
            fmt::format("{:.2f} times as fast as one", spread.medianRatio(0, 1))});
    addRow({what, "two crowds, a core each", fmt::format("{:.2f} ms", 1e3 * spread.median(2)),
            fmt::format("{:.2f} times as fast as one", 2.0 * spread.medianRatio(0, 2))});
    measured("crowd", 1e3 * rounds.median(0));
    if (kinds.size() > 1) measured("crowd_avx2", 1e3 * rounds.median(1));
    if (std::thread::hardware_concurrency() > 1) measured("crowd_two_cores", spread.medianRatio(0, 1));
}

}  // namespace

void registerCrowd(const Plan& plan) {
    benchmark::RegisterBenchmark("crowd", updateCrowd)
        ->Iterations(plan.smoke ? 1 : 4 * plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}
