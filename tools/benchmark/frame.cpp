// The cost of a picture of the bundled character on the default device.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/options/names.h"
#include "app/stage/stage.h"
#include "benchmark/goals.h"
#include "benchmark/open_device.h"
#include "benchmark/rounds.h"
#include "gpu/compile_glsl.h"
#include "gpu/frame_ring.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "render/offscreen.h"
#include "render/renderer.h"
#include "render/shader_library.h"
#include "support/process.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

constexpr VkExtent2D kExtent{1280, 720};

struct FrameSeconds {
    double record = 0.0;
    double draw = 0.0;  ///< from submission to completion
    double read = 0.0;  ///< of the picture, if requested
    double gpu = 0.0;
};

/// Draws with one method, one frame at a time.
class FramePainter {
  public:
    FramePainter(const Device& device, const ShaderLibrary& shaders, const Model& model, uint32_t samples,
                 bool readsBack = false)
        : frames_(device, {.framesInFlight = 1}),
          renderer_(device, shaders, {Offscreen::kFormat, device.depthFormat(), device.usableSamples(samples)},
                    frames_),
          offscreen_(device, kExtent, 1),
          model_(device, model, renderer_.layouts().materialSet),
          pixels_(readsBack ? size_t{4} * kExtent.width * kExtent.height : 0) {
        renderer_.prepare(&model_);
    }

    FrameSeconds draw(Scene scene) {
        scene.model = &model_;
        Frame& frame = frames_.begin();
        FrameSeconds seconds;
        seconds.record = secondsOf([&] {
            renderer_.record(frame, offscreen_.target(frame), scene);
            if (!pixels_.empty()) offscreen_.recordReadback(frame);
        });
        seconds.draw = secondsOf([&] { frames_.wait(frames_.submit(frame)); });
        if (!pixels_.empty()) seconds.read = secondsOf([&] { offscreen_.pixels(frame.index, pixels_); });
        frames_.readTimestamps(frame);
        if (const std::optional<GpuTimes> gpu = gpuTimes(frame)) seconds.gpu = 1e-3 * gpu->total();
        return seconds;
    }

  private:
    FrameRing frames_;
    Renderer renderer_;
    Offscreen offscreen_;
    GpuModel model_;
    std::vector<uint8_t> pixels_;
};

/// The program's shaders, except that every vertex is moved by the first matrix, without blending.
std::filesystem::path writePlainShaders(const std::filesystem::path& folder) {
    const std::filesystem::path shaders = folder / "shaders";
    std::filesystem::copy(SINEW_SOURCE_DIR "/shaders", shaders);
    const std::filesystem::path file = shaders / "skinning.glsl";
    std::string text = readFile(file);
    const std::string blended = "mat4 blended = blendMatrices(indices, weights);";
    const size_t at = text.find(blended);
    if (at == std::string::npos) throw std::logic_error("skinning.glsl blends otherwise than the benchmark knows");
    writeFile(file, text.replace(at, blended.size(), "mat4 blended = palette.worldFromMesh[0];"));
    return shaders;
}

/// What a frame is compared with: always the same arithmetic for each of its samples, on all cores.
void computeReference() {
    constexpr uint32_t kSamples = 4 * kExtent.width * kExtent.height, kSteps = 16;
    const uint32_t count = std::max(1u, std::thread::hardware_concurrency());
    std::vector<float> sums(count);
    std::vector<std::thread> threads;
    for (uint32_t worker = 0; worker < count; ++worker)
        threads.emplace_back([&sums, worker, count] {
            float sum = 0.0f;
            for (uint32_t sample = worker; sample < kSamples; sample += count) {
                float value = static_cast<float>(sample);
                for (uint32_t step = 0; step < kSteps; ++step)
                    value = std::sqrt(value + static_cast<float>(step));
                sum += value;
            }
            sums[worker] = sum;
        });
    for (std::thread& thread : threads)
        thread.join();
    benchmark::DoNotOptimize(sums.data());
}

void drawFrames(benchmark::State& state) {
    enum Way { oneSample, fourSamples, plain, readBack, flatOneSample, flatFourSamples, wayCount };
    const auto opened = openDevice(state);
    if (!opened) return;
    const Device& device = opened->device;
    Stage stage(importModel(SINEW_SOURCE_DIR "/assets/character.dae"));
    stage.play(findClip(stage.model(), "Walk"));
    Camera camera;
    frameBox(camera, stage.bounds().of(stage.animator().clip()).all,
             static_cast<float>(kExtent.width) / static_cast<float>(kExtent.height));
    const TemporaryFolder folder;
    const ShaderLibrary shaders, plainShaders(writePlainShaders(folder.path()), compileGlslFile);
    std::vector<std::unique_ptr<FramePainter>> painters;
    for (const uint32_t samples : {1u, 4u})
        painters.push_back(std::make_unique<FramePainter>(device, shaders, stage.model(), samples));
    painters.push_back(std::make_unique<FramePainter>(device, plainShaders, stage.model(), 4u));
    painters.push_back(std::make_unique<FramePainter>(device, shaders, stage.model(), 4u, true));
    for (const uint32_t samples : {1u, 4u})
        painters.push_back(std::make_unique<FramePainter>(device, shaders, stage.model(), samples));
    for (const auto& painter : painters)
        painter->draw(stage.scene(false));                        // the first frame creates the attachments
    Rounds record(wayCount), gpu(wayCount), whole(wayCount + 1);  // the last: the bare draw
    Rounds fixed(2);                                              // a frame with four samples, the reference
    double time = 0.0;
    for (auto _ : state) {
        Scene scene;
        const double pose = secondsOf([&] {
            stage.seek(time += 1.0 / 60.0);
            stage.updatePose();
            scene = stage.scene(false);
            scene.camera = camera;
        });
        for (size_t i = 0; i < wayCount; ++i) {
            const bool isFlat = i == flatOneSample || i == flatFourSamples;
            scene.look.lighting = isFlat ? Lighting::flat : Lighting::studio;
            const FrameSeconds seconds = painters[i]->draw(scene);
            record.add(i, seconds.record);
            gpu.add(i, seconds.gpu);
            whole.add(i, pose + seconds.record + seconds.draw + seconds.read);
            if (i == fourSamples) whole.add(wayCount, seconds.draw);
        }
        fixed.add(0, gpu.last(fourSamples));
        fixed.add(1, secondsOf(computeReference));
        state.SetIterationTime(gpu.last(oneSample));
    }
    device.waitIdle();
    const auto milliseconds = [](double seconds) { return fmt::format("{:.3f} ms", 1e3 * seconds); };
    const std::string what = fmt::format("frame {}x{}", kExtent.width, kExtent.height);
    addRow({what, "1 sample, record", milliseconds(record.median(oneSample)), ""});
    addRow({what, fmt::format("1 sample, GPU: {:.24}", device.name()), milliseconds(gpu.median(oneSample)), ""});
    addRow({what, "4 samples, record", milliseconds(record.median(fourSamples)), ""});
    addRow({what, "4 samples, GPU", milliseconds(gpu.median(fourSamples)),
            fmt::format("{:.2f} of one sample", gpu.medianRatio(fourSamples, oneSample))});
    addRow({what, "4 samples, GPU, no blending", milliseconds(gpu.median(plain)), ""});
    addRow({what, "1 sample, GPU, flat", milliseconds(gpu.median(flatOneSample)),
            fmt::format("{:.2f} of 4 samples", gpu.medianRatio(flatOneSample, fourSamples))});
    addRow({what, "4 samples, GPU, flat", milliseconds(gpu.median(flatFourSamples)),
            fmt::format("{:.2f} of studio", gpu.medianRatio(flatFourSamples, fourSamples))});

    addRow({what, "a fixed computation", milliseconds(fixed.median(1)),
            fmt::format("4 samples take {:.2f} of it", fixed.medianRatio(0, 1))});

    measured("studio_frame", fixed.medianRatio(0, 1));
    measured("skinned_draw", gpu.medianRatio(fourSamples, plain));
    measured("flat_draw", gpu.medianRatio(flatFourSamples, fourSamples));
    measured("flat_draw_bare", gpu.medianRatio(flatOneSample, fourSamples));
    measured("headless_frame", whole.medianRatio(fourSamples, wayCount));
    measured("headless_read_back", whole.medianRatio(readBack, wayCount));
}

}  // namespace

void registerFrame(const Plan& plan) {
    benchmark::RegisterBenchmark("frame", drawFrames)
        ->Iterations(plan.smoke ? 1 : 3 * plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}
