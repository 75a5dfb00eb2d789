#include <algorithm>
#include <cmath>
#include <vector>

#include "check/bones.h"
#include "check/skin/skin_rules.h"
#include "model/bounds.h"

namespace sinew {
namespace {

Box boxOfFigure(const CheckedModel& checked) {
    Box figure;
    for (uint32_t instance = 0; instance < checked.model.instances.size(); ++instance)
        if (checked.ofFigure[instance])
            for (const glm::vec3& position : checked.restPositions(instance))
                figure.add(position);
    return figure;
}

/// Bones, and nodes below them, that move no vertex, and have none below them that does.
std::vector<bool> idleNodes(const CheckedModel& checked) {
    const NodeHierarchy& hierarchy = checked.model.hierarchy;
    std::vector<bool> idle = boneNodes(checked.model), moving(hierarchy.size());
    markBelow(hierarchy, idle);
    for (const uint32_t node : checked.nodes)
        moving[node] = true;
    markAbove(hierarchy, moving);
    for (size_t node = 0; node < idle.size(); ++node)
        idle[node] = idle[node] && !moving[node];
    return idle;
}

}  // namespace

void findOutlying(const CheckedModel& checked, std::vector<Finding>& findings) {
    if (std::ranges::none_of(checked.model.instances, &MeshInstance::skinned)) return;
    const std::vector<bool> idle = idleNodes(checked);
    if (std::ranges::count(idle, true) == 0) return;
    const Box figure = boxOfFigure(checked);
    const float size = figure.diagonal();
    if (!(size > 0.0f) || !std::isfinite(size)) return;
    const auto timesOf = [&](size_t node) {
        return figure.distanceTo(glm::vec3(checked.rest.worldFromNode[node][3])) / size;
    };
    // Where bones that move vertices are as far away, the skin has another mistake.
    if (std::ranges::any_of(checked.nodes, [&](uint32_t node) { return timesOf(node) > kSkin.outlying; })) return;
    for (size_t node = 0; node < idle.size(); ++node) {
        const float times = timesOf(node);
        const int32_t parent = checked.model.hierarchy.parents[node];
        const bool isBelowOne = parent != kNoParent && idle[static_cast<size_t>(parent)] &&
                                timesOf(static_cast<size_t>(parent)) > kSkin.outlying;
        if (!idle[node] || isBelowOne || !(times > kSkin.outlying)) continue;
        const Measured away = measured(static_cast<double>(times), "times the figure's size");
        tell(findings, "bone-outlying", Severity::warning, {nodeSubject(node)},
             "moves no vertex, and rests " + away.text +
                 " away from the figure, so that it is framed and culled wrongly",
             away.figure);
    }
}

}  // namespace sinew
