#include "app/setup.h"

#include <cstdio>

#include <fmt/format.h>

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
        stage->playGraph(std::move(file), std::move(script));
    } else if (!options.animation.empty())
        animator.play(findClip(stage->model(), options.animation));
    else if (!stage->model().clips.empty())
        animator.play(0);
    animator.setRepeat(options.once ? Repeat::once : Repeat::loop);
    animator.setSpeed(options.speed);
    stage->seek(options.timeSeconds.value_or(0.0));
    return stage;
}

Camera makeCamera(const Options& options, Stage& stage, float aspect) {
    const View view = options.view.value_or(View{});
    Camera camera;
    camera.yaw = glm::radians(static_cast<float>(view.yawDegrees));
    camera.pitch = glm::radians(static_cast<float>(view.pitchDegrees));
    frameBox(camera, stage.playedBounds(), aspect);
    camera.distance *= static_cast<float>(view.distance);
    return camera;
}

Look makeLook(const Options& options) {
    Look look{.skinning = options.skinning,
              .wireframe = options.wireframe,
              .skeleton = options.skeleton,
              .textures = options.textures,
              .floor = options.floor};
    if (options.background) {
        const Color& color = *options.background;
        look.background = glm::vec4(color[0], color[1], color[2], color[3]) / 255.0f;
    }
    return look;
}

ShaderLibrary makeShaderLibrary(const Options& options) {
    return ShaderLibrary(options.shaderDir.empty() ? std::nullopt
                                                   : std::optional<std::filesystem::path>(options.shaderDir));
}

PictureFormat makePictureFormat(const Options& options, const Stage& stage, const Device& device, VkFormat color) {
    const PictureFormat format{.color = color,
                               .depth = device.depthFormat(),
                               .samples = device.usableSamples(options.samples),
                               .influences = stage.report().keptInfluences};
    if (static_cast<uint32_t>(format.samples) != options.samples)
        fmt::print(stderr, "sinew: {} has no {} samples a pixel; using {}\n", device.name(), options.samples,
                   static_cast<int>(format.samples));
    if (options.wireframe && !device.features().wireframe)
        fmt::print(stderr, "sinew: {} has no wireframe; drawing surfaces\n", device.name());
    return format;
}

}  // namespace sinew
