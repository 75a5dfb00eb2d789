// Compressed clips: how large they are, how long they take to make and to play, against ACL.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "animation/packed/compressed_clip.h"
#include "animation/pose/palette.h"
#include "animation/pose/pose.h"
#include "benchmark/acl_way.h"
#include "benchmark/goals.h"
#include "benchmark/rounds.h"
#include "import/import_model.h"
#include "model/poses.h"
#include "support/random.h"
#include "support/shared_folder.h"

using namespace sinew;

namespace {

// ACL's usual precision, 0.1 mm, and distance of points from a bone, 3 cm, for a person of 1.8 m.
constexpr float kPrecision = 1.0f / 18000.0f, kReach = 1.0f / 60.0f;

// A clip is not compared where the error of ACL exceeds this many tolerances, as below nodes of large scale, or where
// ours exceeds one, as at jumps.
constexpr float kMostErrors = 3.0f;

struct Contest {
    size_t clips = 0, inexact = 0, aclInexact = 0;  ///< compared, and left out for our error or for ACL's
    size_t bytes = 0, aclBytes = 0;
    double seconds = 0.0, aclSeconds = 0.0;          ///< to compress
    double poseSeconds = 0.0, aclPoseSeconds = 0.0;  ///< of a pose of each clip
};

std::vector<Model> modelsWithClips(bool smoke) {
    std::vector<Model> models;
    models.push_back(importModel(SINEW_SOURCE_DIR "/assets/character.dae").model);
    if (smoke || !std::filesystem::exists(sharedFolder("models"))) return models;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(sharedFolder("models"))) {
        if (!entry.is_regular_file()) continue;
        try {
            Model model = importModel(entry.path()).model;
            if (!model.clips.empty()) models.push_back(std::move(model));
        } catch (const std::exception&) {
            continue;  // not a model
        }
    }
    return models;
}

/// A distance in the world in each node's own space, at rest.
std::vector<float> reachOf(const Model& model, float units) {
    std::vector<glm::mat4> world(model.hierarchy.size());
    walkHierarchy(model.hierarchy, model.hierarchy.rest, glm::mat4(1.0f), world);
    std::vector<float> reach;
    for (const glm::mat4& node : world)
        reach.push_back(units / std::max({glm::length(node[0]), glm::length(node[1]), glm::length(node[2]), 1e-6f}));
    return reach;
}

/// The median seconds of a pose, ours and that of ACL, at random times.
std::pair<double, double> poseSeconds(const Model& model, const AnimationClip& clip, const CompressedClip& ours,
                                      AclClip* acl, int rounds) {
    constexpr int kPoses = 500;
    Random random(3);
    std::vector<double> times;
    for (int i = 0; i < kPoses; ++i)
        times.push_back(clip.durationSeconds * random.uniform());
    std::vector<Transform> pose(model.hierarchy.size());
    std::vector<glm::mat4> world(pose.size()), palette(pose.size());
    std::vector<Bone> bones(pose.size());
    for (uint32_t node = 0; node < bones.size(); ++node)
        bones[node].node = node;
    const auto playOurs = [&] {
        for (const double time : times) {
            ours.sample(time, pose);
            walkHierarchy(model.hierarchy, pose, glm::mat4(1.0f), world);
            writePalette(bones, world, palette);
            benchmark::ClobberMemory();
        }
    };
    const auto playAcl = [&] {
        for (const double time : times) {
            if (acl) acl->update(time);
            benchmark::ClobberMemory();
        }
    };
    Rounds measured(2);
    for (int round = 0; round < rounds; ++round)
        measured.runOnce({playOurs, playAcl}, coreSecondsOf);
    return {measured.median(0) / kPoses, measured.median(1) / kPoses};
}

void compare(const Model& model, Contest& contest, int rounds) {
    const float size = static_cast<float>(restPoseOf(model).size);
    const std::vector<float> reach = reachOf(model, kReach * size);
    const ClipCompression settings{.tolerance = kPrecision * size, .reach = reach};
    for (const AnimationClip& clip : model.clips) {
        const std::unique_ptr<AclClip> acl = aclClip(clip, model.hierarchy, settings);
        std::optional<CompressedClip> made;
        const double seconds = secondsOf([&] { made.emplace(clip, model.hierarchy, settings); });
        const CompressedClip& ours = *made;
        if (ours.error() > settings.tolerance) {
            ++contest.inexact;
            continue;
        }
        if (acl && acl->error() > kMostErrors * settings.tolerance) {
            ++contest.aclInexact;
            continue;
        }
        ++contest.clips;
        contest.bytes += ours.byteCount();
        contest.seconds += seconds;
        const auto [pose, aclPose] = poseSeconds(model, clip, ours, acl.get(), rounds);
        contest.poseSeconds += pose;
        if (!acl) continue;
        contest.aclBytes += acl->byteCount();
        contest.aclSeconds += acl->compressSeconds();
        contest.aclPoseSeconds += aclPose;
    }
}

void compareAll(benchmark::State& state, const Plan& plan) {
    const std::vector<Model> models = modelsWithClips(plan.smoke);
    Contest contest;
    for (auto _ : state) {
        contest = {};
        for (const Model& model : models)
            compare(model, contest, plan.rounds);
        state.SetIterationTime(contest.seconds);
    }
    const std::string what = fmt::format("{} compressed clips (without {} inexact, {} of ACL's)", contest.clips,
                                         contest.inexact, contest.aclInexact);
    const auto row = [&](const std::string& id, const std::string& which, double ours, double acl, const char* unit) {
        addRow({what, which, fmt::format("{:.1f} {}", ours, unit),
                acl > 0.0 ? fmt::format("{:.2f} of ACL's {:.1f}", ours / acl, acl) : ""});
        if (acl > 0.0) measured(id, ours / acl);
    };
    const auto kilobytes = [](size_t bytes) { return 1e-3 * static_cast<double>(bytes); };
    row("compressed_bytes", "size", kilobytes(contest.bytes), kilobytes(contest.aclBytes), "kB");
    row("compressed_pose", "a pose of each", 1e6 * contest.poseSeconds, 1e6 * contest.aclPoseSeconds, "us");
    row("compressing", "compressing", 1e3 * contest.seconds, 1e3 * contest.aclSeconds, "ms");
}

/// Size against error, for the bundled character.
void plotSizes(benchmark::State& state) {
    const Model model = importModel(SINEW_SOURCE_DIR "/assets/character.dae").model;
    const float size = static_cast<float>(restPoseOf(model).size);
    const std::vector<float> reach = reachOf(model, kReach * size);
    for (auto _ : state)
        for (const float precision :
             {1.0f / 180.0f, 1.0f / 600.0f, 1.0f / 1800.0f, 1.0f / 6000.0f, 1.0f / 18000.0f, 1.0f / 60000.0f}) {
            size_t bytes = 0, aclBytes = 0;
            const ClipCompression settings{.tolerance = precision * size, .reach = reach};
            for (const AnimationClip& clip : model.clips) {
                bytes += CompressedClip(clip, model.hierarchy, settings).byteCount();
                if (const auto acl = aclClip(clip, model.hierarchy, settings)) aclBytes += acl->byteCount();
            }
            addRow({"the character's clips, compressed", fmt::format("tolerance {:.1e} of its size", precision),
                    fmt::format("{:.1f} kB", 1e-3 * static_cast<double>(bytes)),
                    aclBytes ? fmt::format("ACL {:.1f} kB", 1e-3 * static_cast<double>(aclBytes)) : ""});
        }
}

}  // namespace

void registerCompression(const Plan& plan) {
    benchmark::RegisterBenchmark("clips/compressed", [=](benchmark::State& state) { compareAll(state, plan); })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("clips/size", plotSizes)->Iterations(1)->Unit(benchmark::kMillisecond);
}
