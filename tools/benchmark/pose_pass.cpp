// A thousand characters that blend two clips, posed by the compute pass and by the kernels of the CPU.

#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "animation/packed/packed_clip.h"
#include "animation/pose/palette.h"
#include "animation/pose/pose.h"
#include "benchmark/busy_rig.h"
#include "benchmark/open_device.h"
#include "benchmark/rounds.h"
#include "gpu/frame_ring.h"
#include "render/pose_pass.h"
#include "render/shader_library.h"

using namespace sinew;

namespace {

class Characters {
  public:
    explicit Characters(size_t count) : rows_(count), packed_(count) {}

    /// One clip at two times for each.
    void seek(double seconds, uint32_t paletteCount) {
        for (size_t i = 0; i < rows_.size(); ++i) {
            const double at = seconds + kBusySeconds * static_cast<double>(i) / static_cast<double>(rows_.size());
            rows_[i] = {.fromSeconds = std::fmod(at, kBusySeconds),
                        .toSeconds = std::fmod(1.7 * at, kBusySeconds),
                        .weight = 0.3f,
                        .palette = paletteCount * static_cast<uint32_t>(i)};
            packed_[i] = packCharacter(rows_[i]);
        }
    }
    std::span<const CharacterPose> rows() const { return rows_; }
    std::span<const std::byte> packed() const { return std::as_bytes(std::span(packed_)); }

  private:
    std::vector<CharacterPose> rows_;
    std::vector<shared::PosedCharacter> packed_;
};

void poseCharacters(benchmark::State& state, bool smoke) {
    const auto opened = openDevice(state);
    if (!opened) return;
    const Device& device = opened->device;
    const Model model = busyRig(300);
    const std::span<const Bone> bones = model.instances[0].bones;
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; i < bones.size(); ++i)
        indices.push_back(i);
    const PoseTables tables = makePoseTables(model.hierarchy, model.clips, std::vector<PalettePart>{{bones, indices}});
    const ShaderLibrary shaders;
    const PosePass pass(device, shaders, tables, 1);
    const size_t count = smoke ? 10 : 1000;
    Characters characters(count);
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const Buffer in(device, characters.packed().size(), kStorage, MemoryKind::upload);
    const Buffer out(device, count * bones.size() * sizeof(glm::mat4), kStorage, MemoryKind::device);
    pass.bind(0, in, out);
    FrameRing frames(device, {.framesInFlight = 1});

    const PackedClip packed(model.clips[0], model.hierarchy);
    LocalPose from(model.hierarchy.size()), to(from);
    std::vector<glm::mat4> worldFromNode(from.size()), palettes(count * bones.size());
    const auto onCpu = [&] {
        for (size_t i = 0; i < count; ++i) {
            const CharacterPose& character = characters.rows()[i];
            packed.sample(character.fromSeconds, from);
            packed.sample(character.toSeconds, to);
            blend(from, to, character.weight, from);
            walkHierarchy(model.hierarchy, from, character.worldFromRoot, worldFromNode);
            writePalette(bones, worldFromNode, std::span(palettes).subspan(i * bones.size(), bones.size()));
        }
        benchmark::DoNotOptimize(palettes.data());
    };
    const auto onDevice = [&] {
        const auto bytes = characters.packed();
        std::memcpy(in.mapped().data(), bytes.data(), bytes.size());
        Frame& frame = frames.begin();
        pass.record(frame.commands, 0, 0, static_cast<uint32_t>(count));
        frames.wait(frames.submit(frame));
    };
    Rounds rounds(2);
    double seconds = 0.0;
    for (auto _ : state) {
        characters.seek(seconds += 1.0 / 60.0, tables.matrixStride);
        rounds.runOnce({onCpu, onDevice});
        state.SetIterationTime(rounds.last(1));
    }
    const std::string what = fmt::format("{} characters of 64 bones, two clips each", count);
    addRow({what, "one core", fmt::format("{:.2f} ms", 1e3 * rounds.median(0))});
    addRow({what, fmt::format("compute pass: {:.24}", device.name()), fmt::format("{:.2f} ms", 1e3 * rounds.median(1)),
            fmt::format("{:.2f} of one core", rounds.medianRatio(1, 0))});
}

}  // namespace

void registerPosePass(const Plan& plan) {
    benchmark::RegisterBenchmark("pose_pass", [smoke = plan.smoke](auto& state) { poseCharacters(state, smoke); })
        ->Iterations(plan.smoke ? 1 : 4 * plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}
