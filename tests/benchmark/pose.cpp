// What a frame costs before anything is drawn: sample, walk, palette.

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "animation/animator.h"
#include "animation/palette.h"
#include "benchmark/rounds.h"
#include "import/import_model.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr double kFramesPerSecond = 60.0;
constexpr double kDurationSeconds = 10.0;
constexpr uint32_t kNodes = 64;

/// 64 nodes that all are bones and all turn, move and grow, with `keyCount` keys a track.
Model busyRig(uint32_t keyCount) {
    Random random(1);
    Model model;
    AnimationClip clip{.name = "busy", .durationSeconds = kDurationSeconds};
    MeshInstance instance;
    for (uint32_t node = 0; node < kNodes; ++node) {
        model.hierarchy.names.push_back("node " + std::to_string(node));
        model.hierarchy.parents.push_back(static_cast<int32_t>((node + 1) / 2) - 1);
        model.hierarchy.rest.push_back({});
        instance.bones.push_back(
            {.node = node, .inverseBindMatrix = matrixFrom({.translation = random.vector(-1, 1)})});
        Channel channel{.node = node};
        for (uint32_t key = 0; key < keyCount; ++key) {
            const double time = kDurationSeconds * key / (keyCount - 1);
            channel.translation.times.push_back(time);
            channel.translation.values.push_back(random.vector(-1, 1));
            channel.rotation.times.push_back(time);
            channel.rotation.values.push_back(random.rotation());
            channel.scale.times.push_back(time);
            channel.scale.values.push_back(random.vector(0.9f, 1.1f));
        }
        clip.channels.push_back(std::move(channel));
    }
    model.clips = {std::move(clip)};
    model.instances = {std::move(instance)};
    return model;
}

/// Plays a model's clip forward, a frame at a time.
class Player {
  public:
    Player(const Model& model, size_t clip)
        : model_(model), animator_(model.hierarchy, model.clips), worldFromNode_(model.hierarchy.size()) {
        animator_.play(clip);
        for (const MeshInstance& instance : model.instances)
            palettes_.emplace_back(instance.bones.size());
    }
    void play(int frames) {
        for (int frame = 0; frame < frames; ++frame) {
            animator_.advance(1.0 / kFramesPerSecond);
            walkHierarchy(model_.hierarchy, animator_.pose(), glm::mat4(1.0f), worldFromNode_);
            for (size_t i = 0; i < palettes_.size(); ++i)
                writePalette(model_.instances[i].bones, worldFromNode_, palettes_[i]);
            benchmark::ClobberMemory();
        }
    }

  private:
    const Model& model_;
    Animator animator_;
    std::vector<glm::mat4> worldFromNode_;
    std::vector<std::vector<glm::mat4>> palettes_;
};

void updatePoses(benchmark::State& state, int frames) {
    const Model sparse = busyRig(30), dense = busyRig(300);
    const Model character = importModel(SINEW_SOURCE_DIR "/assets/character.dae").model;
    Player sparsePlayer(sparse, 0), densePlayer(dense, 0), walk(character, 1);
    Rounds rounds(3);
    for (auto _ : state) {
        rounds.runOnce(
            {[&] { sparsePlayer.play(frames); }, [&] { densePlayer.play(frames); }, [&] { walk.play(frames); }});
        state.SetIterationTime(rounds.last(0));
    }
    const auto row = [&](size_t method, const Model& model, const std::string& what) {
        const double nodes = static_cast<double>(model.hierarchy.size());
        addRow({"pose update, forward at 60 Hz", what,
                fmt::format("{:.1f} ns a node", 1e9 * rounds.median(method) / frames / nodes),
                method == 0 ? "" : fmt::format("{:.2f} of the first, a frame", rounds.medianRatio(method, 0))});
    };
    row(0, sparse, "64 nodes, 30 keys a track");
    row(1, dense, "64 nodes, 300 keys a track");
    row(2, character, fmt::format("character, {} nodes, {}", character.hierarchy.size(), character.clips.at(1).name));
}

}  // namespace

void registerPose(const Plan& plan) {
    const int frames = plan.smoke ? 60 : 1200;
    benchmark::RegisterBenchmark("pose", [=](benchmark::State& state) { updatePoses(state, frames); })
        ->Iterations(plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
}
