#include "check/carriers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/limits.h"

namespace sinew {
namespace {

/// The nodes above the whole figure, the first one of which is a root, and the lowest one may be a bone.
std::vector<uint32_t> nodesAbove(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<bool> isPart = boneNodes(model);
    if (std::ranges::none_of(isPart, std::identity()))
        for (size_t i = 0; i < model.instances.size(); ++i)
            if (checked.ofFigure[i]) isPart[model.instances[i].node] = true;
    const auto parts = static_cast<size_t>(std::ranges::count(isPart, true));
    std::vector<size_t> below(isPart.size());  // parts, the node itself included
    for (size_t node = isPart.size(); node-- > 0;) {
        below[node] += isPart[node];
        if (const int32_t parent = model.hierarchy.parents[node]; parent != kNoParent)
            below[static_cast<size_t>(parent)] += below[node];
    }
    std::vector<uint32_t> above;
    for (uint32_t node = 0; node < below.size(); ++node)
        if (parts > 0 && below[node] == parts) above.push_back(node);
    return above;
}

/// The axes of the space of a node's translation and rotation, Y up.
glm::mat3 worldFromParent(const CheckedModel& checked, uint32_t node) {
    const glm::mat4 yUp = yUpFrom(checked.model.up);
    const int32_t parent = checked.model.hierarchy.parents[node];
    return glm::mat3(parent == kNoParent ? yUp : yUp * checked.rest.worldFromNode[static_cast<size_t>(parent)]);
}

void addNode(uint32_t node, const std::string& does, Found& found) {
    found.says += ": node {} " + does;
    found.subjects.push_back(nodeSubject(node));
}

float meanScale(const Transform& transform) {
    return std::cbrt(std::abs(transform.scale.x * transform.scale.y * transform.scale.z));
}

}  // namespace

Found withScalingNode(const CheckedModel& checked, bool isLarger, Found found) {
    const Model& model = checked.model;
    float most = kNodes.scaling;
    std::optional<uint32_t> scaling;
    for (const uint32_t node : nodesAbove(checked)) {
        const float scale = meanScale(model.hierarchy.rest[node]);
        const float times = isLarger ? scale : 1.0f / scale;
        if (times > most * 1.001f) most = times, scaling = node;
    }
    if (!scaling) return found;
    const bool isRoot = model.hierarchy.parents[*scaling] == kNoParent;
    if (isRoot && model.rootScale != 1.0)
        found.says += ": the unit in the file's <asset> is " + figure(model.rootScale) + " m";
    else
        addNode(*scaling, "scales it by " + figure(static_cast<double>(meanScale(model.hierarchy.rest[*scaling]))),
                found);
    return found;
}

Found withTurningNode(const CheckedModel& checked, const glm::vec3& direction, Found found) {
    const Model& model = checked.model;
    for (const uint32_t node : nodesAbove(checked)) {
        const glm::quat& turn = model.hierarchy.rest[node].rotation;
        const glm::mat3 axes = worldFromParent(checked, node);
        const float angle = glm::degrees(2.0f * std::acos(std::min(1.0f, std::abs(turn.w))));
        if (angle < kNodes.turning || !isUsable(glm::mat4(axes))) continue;
        const glm::vec3 without = axes * (glm::conjugate(turn) * (glm::inverse(axes) * direction));
        if (!(without.y > kNodes.upright * glm::length(without))) continue;
        if (model.hierarchy.parents[node] == kNoParent && model.rootUp != UpAxis::y)
            found.says +=
                std::string(": the up axis in the file's <asset> is ") + (model.rootUp == UpAxis::x ? "X" : "Z");
        else
            addNode(node, "turns it by " + figure(static_cast<double>(angle)) + " degrees", found);
        break;
    }
    return found;
}

Found withMovingNode(const CheckedModel& checked, const glm::vec3& way, Found found) {
    const Model& model = checked.model;
    const std::vector<bool> isBone = boneNodes(model);
    for (const uint32_t node : nodesAbove(checked)) {
        const glm::vec3 own = worldFromParent(checked, node) * model.hierarchy.rest[node].translation;
        if (!(glm::dot(own, way) > kNodes.wayOfNode * glm::dot(way, way))) continue;
        if (isBone[node] && glm::length(own) < checked.rest.size) continue;  // hips are above the ground
        const double length = static_cast<double>(glm::length(own)) * model.metersPerUnit.value_or(1.0);
        addNode(node, "moves it by " + measured(length, model.metersPerUnit ? "m" : "units").text, found);
        break;
    }
    return found;
}

}  // namespace sinew
