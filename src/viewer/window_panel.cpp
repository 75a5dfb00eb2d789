#include "viewer/window_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/pick.h"
#include "gpu/device.h"
#include "render/gpu_model.h"
#include "render/posed_parts.h"

namespace sinew {

void WindowPanel::setStage(const Stage& stage) {
    control_.setModel(stage.model());
    control_.select(stage.highlighted().chosen);
}

uint32_t WindowPanel::coveredWidth(VkExtent2D size) const {
    const glm::vec2 picture(size.width, size.height);
    return static_cast<uint32_t>(picture.x - control_.freeCorner(picture).x);
}

void WindowPanel::pick(const Stage& stage, const Scene& view, glm::vec2 pixel, VkExtent2D size) {
    const auto picked = sinew::pick(stage.model(), view, pixel, {size.width, size.height});
    control_.select(picked ? std::optional(picked->node) : std::nullopt);
    if (!picked) return;
    const Model& model = stage.model();
    const std::string& name = model.hierarchy.names[picked->node];
    const uint32_t material = model.meshes[model.instances[picked->instance].mesh].material;
    control_.selectMaterial(material);
    const std::string& materialName = model.materials[material].name;
    notices_.say(fmt::format("{}: {:.0f} % of the weight here; material {}", name, 100.0f * picked->strongest.weight,
                             materialName.empty() ? "(unnamed)" : materialName));
}

void WindowPanel::highlight(Stage& stage) const {
    stage.highlight({.chosen = control_.selectedNode(), .hovered = control_.hoveredNode()});
}

const ImDrawData& WindowPanel::draw(VkExtent2D extent, Stage& stage, const GpuModel& drawn,
                                    std::span<const Label> labels, const ModelSource& source, double seconds) {
    const glm::vec2 size(extent.width, extent.height);
    gui_.begin(extent, seconds);
    drawLabels(labels);
    notices_.draw(glm::vec2(0.0f), control_.freeCorner(size), seconds);
    if (control_.shown()) {
        PanelState state = stateOf(stage, drawn);
        state.textureFolders = source.textureFolders;
        state.variant = source.variant;
        asked_ = control_.draw(state, size, seconds);
    }
    check_.poll();
    if (asked_.check) check_.start(stage.model(), stage.report(), maxBones_);
    return gui_.end();
}

bool WindowPanel::apply(Stage& stage) {
    applyRequests(asked_, stage, look_);
    return asked_.resetCamera;
}

std::optional<std::string> WindowPanel::selectedBone(const Stage& stage) const {
    const std::optional<uint32_t> node = control_.selectedNode();
    if (!node) return std::nullopt;
    return stage.model().hierarchy.names[*node];
}

PanelState WindowPanel::stateOf(Stage& stage, const GpuModel& drawn) const {
    PanelState state{.model = &stage.model(),
                     .report = &stage.report(),
                     .clip = stage.animator().clip(),
                     .hasSource = stage.source() != nullptr,
                     .timeSeconds = stage.animator().timeSeconds(),
                     .settings = stage.settings(),
                     .look = look_,
                     .playing = stage.playing(),
                     .worldFromNode = stage.worldFromNode(),
                     .environment = environment_,
                     .times = &times_,
                     .check = &check_,
                     .drawn = {.draws = drawn.draws().size(),
                               .parts = drawn.partCount(),
                               .memoryBytes = device_.memory().bytes(),
                               .device = device_.name(),
                               .hasWireframe = device_.features().wireframe},
                     .uploaded = &drawn};
    state.mostInstances = std::min(mostInstances(device_, drawn, framesInFlight_), kMostCharacters);
    if (const Crowd* crowd = stage.crowd()) {
        state.crowd = crowd->counts();
        state.crowd->selected = stage.member();
    }
    if (const GraphRun* graph = stage.graph()) {
        state.machine = &graph->machine();
        state.machineKeys = graph->file().keys;
        state.machineEvents = graph->events();
        state.machineSeconds = graph->seconds();
    }
    return state;
}

}  // namespace sinew
