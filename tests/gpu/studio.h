#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/stage/stage.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/with_device.h"
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

/// What Studios of one setup share, one at a time: a renderer keeps its pipelines.
struct Workshop {
    Workshop(const sinew::Device& device, const Setup& setup, const sinew::ShaderLibrary& library)
        : framesInFlight(setup.framesInFlight),
          samples(setup.samples),
          influences(setup.influences),
          frames(device, {.framesInFlight = framesInFlight}),
          renderer(device, library,
                   {sinew::Offscreen::kFormat, device.depthFormat(), device.usableSamples(samples), influences},
                   frames) {}
    bool fits(const Setup& setup) const {
        return framesInFlight == setup.framesInFlight && samples == setup.samples && influences == setup.influences;
    }

    const uint32_t framesInFlight, samples, influences;
    sinew::FrameRing frames;
    sinew::Renderer renderer;
};

/// Everything needed to draw pictures of a model, as in the program.
class Studio {
  public:
    Studio(const sinew::Device& device, const sinew::Model* model, const Setup& setup = {},
           const sinew::ShaderLibrary& shaders = builtIn())
        : device_(device),
          extent_(setup.extent),
          workshop_(freeWorkshop(device, setup, shaders)),
          offscreen_(device, setup.extent, setup.framesInFlight) {
        if (model) model_.emplace(device, *model, renderer().layouts().materialSet, setup.maxBones, setup.influences);
        renderer().prepare(shown());
    }
    ~Studio() {
        device_.waitIdle();
        renderer().dropAttachments();
    }

    /// Draws the scenes of `sceneOf` for 0, 1, 2 ..., with as many frames in flight as possible.
    std::vector<sinew::Pixels> drawAll(uint32_t count, const std::function<sinew::Scene(uint32_t)>& sceneOf) {
        std::vector<sinew::Pixels> pictures;
        std::deque<std::pair<uint32_t, uint64_t>> pending;  // slot, when it is done
        const auto finishOldest = [&] {
            frames().wait(pending.front().second);
            sinew::Pixels pixels{extent_.width, extent_.height,
                                 std::vector<uint8_t>(size_t{4} * extent_.width * extent_.height)};
            offscreen_.pixels(pending.front().first, pixels.rgba);
            pictures.push_back(std::move(pixels));
            pending.pop_front();
        };
        for (uint32_t number = 0; number < count; ++number) {
            if (pending.size() == frames().framesInFlight()) finishOldest();
            sinew::Frame& frame = frames().begin();
            sinew::Scene scene = sceneOf(number);
            scene.model = shown();
            renderer().record(frame, offscreen_.target(frame), scene);
            offscreen_.recordReadback(frame);
            const uint32_t slot = frame.index;
            pending.emplace_back(slot, frames().submit(frame));
        }
        while (!pending.empty())
            finishOldest();
        return pictures;
    }

    sinew::Pixels draw(const sinew::Scene& scene) {
        return drawAll(1, [&](uint32_t) { return scene; })[0];
    }

    sinew::Renderer& renderer() { return workshop_->renderer; }
    sinew::FrameRing& frames() { return workshop_->frames; }
    const sinew::GpuModel* shown() const { return model_ ? &*model_ : nullptr; }

    static const sinew::ShaderLibrary& builtIn() {
        static const sinew::ShaderLibrary shaders;
        return shaders;
    }

  private:
    /// One that no Studio has now; of its own where the device or the shaders are not those of other cases.
    static std::shared_ptr<Workshop> freeWorkshop(const sinew::Device& device, const Setup& setup,
                                                  const sinew::ShaderLibrary& shaders) {
        for (const auto& workshop : workshops())
            if (&device == sharedDevice() && &shaders == &builtIn() && workshop.use_count() == 1 &&
                workshop->fits(setup))
                return workshop;
        auto made = std::make_shared<Workshop>(device, setup, shaders);
        if (&device == sharedDevice() && &shaders == &builtIn()) workshops().push_back(made);
        return made;
    }

    const sinew::Device& device_;
    VkExtent2D extent_;
    std::shared_ptr<Workshop> workshop_;
    sinew::Offscreen offscreen_;
    std::optional<sinew::GpuModel> model_;
};

inline sinew::Camera cameraOn(sinew::Stage& stage, const Setup& setup = {}) {
    using namespace sinew;
    Camera camera;
    frameBox(camera, stage.bounds().of(stage.animator().clip()).all,
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
