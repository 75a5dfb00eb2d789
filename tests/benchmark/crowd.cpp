// A thousand characters of 64 bones, each at another time of the same clip, on one core and on two.

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "animation/animator.h"
#include "benchmark/busy_rig.h"
#include "benchmark/goals.h"
#include "benchmark/rounds.h"

using namespace sinew;

namespace {

constexpr size_t kCharacters = 1000;

class Crowd {
  public:
    explicit Crowd(const Model& model)
        : model_(model),
          packed_(std::make_shared<PackedClips>(model.hierarchy, model.clips)),
          travels_{clipTravel(model.hierarchy, model.clips[0], glm::mat4(1.0f), {})} {
        for (size_t i = 0; i < kCharacters; ++i) {
            animators_.push_back(
                std::make_unique<Animator>(model.hierarchy, model.clips, std::span<const float>(), packed_));
            animators_.back()->setTravels(travels_);
            animators_.back()->play(0);
            animators_.back()->seek(kBusySeconds * static_cast<double>(i * 619 % kCharacters) / kCharacters);
        }
        palettes_.resize(kCharacters * model.instances[0].bones.size());
    }

    /// A frame of the characters from `first` up to `end`.
    void update(size_t first, size_t end) {
        std::vector<glm::mat4> worldFromNode(model_.hierarchy.size());
        const std::span<const Bone> bones = model_.instances[0].bones;
        for (size_t i = first; i < end; ++i) {
            animators_[i]->advance(1.0 / 60.0);
            animators_[i]->walk(glm::mat4(1.0f), worldFromNode);
            writePalette(bones, worldFromNode, std::span(palettes_).subspan(i * bones.size(), bones.size()));
        }
        benchmark::ClobberMemory();
    }

  private:
    const Model& model_;
    std::shared_ptr<PackedClips> packed_;
    std::vector<ClipTravel> travels_;  ///< as the program has them
    std::vector<std::unique_ptr<Animator>> animators_;
    std::vector<glm::mat4> palettes_;
};

/// A second thread that takes its part of each frame.
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
    Crowd crowd(model);
    Helper helper([&] { crowd.update(kCharacters / 2, kCharacters); });
    // What two cores can do at best: with nothing between the two of them. Two threads of one core share its
    // arithmetic.
    Crowd apart(model);
    Helper neighbour([&] { apart.update(0, kCharacters); });
    const auto kinds = runnableKernels();
    std::vector<std::function<void()>> methods;
    for (const PoseKernels* kernels : kinds) {
        methods.emplace_back([&, kernels] {
            choosePoseKernels(*kernels);
            crowd.update(0, kCharacters);
        });
    }
    const auto onTwo = [&] {
        choosePoseKernels(*kinds.front());
        helper.runBeside([&] { crowd.update(0, kCharacters / 2); });
    };
    const auto twice = [&] {
        choosePoseKernels(*kinds.front());
        neighbour.runBeside([&] { crowd.update(0, kCharacters); });
    };
    // On two cores only the wall clock tells.
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
    choosePoseKernels(*kinds.back());
}

}  // namespace

void registerCrowd(const Plan& plan) {
    benchmark::RegisterBenchmark("crowd", updateCrowd)
        ->Iterations(plan.smoke ? 1 : 4 * plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}
