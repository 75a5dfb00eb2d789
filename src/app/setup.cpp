#include "app/setup.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include "app/find_named.h"
#include "app/read_model.h"
#include "app/report.h"
#include "gpu/device.h"

namespace sinew {

std::unique_ptr<Stage> makeStage(const Options& options, const Importer& importer) {
    auto stage = std::make_unique<Stage>(readModel(options, importer), FileSpace{options.up, options.scale});
    fmt::print(stderr, "{}", findingLines(stage->report()));
    Animator& animator = stage->animator();
    if (!options.graph.empty()) {
        GraphFile file = readGraph(options.graph, stage->model().hierarchy, stage->model().clips);
        std::vector<ScriptStep> script;
        if (!options.script.empty()) script = readScript(options.script, file.graph);
        stage->setRootMotion(options.rootMotion.value_or(file.graph.root ? RootMotionUse::floor : RootMotionUse::off));
        stage->playGraph(std::move(file), std::move(script));
    } else if (!options.animation.empty() && !(options.sheet && options.animation == kAllClips))
        animator.play(findClip(stage->model(), options.animation));
    else if (!stage->model().clips.empty())
        animator.play(0);
    if (options.graph.empty()) stage->setRootMotion(options.rootMotion.value_or(RootMotionUse::off));
    animator.setTransition(options.transition);
    animator.setRepeat(options.once ? Repeat::once : Repeat::loop);
    animator.setSpeed(options.speed);
    stage->seek(options.timeSeconds.value_or(0.0));
    stage->showPose(options.pose);
    stage->compare(makeCompared(options, stage->model()));
    if (!options.bone.empty()) stage->highlight({.chosen = findBone(stage->model(), options.bone), .hovered = {}});
    return stage;
}

namespace {

constexpr int kTurnSamples = 72;

Box fittedBox(Fit fit, Stage& stage) {
    switch (fit) {
        case Fit::clip:
            break;
        case Fit::pose:
            stage.updatePose();
            return stage.poseBounds();
        case Fit::bind:
            return stage.restingBindBounds();
    }
    return stage.framedBounds();
}

/// Far enough away for all that it shows while it goes round.
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

}  // namespace

Camera makeCamera(const Options& options, Stage& stage, float aspect) {
    const Viewpoint view = options.viewpoint.value_or(Viewpoint{});
    Camera camera;
    camera.yaw = glm::radians(static_cast<float>(view.yawDegrees));
    camera.pitch = glm::radians(static_cast<float>(view.pitchDegrees));
    const Box box = fittedBox(options.fit, stage);
    if (options.turntable)
        frameTurn(camera, box, aspect);
    else
        frameBox(camera, box, aspect);
    camera.distance *= static_cast<float>(view.distance);
    return camera;
}

Look makeLook(const Options& options) {
    Look look{.skinning = options.skinning,
              .view = options.view,
              .wireframe = options.wireframe,
              .edges = options.edges,
              .skeleton = options.skeleton,
              .boneNames = options.boneNames,
              .textures = options.textures,
              .floor = options.floor,
              .light = options.light};
    if (options.background) {
        const Color& color = *options.background;
        look.background = glm::vec4(color[0], color[1], color[2], color[3]) / 255.0f;
    }
    return look;
}

Compared makeCompared(const Options& options, const Model& model) {
    Compared compared{.beside = {.skinning = options.besideSkinning}, .onion = options.onion};
    Beside& beside = compared.beside;
    if (!options.beside.empty()) beside.clip = findClip(model, options.beside, "--beside");
    if (options.besideSeconds) beside.laterSeconds = *options.besideSeconds - options.timeSeconds.value_or(0.0);
    beside.shown = beside.clip || options.besideSeconds || beside.skinning;
    return compared;
}

ShaderLibrary makeShaderLibrary(const Options& options) {
    return ShaderLibrary(options.shaderDir.empty() ? std::nullopt
                                                   : std::optional<std::filesystem::path>(options.shaderDir));
}

PictureFormat makePictureFormat(const Options& options, uint32_t influences, const Device& device, VkFormat color) {
    return {.color = color,
            .depth = device.depthFormat(),
            .samples = device.usableSamples(options.samples),
            .influences = influences};
}

void warnOfLacks(const Options& options, const Device& device) {
    const auto samples = static_cast<uint32_t>(device.usableSamples(options.samples));
    if (samples != options.samples)
        fmt::print(stderr, "sinew: {} has no {} samples a pixel; using {}\n", device.name(), options.samples, samples);
    if ((options.wireframe || options.edges) && !device.features().wireframe)
        fmt::print(stderr, "sinew: {} has no wireframe; drawing surfaces\n", device.name());
}

}  // namespace sinew
