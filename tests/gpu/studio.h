#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "app/stage/stage.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "media/pixels.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "render/offscreen.h"
#include "render/renderer.h"
#include "render/shader_library.h"

struct Setup {
    VkExtent2D extent{240, 180};
    uint32_t samples = 4;
    uint32_t framesInFlight = 2;
    uint32_t maxBones = sinew::kMaxPaletteBones;
    uint32_t influences = 4;
};

/// Everything needed to draw pictures of a model, as in the program.
class Studio {
  public:
    Studio(const sinew::Device& device, const sinew::Model* model, const Setup& setup = {},
           const sinew::ShaderLibrary& shaders = builtIn())
        : device_(device),
          extent_(setup.extent),
          frames_(device, {.framesInFlight = setup.framesInFlight}),
          renderer_(
              device, shaders,
              {sinew::Offscreen::kFormat, device.depthFormat(), device.usableSamples(setup.samples), setup.influences},
              frames_),
          offscreen_(device, setup.extent, setup.framesInFlight) {
        if (model) model_.emplace(device, *model, renderer_.layouts().materialSet, setup.maxBones, setup.influences);
        renderer_.prepare(shown());
    }
    ~Studio() { device_.waitIdle(); }

    /// Draws the scenes of `sceneOf` for 0, 1, 2 ..., with as many frames in flight as possible.
    std::vector<sinew::Pixels> drawAll(uint32_t count, const std::function<sinew::Scene(uint32_t)>& sceneOf) {
        std::vector<sinew::Pixels> pictures;
        std::deque<std::pair<uint32_t, uint64_t>> pending;  // slot, when it is done
        const auto finishOldest = [&] {
            frames_.wait(pending.front().second);
            sinew::Pixels pixels{extent_.width, extent_.height,
                                 std::vector<uint8_t>(size_t{4} * extent_.width * extent_.height)};
            offscreen_.pixels(pending.front().first, pixels.rgba);
            pictures.push_back(std::move(pixels));
            pending.pop_front();
        };
        for (uint32_t number = 0; number < count; ++number) {
            if (pending.size() == frames_.framesInFlight()) finishOldest();
            sinew::Frame& frame = frames_.begin();
            sinew::Scene scene = sceneOf(number);
            scene.model = shown();
            renderer_.record(frame, offscreen_.target(frame), scene);
            offscreen_.recordReadback(frame);
            const uint32_t slot = frame.index;
            pending.emplace_back(slot, frames_.submit(frame));
        }
        while (!pending.empty())
            finishOldest();
        return pictures;
    }

    sinew::Pixels draw(const sinew::Scene& scene) {
        return drawAll(1, [&](uint32_t) { return scene; })[0];
    }

    sinew::Renderer& renderer() { return renderer_; }
    sinew::FrameRing& frames() { return frames_; }
    const sinew::GpuModel* shown() const { return model_ ? &*model_ : nullptr; }

    static const sinew::ShaderLibrary& builtIn() {
        static const sinew::ShaderLibrary shaders;
        return shaders;
    }

  private:
    const sinew::Device& device_;
    VkExtent2D extent_;
    sinew::FrameRing frames_;
    sinew::Renderer renderer_;
    sinew::Offscreen offscreen_;
    std::optional<sinew::GpuModel> model_;
};

inline sinew::Camera cameraOn(sinew::Stage& stage, const Setup& setup = {}) {
    using namespace sinew;
    Camera camera;
    frameBox(camera, stage.clipBounds(stage.animator().clip()),
             static_cast<float>(setup.extent.width) / static_cast<float>(setup.extent.height));
    return camera;
}

inline sinew::Scene sceneOf(sinew::Stage& stage, double timeSeconds, const sinew::Look& look = {}) {
    using namespace sinew;
    stage.seek(timeSeconds);
    stage.updatePose();
    Scene scene = stage.scene(look.skeleton);
    scene.camera = cameraOn(stage);
    scene.look = look;
    return scene;
}
