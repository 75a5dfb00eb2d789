#include "viewer/window_panel.h"

#include "gpu/device.h"
#include "render/gpu_model.h"
#include "viewer/panel/bone_highlight.h"

namespace sinew {

std::span<const Line> WindowPanel::withChosenNode(std::span<const Line> lines, const Stage& stage,
                                                  std::span<const glm::mat4> worldFromNode) {
    if (!control_.shown() || (!control_.selectedNode() && !control_.hoveredNode())) return lines;
    lines_.assign(lines.begin(), lines.end());
    const NodeHierarchy& hierarchy = stage.model().hierarchy;
    if (const auto node = control_.selectedNode())
        addNodeLines(hierarchy, worldFromNode, *node, {0.9f, 0.8f, 0.06f, 1.0f}, lines_);
    if (const auto node = control_.hoveredNode())
        addNodeLines(hierarchy, worldFromNode, *node, {0.1f, 0.6f, 1.0f, 1.0f}, lines_);
    return lines_;
}

const ImDrawData& WindowPanel::draw(VkExtent2D extent, Stage& stage, const GpuModel& drawn,
                                    std::span<const glm::mat4> worldFromNode, double seconds) {
    const glm::vec2 size(extent.width, extent.height);
    gui_.begin(extent, seconds);
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
            .rootMotion = stage.rootMotion(),
            .look = settings_.look,
            .playing = animator.playing(),
            .worldFromNode = worldFromNode,
            .machine = stage.graph() ? &stage.graph()->machine() : nullptr,
            .times = &times_,
            .verdict = &verdict_,
            .drawn = {.draws = drawn.draws().size(),
                      .parts = drawn.partCount(),
                      .memoryBytes = device_.memory().bytes(),
                      .device = device_.name(),
                      .hasWireframe = device_.features().wireframe}};
}

}  // namespace sinew
