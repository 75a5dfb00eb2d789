#include "app/picture/setup.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include "app/picture/shown_stage.h"
#include "app/report/messages.h"
#include "app/stage/framing.h"
#include "gpu/compile_glsl.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "render/target.h"
#include "render/texture/texture_image.h"

namespace sinew {
namespace {

constexpr int kTurnSamples = 72;
constexpr float kSteepestDegrees = 89.99f;
constexpr Viewpoint kCrowdView{.yawDegrees = 20.0, .pitchDegrees = 24.0};  // from above: rows hide no others

Box fittedBox(Fit fit, Stage& stage) {
    if (fit == Fit::figure) return figureBounds(stage);
    if (fit == Fit::clip || stage.crowd()) return framedBounds(stage);
    if (fit == Fit::bind) return stage.bounds().ofRestingBind();
    stage.updatePose();
    return posedBounds(stage.model(), stage.worldFromNode(), stage.morphWeights());
}

/// Moves the camera far enough away to frame the box from every side.
void frameTurn(Camera& camera, const Box& box, float aspect) {
    float distance = 0.0f;
    for (int i = 0; i < kTurnSamples; ++i) {
        Camera turned = camera;
        turned.yaw += glm::two_pi<float>() * static_cast<float>(i) / kTurnSamples;
        frameBox(turned, box, aspect);
        distance = std::max(distance, turned.distance);
    }
    frameBox(camera, box, aspect);
    camera.distance = distance;
}

glm::vec3 pointOf(const std::array<double, 3>& point) {
    return glm::vec3(point[0], point[1], point[2]);
}

/// `box`: what the near and far planes enclose.
void placeAt(Camera& camera, const FixedView& view, const Box& box) {
    camera.target = pointOf(view.target);
    const glm::vec3 back = pointOf(view.eye) - camera.target;
    camera.distance = std::max(glm::length(back), 1e-6f);
    const float steepest = glm::radians(kSteepestDegrees);  // a view straight down has no up direction
    camera.pitch = std::clamp(std::asin(std::clamp(back.y / camera.distance, -1.0f, 1.0f)), -steepest, steepest);
    camera.yaw = std::atan2(back.x, back.z);
    const glm::vec3 reach = glm::max(glm::abs(box.min - camera.target), glm::abs(box.max - camera.target));
    camera.sceneRadius = box.empty() ? camera.distance : std::max(glm::length(reach), 1e-6f);
}

}  // namespace

Camera makeCamera(const CameraSettings& settings, Stage& stage, float aspect) {
    const Viewpoint view = settings.viewpoint.value_or(stage.crowd() ? kCrowdView : Viewpoint{});
    Camera camera;
    camera.fieldOfView = glm::radians(static_cast<float>(settings.fieldOfViewDegrees));
    if (settings.fixed) {
        placeAt(camera, *settings.fixed, framedBounds(stage));
        return camera;
    }
    camera.yaw = glm::radians(static_cast<float>(view.yawDegrees));
    camera.pitch = glm::radians(static_cast<float>(view.pitchDegrees));
    const Box box = fittedBox(settings.fit, stage);
    if (settings.turntable)
        frameTurn(camera, box, aspect);
    else
        frameBox(camera, box, aspect);
    camera.distance *= static_cast<float>(view.distance);
    const Box all = framedBounds(stage);
    const glm::vec3 reach = glm::max(glm::abs(all.min - camera.target), glm::abs(all.max - camera.target));
    // Farther surroundings are cut off, for the sake of the depth's precision.
    constexpr float kMostReach = 12.0f;
    if (!all.empty() && glm::length(reach) > 2.0f * camera.sceneRadius)
        camera.sceneRadius = std::min(glm::length(reach), kMostReach * camera.sceneRadius);
    return camera;
}

glm::vec3 followed(const CameraSettings& settings, Stage& stage) {
    const bool follows = settings.fit == Fit::figure && !settings.fixed;
    return follows ? displacementOf(stage) + figureWay(stage) : displacementOf(stage);
}

ShaderLibrary makeShaderLibrary(const DeviceSettings& settings) {
    return settings.shaderDir.empty() ? ShaderLibrary() : ShaderLibrary(settings.shaderDir, compileGlslFile);
}

PictureFormat makePictureFormat(const DeviceSettings& settings, uint32_t influences, const Device& device,
                                VkFormat color) {
    return {.color = color,
            .depth = device.depthFormat(),
            .samples = device.usableSamples(settings.samples),
            .influences = influences};
}

void warnOfLacks(const DeviceSettings& settings, const Look& look, const Device& device) {
    const auto samples = static_cast<uint32_t>(device.usableSamples(settings.samples));
    if (samples != settings.samples)
        say("{} does not support {} samples per pixel; using {}", device.name(), settings.samples, samples);
    if ((look.wireframe || look.edges) && !device.features().wireframe)
        say("{} does not support wireframe; drawing surfaces", device.name());
}

void warnOfTextures(const Stage& stage, const Device& device) {
    for (const Texture& texture : stage.model().textures)
        if (texture.found() && !canDraw(device, texture.image))
            say("{}: warning: {}: is left out, because {} cannot read {} blocks{}", stage.report().file, texture.name,
                device.name(), nameOf(texture.image.format), device.features().blocks ? " of that size" : "");
}

bool printValidation(const Instance& instance) {
    const uint32_t count = instance.validationMessages();
    if (count > 0) say(counted(count, "validation message", "validation messages"));
    return count > 0;
}

std::span<const Scene> composeFrame(Stage& stage, ShownStage& shown, const Camera& camera, const Look& look,
                                    VkExtent2D extent) {
    Scene scene = stage.scene(look.skeleton);
    scene.model = &shown.model();
    scene.camera = camera;
    scene.look = look;
    if (Crowd* crowd = stage.crowd()) {
        scene.instances = &crowd->select(camera, {extent.width, extent.height}, look, shown.posePass());
        if (stage.isBare()) scene.lines = stage.crowdLines();
        scene.ground.footprint = crowd->shownBounds();
        scene.ground.casterSize = crowd->casterSize();
    }
    return shown.views().make(scene, shown.models().subspan(1));
}

float viewAspect(const Stage& stage, VkExtent2D extent) {
    return aspectOf(sideArea(extent, 0, stage.settings().sideBySide.shown ? 2 : 1).extent);
}

}  // namespace sinew
