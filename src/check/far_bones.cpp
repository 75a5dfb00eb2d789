#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr float kOutlying = 10.0f;    // times the figure's size, outside of its box
constexpr size_t kMostOutlying = 4;   // with all below them: more are another mistake, of the skin
constexpr double kFewOutlying = 0.1;  // of the bones
constexpr size_t kMinBonesInside = 3;

Box boxOfFigure(const CheckedModel& checked) {
    Box figure;
    for (uint32_t instance = 0; instance < checked.model.instances.size(); ++instance)
        if (checked.ofFigure[instance])
            for (const glm::vec3& position : checked.restPositions(instance))
                figure.add(position);
    return figure;
}

/// Bones, and nodes below them, that move no vertex, and have none below them that does.
std::vector<bool> idleBones(const CheckedModel& checked) {
    const NodeHierarchy& hierarchy = checked.model.hierarchy;
    std::vector<bool> idle = boneNodes(checked.model), moving(hierarchy.size());
    markBelow(hierarchy, idle);
    for (const MeshInstance& instance : checked.model.instances) {
        const std::vector<bool> used = usedBones(checked.model.meshes[instance.mesh]);
        for (size_t bone = 0; bone < used.size(); ++bone)
            if (used[bone]) moving[instance.bones[bone].node] = true;
    }
    markAbove(hierarchy, moving);
    for (size_t node = 0; node < idle.size(); ++node)
        idle[node] = idle[node] && !moving[node];
    return idle;
}

}  // namespace

std::vector<Finding> checkFarBones(const CheckedModel& checked) {
    const NodeHierarchy& hierarchy = checked.model.hierarchy;
    if (std::ranges::none_of(checked.model.instances, &MeshInstance::skinned)) return {};
    const Box figure = boxOfFigure(checked);
    const float size = figure.diagonal();
    if (!(size > 0.0f) || !std::isfinite(size) || checked.nodes.size() < kMinBonesInside) return {};
    const std::vector<bool> idle = idleBones(checked);
    const auto timesAway = [&](size_t node) {
        return figure.distanceTo(glm::vec3(checked.rest.worldFromNode[node][3])) / size;
    };
    const auto isOutlying = [&](size_t node) { return idle[node] && timesAway(node) > kOutlying; };
    size_t outlying = 0;
    std::vector<size_t> topmost;
    for (size_t node = 0; node < idle.size(); ++node) {
        if (!isOutlying(node)) continue;
        ++outlying;
        const int32_t parent = hierarchy.parents[node];
        if (parent == kNoParent || !isOutlying(static_cast<size_t>(parent))) topmost.push_back(node);
    }
    const double most =
        std::max(static_cast<double>(kMostOutlying), kFewOutlying * static_cast<double>(checked.nodes.size()));
    std::vector<Finding> findings;
    if (static_cast<double>(outlying) > most) return findings;
    for (const size_t node : topmost) {
        const Measured away = measured(static_cast<double>(timesAway(node)), "times the figure's size");
        findings.push_back({"bone-outlying", Severity::warning, hierarchy.names[node],
                            "moves no vertex, and rests " + away.text +
                                " away from the figure: what frames or culls the model by its bones fails",
                            away.figure});
    }
    return findings;
}

}  // namespace sinew
