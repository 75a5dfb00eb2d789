// What a picture of the bundled character costs on the device there is.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/find_named.h"
#include "app/stage.h"
#include "benchmark/rounds.h"
#include "error.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "render/offscreen.h"
#include "render/renderer.h"
#include "render/shader_library.h"

using namespace sinew;

namespace {

constexpr VkExtent2D kExtent{1280, 720};

struct FrameSeconds {
    double record = 0.0;
    double gpu = 0.0;
};

/// Draws with so many samples a pixel, one frame at a time.
class Painter {
  public:
    Painter(const Device& device, const ShaderLibrary& shaders, const Model& model, uint32_t samples)
        : frames_(device, {.framesInFlight = 1}),
          renderer_(device, shaders, {Offscreen::kFormat, device.depthFormat(), device.usableSamples(samples)},
                    frames_),
          offscreen_(device, kExtent, 1),
          model_(device, model, renderer_.layouts().materialSet) {
        renderer_.prepare(&model_);
    }

    FrameSeconds draw(Scene scene) {
        scene.model = &model_;
        Frame& frame = frames_.begin();
        FrameSeconds seconds;
        seconds.record = secondsOf([&] { renderer_.record(frame, offscreen_.target(frame), scene); });
        frames_.wait(frames_.submit(frame));
        frames_.readTimestamps(frame);
        if (frame.timestampMilliseconds.size() == 2) seconds.gpu = 1e-3 * frame.timestampMilliseconds[1];
        return seconds;
    }

  private:
    FrameRing frames_;
    Renderer renderer_;
    Offscreen offscreen_;
    GpuModel model_;
};

void drawFrames(benchmark::State& state) {
    constexpr std::array kSamples{1u, 4u};
    std::optional<Instance> instance;
    std::optional<Device> device;
    try {
        instance.emplace();
        device.emplace(*instance);
    } catch (const Error& error) {
        state.SkipWithError(error.what());
        return;
    }
    Stage stage(importModel(SINEW_SOURCE_DIR "/assets/character.dae"));
    stage.animator().play(findClip(stage.model(), "Walk"));
    Camera camera;
    frameBox(camera, stage.clipBounds(stage.animator().clip()),
             static_cast<float>(kExtent.width) / static_cast<float>(kExtent.height));
    const ShaderLibrary shaders(std::nullopt);
    std::vector<std::unique_ptr<Painter>> painters;
    for (const uint32_t samples : kSamples) {
        painters.push_back(std::make_unique<Painter>(*device, shaders, stage.model(), samples));
        painters.back()->draw(stage.scene(false));  // the first frame makes the attachments
    }
    Rounds record(kSamples.size()), gpu(kSamples.size());
    double time = 0.0;
    for (auto _ : state) {
        stage.seek(time += 1.0 / 60.0);
        stage.updatePose();
        Scene scene = stage.scene(false);
        scene.camera = camera;
        for (size_t i = 0; i < painters.size(); ++i) {
            const FrameSeconds seconds = painters[i]->draw(scene);
            record.add(i, seconds.record);
            gpu.add(i, seconds.gpu);
        }
        state.SetIterationTime(gpu.last(0));
    }
    device->waitIdle();
    const std::string what = fmt::format("frame {}x{}", kExtent.width, kExtent.height);
    for (size_t i = 0; i < painters.size(); ++i) {
        const std::string samples = fmt::format("{} sample{}", kSamples[i], i == 0 ? "" : "s");
        addRow({what, samples + ", record", fmt::format("{:.3f} ms", 1e3 * record.median(i)), ""});
        addRow({what, fmt::format("{}, GPU: {:.24}", samples, device->name()),
                fmt::format("{:.2f} ms", 1e3 * gpu.median(i)),
                i == 0 ? "" : fmt::format("{:.2f} of one sample", gpu.medianRatio(i, 0))});
    }
}

}  // namespace

void registerFrame(const Plan& plan) {
    benchmark::RegisterBenchmark("frame", drawFrames)
        ->Iterations(plan.smoke ? 1 : 3 * plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}
