// The size and accuracy of packed clips, and other figures that do not depend on the machine's load.

#include <algorithm>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "animation/packed/packed_clip.h"
#include "benchmark/goals.h"
#include "benchmark/rounds.h"
#include "import/import_model.h"
#include "model/poses.h"
#include "support/exact_pose.h"
#include "support/models/sparse_clip.h"
#include "support/process.h"
#include "support/random.h"

using namespace sinew;

namespace {

/// Keys as floats, with a float time each.
size_t floatKeyBytes(const AnimationClip& clip) {
    size_t numbers = 0;
    for (const Channel& channel : clip.channels)
        numbers += 4 * channel.translation.size() + 5 * channel.rotation.size() + 4 * channel.scale.size();
    return numbers * sizeof(float);
}

/// The largest distance of a vertex from its exact position, in units, for each bone alone.
double largestError(const Model& model, const AnimationClip& clip, const PackedClip& packed) {
    constexpr int kTimes = 97;
    double largest = 0.0;
    std::vector<glm::mat4> rootFromNode(model.hierarchy.size());
    for (int i = 0; i < kTimes; ++i) {
        const double time = clip.durationSeconds * i / (kTimes - 1);
        const std::vector<glm::dmat4> exact = exactWalk(clip, model.hierarchy, time);
        packed.walk(time, glm::mat4(1.0f), rootFromNode);
        for (const MeshInstance& instance : model.instances) {
            const SkinnedMesh& mesh = model.meshes[instance.mesh];
            for (size_t vertex = 0; vertex < mesh.vertexCount(); ++vertex)
                for (uint32_t k = 0; k < kInfluencesPerVertex && mesh.influences[vertex].weights[k] > 0; ++k) {
                    const Bone& bone = instance.bones[mesh.influences[vertex].bones[k]];
                    const glm::dvec4 bound =
                        glm::dmat4(bone.inverseBindMatrix) * glm::dvec4(mesh.positions[vertex], 1.0);
                    const glm::dvec4 away = exact[bone.node] * bound - glm::dmat4(rootFromNode[bone.node]) * bound;
                    largest = std::max(largest, glm::length(glm::dvec3(away)));
                }
        }
    }
    return largest;
}

void weighClips(benchmark::State& state) {
    const Model model = importModel(SINEW_SOURCE_DIR "/assets/character.dae").model;
    const double size = restPoseOf(model).size;
    size_t packedBytes = 0, keyBytes = 0;
    double error = 0.0;
    for (auto _ : state) {
        const double seconds = secondsOf([&] {
            packedBytes = keyBytes = 0;
            for (const AnimationClip& clip : model.clips) {
                const PackedClip packed(clip, model.hierarchy);
                packedBytes += packed.byteCount();
                keyBytes += floatKeyBytes(clip);
            }
        });
        state.SetIterationTime(seconds);
    }
    for (const AnimationClip& clip : model.clips)
        error = std::max(error, largestError(model, clip, PackedClip(clip, model.hierarchy)) / size);
    const double ratio = static_cast<double>(packedBytes) / static_cast<double>(keyBytes);
    const std::string title = "the character's clips";
    addRow({title, "float keys with their times", fmt::format("{:.1f} kB", 1e-3 * static_cast<double>(keyBytes)), ""});
    addRow({title, "packed", fmt::format("{:.1f} kB", 1e-3 * static_cast<double>(packedBytes)),
            fmt::format("{:.2f} of them, error {:.1e} of its size", ratio, error)});
    measured("memory_character", ratio);
    measured("error", error);

    const AnimationClip sparse = sparseClip();
    NodeHierarchy nodes;
    nodes.parents.assign(64, kNoParent);
    nodes.names.resize(64);
    nodes.rest.resize(64);
    const double megabytes = 1e-6 * static_cast<double>(PackedClip(sparse, nodes).byteCount());
    addRow({"10 minutes, 10 keys a track, 64 nodes", "packed", fmt::format("{:.2f} MB", megabytes), ""});
    measured("memory_sparse", megabytes);
}

/// The number before ` what` in the text, if there is one.
std::optional<double> countIn(const std::string& text, const std::string& start, const std::string& what) {
    std::smatch found;
    if (!std::regex_search(text, found, std::regex(start + "(\\d+) " + what))) return std::nullopt;
    return std::stod(found[1]);
}

void countFrames(benchmark::State& state) {
    const std::string rig = "64 nodes, portable, counted";
    std::string allocations, fastAllocations, instructions;
    for (auto _ : state) {
        allocations = run({.arguments = {SINEW_POSE_FRAMES, "300", "1000", "portable"}}).out;
        fastAllocations = run({.arguments = {SINEW_POSE_FRAMES, "300", "1000"}}).out;
        instructions = run({.arguments = {SINEW_COUNT_INSTRUCTIONS, SINEW_POSE_FRAMES, "200"}}).out;
    }
    const auto count = countIn(allocations, "", "allocations"), fast = countIn(fastAllocations, "", "allocations");
    if (count && fast) {
        addRow({rig, "allocations in 1,000 frames", fmt::format("{}", *count), fmt::format("the fastest: {}", *fast)});
        measured("allocations", std::max(*count, *fast));
    }
    for (const std::string keys : {"30", "300"})
        if (const auto each = countIn(instructions, keys + " keys per track: ", "instructions")) {
            addRow({rig, "instructions a node, " + keys + " keys", fmt::format("{}", *each), ""});
            measured("instructions_" + keys, *each);
        }
}

}  // namespace

void registerPoseFacts(const Plan& plan) {
    benchmark::RegisterBenchmark("pose/pack_character", weighClips)
        ->Iterations(plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
    if (plan.smoke) return;  // ctest has a test of its own for it
    benchmark::RegisterBenchmark("pose/count", countFrames)->Iterations(1)->Unit(benchmark::kMillisecond);
}
