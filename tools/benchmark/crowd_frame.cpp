// The program's crowds: what a frame costs the processor without drawing it, on one core and on two, and how much more
// skinning and posing on the device make drawing it cost.

#include <malloc.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/crowd/crowd.h"
#include "app/stage/framing.h"
#include "benchmark/busy_rig.h"
#include "benchmark/goals.h"
#include "benchmark/open_device.h"
#include "benchmark/pose_way.h"
#include "benchmark/rounds.h"
#include "gpu/compile_glsl.h"
#include "gpu/frame_ring.h"
#include "model/split_by_palette.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "render/offscreen.h"
#include "render/pose_pass.h"
#include "render/renderer.h"
#include "render/shader_library.h"
#include "support/process.h"
#include "support/shared_folder.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

constexpr VkExtent2D kExtent{640, 360};
constexpr glm::vec2 kSize(640.0f, 360.0f);

/// glTF's Fox of 24 bones and 3 clips, where the shared models are; else the bundled character.
Model crowdModel() {
    const std::filesystem::path fox = sharedFolder("models") / "gltf_fox" / "Fox.glb";
    return importModel(std::filesystem::exists(fox) ? fox : std::filesystem::path(SINEW_ASSETS) / "character.dae")
        .model;
}

CrowdFigure figureOf(const Model& model) {
    std::vector<glm::mat4> world(model.hierarchy.size());
    walkHierarchy(model.hierarchy, model.hierarchy.rest, glm::mat4(1.0f), world);
    CrowdFigure figure{.model = &model, .box = posedBounds(model, world)};
    for (size_t clip = 0; clip < model.clips.size(); ++clip)
        figure.clips.push_back(clip);
    figure.lowest.resize(model.clips.size());
    figure.motions.resize(model.clips.size());
    return figure;
}

/// A crowd in view, and memory for its matrices.
class Update {
  public:
    Update(const Model& model, uint32_t count, uint32_t threads, bool usesRigLevels, double fadeSeconds = 0.2)
        : crowd_(figureOf(model), {.count = count}, threads) {
        crowd_.setFade(fadeSeconds);
        for (const SkinnedMesh& mesh : model.meshes)
            meshes_.push_back(splitByPalette(mesh, kMaxPaletteBones));
        for (const MeshInstance& instance : model.instances)
            for (const MeshPart& part : partsOf(instance)) {
                draws_.push_back({.bones = instance.bones, .palette = part.bones, .firstMatrix = stride_});
                stride_ += static_cast<uint32_t>(part.bones.size());
            }
        crowd_.useRigLevels(usesRigLevels);
        matrices_.resize(size_t{count} * stride_);
        camera_.pitch = 0.4f;
        frameBox(camera_, crowd_.bounds(), kSize.x / kSize.y);
    }

    void run() {
        crowd_.seek(seconds_ += 1.0 / 60.0);
        crowd_.select(camera_, kSize, {});
        crowd_.write({draws_, stride_, 0}, Skinning::linear, matrices_, {});
        benchmark::ClobberMemory();
    }
    uint32_t stride() const { return stride_; }
    const Crowd& crowd() const { return crowd_; }

  private:
    /// A mesh without vertices has one part with all of its bones.
    const std::vector<MeshPart>& partsOf(const MeshInstance& instance) {
        std::vector<MeshPart>& parts = meshes_[instance.mesh];
        if (!parts.empty()) return parts;
        parts.resize(1);
        for (uint32_t bone = 0; bone < instance.bones.size(); ++bone)
            parts[0].bones.push_back(bone);
        return parts;
    }

    Crowd crowd_;
    std::vector<std::vector<MeshPart>> meshes_;
    std::vector<GpuModel::Draw> draws_;
    uint32_t stride_ = 0;
    std::vector<glm::mat4> matrices_;
    Camera camera_;
    double seconds_ = 0.0;
};

std::string milliseconds(double seconds) {
    return fmt::format("{:.3f} ms", 1e3 * seconds);
}

void updateCrowds(benchmark::State& state, bool smoke) {
    const Model model = crowdModel();
    const uint32_t few = smoke ? 50 : 1000, many = smoke ? 200 : 10000;
    Update one(model, few, 1, false), oneOfMany(model, many, 1, false), two(model, few, 2, true),
        twoOfMany(model, many, 2, true), twoWhole(model, many, 2, false), beside(model, many, 1, false);
    const auto both = [&] {  // the best that two cores can do
        std::thread neighbor([&] { beside.run(); });
        oneOfMany.run();
        neighbor.join();
    };
    Rounds alone(2), rounds(5);  // on two cores, only the wall clock counts
    for (auto _ : state) {
        alone.runOnce({[&] { one.run(); }, [&] { oneOfMany.run(); }}, coreSecondsOf);
        rounds.runOnce(
            {[&] { oneOfMany.run(); }, [&] { two.run(); }, [&] { twoOfMany.run(); }, [&] { twoWhole.run(); }, both});
        state.SetIterationTime(alone.last(0));
    }
    const auto what = [](uint32_t count) { return fmt::format("crowd of {}, update and cull", count); };
    addRow({what(few), "one core, all bones", milliseconds(alone.median(0)), ""});
    addRow({what(many), "one core, all bones", milliseconds(alone.median(1)), ""});
    addRow({what(few), "two cores, levels of detail", milliseconds(rounds.median(1)), ""});
    addRow({what(many), "two cores, levels of detail", milliseconds(rounds.median(2)), ""});
    addRow({what(many), "two cores, all bones", milliseconds(rounds.median(3)),
            fmt::format("{:.2f} times as fast as one", rounds.medianRatio(0, 3))});
    addRow({what(many), "two crowds, a core each", milliseconds(rounds.median(4)),
            fmt::format("{:.2f} times as fast as one", 2.0 * rounds.medianRatio(0, 4))});
    measured("crowd_update", 1e3 * alone.median(0));
    measured("crowd_update_many", 1e3 * alone.median(1));
    measured("crowd_levels", 1e3 * rounds.median(1));
    measured("crowd_levels_many", 1e3 * rounds.median(2));
    if (std::thread::hardware_concurrency() > 1) measured("crowd_pool", rounds.medianRatio(0, 3));
}

/// Characters of 64 bones that spend a quarter of their time between two clips; none of it is baked.
void updateBlended(benchmark::State& state, bool smoke) {
    constexpr double kFadeSeconds = 0.25 * ClipSchedule::kMeanSeconds;
    Model model = busyRig(30);
    model.clips.push_back(model.clips.front());
    const uint32_t count = smoke ? 50 : 10000;
    Update one(model, count, 1, false, kFadeSeconds), two(model, count, 2, false, kFadeSeconds),
        levels(model, count, 2, true, kFadeSeconds);
    Rounds rounds(3);
    for (auto _ : state) {
        rounds.runOnce({[&] { one.run(); }, [&] { two.run(); }, [&] { levels.run(); }});
        state.SetIterationTime(rounds.last(0));
    }
    const std::string what = fmt::format("crowd of {}, 64 bones, blended", count);
    addRow({what, "one core, all bones", milliseconds(rounds.median(0)), ""});
    addRow({what, "two cores, all bones", milliseconds(rounds.median(1)), ""});
    addRow({what, "two cores, levels of detail", milliseconds(rounds.median(2)), ""});
}

/// `from` and `to` interpolated, both of as many numbers as `out`.
void interpolate(const float* from, const float* to, float ratio, std::span<float> out) {
    for (size_t i = 0; i < out.size(); ++i)
        out[i] = from[i] + ratio * (to[i] - from[i]);
}

/// What a lower update rate of small characters would save: interpolating between two kept poses, or between their
/// matrices, even if they are never renewed, against sampling the clip in every frame.
void interpolateKeptPoses(benchmark::State& state, bool smoke) {
    const Model model = crowdModel();
    std::vector<size_t> clips(model.clips.size());
    std::iota(clips.begin(), clips.end(), size_t{0});
    const RigLevel rig = std::move(makeRigLevels(model, clips, glm::mat4(1.0f), std::array{0.0f}).front());
    const size_t nodes = rig.nodes.size(), count = smoke ? 20 : 10000;
    std::vector<Transform> from(count * nodes), to(count * nodes), pose(nodes);
    std::vector<glm::mat4x3> matricesFrom(count * nodes), matricesTo(count * nodes), matrices(nodes);
    std::vector<glm::mat4> world(nodes);
    const auto clipOf = [&](size_t i) -> const PackedClip& { return *rig.clips[i % clips.size()]; };
    const auto secondsAt = [](size_t i) { return 0.001 * static_cast<double>(i % 1000); };
    const auto keep = [&](size_t i, double seconds, std::vector<Transform>& poses, std::vector<glm::mat4x3>& walked) {
        const auto kept = std::span(poses).subspan(i * nodes, nodes);
        clipOf(i).sample(seconds, kept);
        walkHierarchy(rig.hierarchy, kept, glm::mat4(1.0f), world);
        std::ranges::transform(world, walked.begin() + static_cast<std::ptrdiff_t>(i * nodes),
                               [](const glm::mat4& matrix) { return glm::mat4x3(matrix); });
    };
    for (size_t i = 0; i < count; ++i) {
        keep(i, secondsAt(i), from, matricesFrom);
        keep(i, secondsAt(i) + 0.1, to, matricesTo);
    }
    float ratio = 0.0f;
    const auto sampled = [&] {
        for (size_t i = 0; i < count; ++i)
            clipOf(i).walk(secondsAt(i) + 0.1 * ratio, glm::mat4(1.0f), world);
        benchmark::ClobberMemory();
    };
    const auto posesInterpolated = [&] {
        for (size_t i = 0; i < count; ++i) {
            interpolate(&from[i * nodes].translation.x, &to[i * nodes].translation.x, ratio,
                        {&pose[0].translation.x, nodes * sizeof(Transform) / sizeof(float)});
            for (Transform& node : pose)
                node.rotation = glm::normalize(node.rotation);
            walkHierarchy(rig.hierarchy, pose, glm::mat4(1.0f), world);
        }
        benchmark::ClobberMemory();
    };
    const auto matricesInterpolated = [&] {
        for (size_t i = 0; i < count; ++i) {
            interpolate(&matricesFrom[i * nodes][0].x, &matricesTo[i * nodes][0].x, ratio,
                        {&matrices[0][0].x, nodes * sizeof(glm::mat4x3) / sizeof(float)});
            benchmark::ClobberMemory();
        }
    };
    Rounds rounds(3);
    for (auto _ : state) {
        ratio = ratio < 0.9f ? ratio + 0.1f : 0.1f;
        rounds.runOnce({sampled, posesInterpolated, matricesInterpolated}, coreSecondsOf);
        state.SetIterationTime(rounds.last(0));
    }
    const std::string what = fmt::format("crowd of {}, poses alone", count);
    addRow({what, "sampled", milliseconds(rounds.median(0)), ""});
    addRow({what, "interpolated between kept poses", milliseconds(rounds.median(1)),
            fmt::format("takes {:.2f} times as long", rounds.medianRatio(1, 0))});
    addRow({what, fmt::format("between kept matrices, {} bytes each", 2 * nodes * sizeof(glm::mat4x3)),
            milliseconds(rounds.median(2)), fmt::format("takes {:.2f} times as long", rounds.medianRatio(2, 0))});
}

/// Heap and mapped memory per character, with two frames in flight.
void measureMemory(benchmark::State& state) {
    const Model model = crowdModel();
    constexpr uint32_t kFew = 1000, kMany = 5000;
    double bytes = 0.0;
    for (auto _ : state) {
        const size_t before = mallinfo2().uordblks;
        const auto few = std::make_unique<Crowd>(figureOf(model), CrowdSettings{.count = kFew}, 1);
        const size_t between = mallinfo2().uordblks;
        const auto many = std::make_unique<Crowd>(figureOf(model), CrowdSettings{.count = kMany}, 1);
        const size_t after = mallinfo2().uordblks;
        const Update update(model, 1, 1, false);
        const auto heap = static_cast<double>((after - between) - (between - before)) / (kMany - kFew);
        bytes = heap + 2.0 * (update.stride() * sizeof(glm::mat4) + sizeof(glm::vec4));
        state.SetIterationTime(1e-6);
    }
    addRow({"crowd", "memory per character, two frames in flight", fmt::format("{:.0f} bytes", bytes), ""});
    measured("crowd_memory", bytes / 1024.0);
}

/// ozz-animation's sampling, hierarchy and palettes for as many characters of 64 bones.
void compareOzz(benchmark::State& state, bool smoke) {
    const Model model = busyRig(30);
    const std::unique_ptr<PoseWay> ozz = ozzWay(model);
    if (!ozz) return state.SkipWithError("built without ozz-animation");
    const uint32_t count = smoke ? 20 : 1000;
    Update ours(model, count, 1, false);
    double seconds = 0.0;
    const auto theirs = [&] {
        seconds += 1.0 / 60.0;
        for (uint32_t i = 0; i < count; ++i)
            ozz->update(seconds + kBusySeconds * i / count, false);
    };
    Rounds rounds(2);
    for (auto _ : state) {
        rounds.runOnce({[&] { ours.run(); }, theirs}, coreSecondsOf);
        state.SetIterationTime(rounds.last(0));
    }
    if (ours.crowd().counts().posed != count || ours.stride() != 64)
        return state.SkipWithError("not all characters were posed with all bones");
    addRow({"crowd of 64 bones", "ours, one core", milliseconds(rounds.median(0)), ""});
    addRow({"crowd of 64 bones", "ozz-animation's", milliseconds(rounds.median(1)),
            fmt::format("ours takes {:.2f} of it", rounds.medianRatio(0, 1))});
    measured("crowd_ozz", rounds.medianRatio(0, 1));
}

/// The program's shaders, except that every vertex of a character is moved by its first matrix, without blending.
std::filesystem::path writePlainShaders(const std::filesystem::path& folder) {
    const std::filesystem::path shaders = folder / "shaders";
    std::filesystem::copy(SINEW_SOURCE_DIR "/shaders", shaders);
    const std::filesystem::path file = shaders / "skinning.glsl";
    std::string text = readFile(file);
    const std::string blended = "mat4 blended = blendMatrices(indices, weights);";
    const size_t at = text.find(blended);
    if (at == std::string::npos) throw std::logic_error("skinning.glsl blends otherwise than the benchmark knows");
    writeFile(file, text.replace(at, blended.size(), "mat4 blended = matrixOf(0);"));
    return shaders;
}

/// Draws a crowd with one set of shaders, one frame at a time.
class CrowdPainter {
  public:
    CrowdPainter(const Device& device, const ShaderLibrary& shaders, const Model& model)
        : frames_(device, {.framesInFlight = 1}),
          renderer_(device, shaders, {Offscreen::kFormat, device.depthFormat(), device.usableSamples(4)}, frames_),
          offscreen_(device, kExtent, 1),
          model_(device, model, renderer_.layouts().materialSet) {
        renderer_.prepare(&model_);
    }

    /// Poses the model's crowd on the device.
    PosePass makePosePass(const Device& device, const ShaderLibrary& shaders, const Model& model) const {
        return PosePass(device, shaders, makePoseTables(model.hierarchy, model.clips, paletteParts(model_)), 1);
    }

    /// The seconds from submission to completion.
    double draw(Scene scene) {
        scene.model = &model_;
        Frame& frame = frames_.begin();
        recordSeconds_ = secondsOf([&] { renderer_.record(frame, offscreen_.target(frame), scene); });
        const double seconds = secondsOf([&] { frames_.wait(frames_.submit(frame)); });
        frames_.readTimestamps(frame);
        gpuTimes_ = gpuTimes(frame).value_or(GpuTimes());
        return seconds;
    }

    /// Seconds of the last picture: planning and recording it, and what Instances::write takes.
    double lastRecordSeconds() const { return recordSeconds_; }

    /// Times of the last picture; zeros on a device without timestamps.
    const GpuTimes& lastGpuTimes() const { return gpuTimes_; }

  private:
    FrameRing frames_;
    Renderer renderer_;
    Offscreen offscreen_;
    GpuModel model_;
    GpuTimes gpuTimes_;
    double recordSeconds_ = 0.0;
};

void drawCrowd(benchmark::State& state, bool smoke) {
    const auto opened = openDevice(state);
    if (!opened) return;
    const Device& device = opened->device;
    const std::filesystem::path fox = sharedFolder("models") / "gltf_fox" / "Fox.glb";
    Stage stage(
        importModel(std::filesystem::exists(fox) ? fox : std::filesystem::path(SINEW_ASSETS) / "character.dae"));
    PlaySettings settings = stage.settings();
    settings.crowd = {.count = smoke ? 20u : 1000u};
    stage.apply(settings);
    const TemporaryFolder folder;
    const ShaderLibrary shaders, plainShaders(writePlainShaders(folder.path()), compileGlslFile);
    CrowdPainter skinned(device, shaders, stage.model()), plain(device, plainShaders, stage.model());
    const PosePass pass = skinned.makePosePass(device, shaders, stage.model());
    Rounds rounds(3), stages(3), recording(2);
    double seconds = 0.0;
    const auto drawn = [&](CrowdPainter& painter, const PosePass* poser) {
        Scene scene = stage.scene(false);
        scene.camera.pitch = 0.4f;
        frameBox(scene.camera, playedBounds(stage).all, kSize.x / kSize.y);
        scene.instances = &stage.crowd()->select(scene.camera, kSize, scene.look, poser);
        return painter.draw(scene);
    };
    drawn(skinned, nullptr), drawn(plain, nullptr);  // the first frame creates the attachments
    for (auto _ : state) {
        stage.seek(seconds += 1.0 / 60.0);
        rounds.add(0, drawn(skinned, nullptr));
        recording.add(0, skinned.lastRecordSeconds());
        rounds.add(1, drawn(plain, nullptr));
        rounds.add(2, drawn(skinned, &pass));
        recording.add(1, skinned.lastRecordSeconds());
        const GpuTimes& times = skinned.lastGpuTimes();
        stages.add(0, 1e-3 * times.pose), stages.add(1, 1e-3 * times.shadow), stages.add(2, 1e-3 * times.surfaces);
        state.SetIterationTime(rounds.last(0));
    }
    device.waitIdle();
    const std::string what =
        fmt::format("crowd of {}, frame {}x{}", settings.crowd.count, kExtent.width, kExtent.height);
    addRow({what, fmt::format("GPU: {:.24}", device.name()), milliseconds(rounds.median(0)), ""});
    addRow({what, "GPU, no blending", milliseconds(rounds.median(1)),
            fmt::format("skinned takes {:.2f} of it", rounds.medianRatio(0, 1))});
    addRow({what, "GPU, which also poses", milliseconds(rounds.median(2)),
            fmt::format("takes {:.2f} times as long", rounds.medianRatio(2, 0))});
    addRow({what, "recorded, which poses", milliseconds(recording.median(0)), ""});
    addRow({what, "recorded, for a GPU that poses", milliseconds(recording.median(1)), ""});
    const char* const names[]{"pose", "shadow", "surfaces"};
    for (size_t i = 0; i < std::size(names); ++i)
        addRow({what, fmt::format("of that, {}", names[i]), milliseconds(stages.median(i)), ""});
    measured("crowd_frame", rounds.medianRatio(0, 1));
}

}  // namespace

void registerCrowdFrame(const Plan& plan) {
    const auto add = [&](const char* name, const std::function<void(benchmark::State&)>& run, int iterations) {
        benchmark::RegisterBenchmark(name, run)
            ->Iterations(plan.smoke ? 1 : iterations)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    };
    const bool smoke = plan.smoke;
    add(
        "crowd/update", [smoke](benchmark::State& state) { updateCrowds(state, smoke); }, 2 * plan.rounds);
    add(
        "crowd/blended", [smoke](benchmark::State& state) { updateBlended(state, smoke); }, 2 * plan.rounds);
    add(
        "crowd/ozz", [smoke](benchmark::State& state) { compareOzz(state, smoke); }, 2 * plan.rounds);
    add(
        "crowd/kept_poses", [smoke](benchmark::State& state) { interpolateKeptPoses(state, smoke); }, 2 * plan.rounds);
    add("crowd/memory", measureMemory, 1);
    add(
        "crowd/frame", [smoke](benchmark::State& state) { drawCrowd(state, smoke); }, plan.rounds);
}
