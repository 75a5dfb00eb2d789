#include "viewer/window_panel.h"

#include <fmt/format.h>

#include "app/pick.h"
#include "gpu/device.h"
#include "render/gpu_model.h"
#include "viewer/picture_labels.h"

namespace sinew {

void WindowPanel::enter(const Stage& stage) {
    control_.meet(stage.model());
    control_.select(stage.highlighted().chosen);
}

uint32_t WindowPanel::coveredWidth(VkExtent2D size) const {
    const glm::vec2 picture(size.width, size.height);
    return static_cast<uint32_t>(picture.x - control_.freeCorner(picture).x);
}

void WindowPanel::pick(const Stage& stage, const Scene& seen, glm::vec2 place, VkExtent2D size) {
    const auto picked = sinew::pick(stage.model(), seen, place, {size.width, size.height});
    control_.select(picked ? std::optional(picked->node) : std::nullopt);
    if (!picked) return;
    const std::string& name = stage.model().hierarchy.names[picked->node];
    notices_.say(fmt::format("{}: {:.0f} % of the weight there", name, 100.0f * picked->strongest.weight));
}

void WindowPanel::pointOut(Stage& stage) const {
    stage.highlight({.chosen = control_.selectedNode(), .hovered = control_.hoveredNode()});
}

const ImDrawData& WindowPanel::draw(VkExtent2D extent, Stage& stage, const GpuModel& drawn,
                                    std::span<const glm::mat4> worldFromNode, std::span<const Label> labels,
                                    double seconds) {
    const glm::vec2 size(extent.width, extent.height);
    gui_.begin(extent, seconds);
    drawLabels(labels);
    notices_.draw(glm::vec2(0.0f), control_.freeCorner(size), seconds);
    if (control_.shown()) asked_ = control_.draw(stateOf(stage, drawn, worldFromNode), size, seconds);
    verdict_.look();
    if (asked_.judge) verdict_.begin(stage.model(), stage.report(), options_.maxBones);
    return gui_.end();
}

bool WindowPanel::apply(Stage& stage) {
    applyRequests(asked_, stage, settings_);
    return asked_.resetCamera;
}

std::optional<std::string> WindowPanel::selectedBone(const Stage& stage) const {
    const std::optional<uint32_t> node = control_.selectedNode();
    if (!node) return std::nullopt;
    return stage.model().hierarchy.names[*node];
}

PanelState WindowPanel::stateOf(Stage& stage, const GpuModel& drawn, std::span<const glm::mat4> worldFromNode) const {
    Animator& animator = stage.animator();
    return {.model = &stage.model(),
            .report = &stage.report(),
            .clip = animator.clip(),
            .timeSeconds = animator.timeSeconds(),
            .speed = animator.speed(),
            .paused = animator.paused(),
            .repeat = animator.repeat(),
            .loopRange = animator.loopRange(),
            .transition = animator.transition(),
            .crossfadeSeconds = settings_.crossfadeSeconds,
            .mix = stage.mix(),
            .rootMotion = stage.rootMotion(),
            .pose = stage.shownPose(),
            .look = settings_.look,
            .compared = stage.compared(),
            .playing = stage.playing(),
            .worldFromNode = worldFromNode,
            .machine = stage.graph() ? &stage.graph()->machine() : nullptr,
            .machineKeys = stage.graph() ? std::span(stage.graph()->file().keys) : std::span<const KeyBinding>(),
            .machineEvents = stage.graph() ? stage.graph()->heard() : std::span<const HeardEvent>(),
            .machineSeconds = stage.graph() ? stage.graph()->seconds() : 0.0,
            .times = &times_,
            .verdict = &verdict_,
            .drawn = {.draws = drawn.draws().size(),
                      .parts = drawn.partCount(),
                      .memoryBytes = device_.memory().bytes(),
                      .device = device_.name(),
                      .hasWireframe = device_.features().wireframe}};
}

}  // namespace sinew
