#include "render/skeleton_lines.h"

#include <algorithm>

#include "model/lone_nodes.h"

namespace sinew {
namespace {

constexpr glm::vec4 kBoneColor{1.0f, 0.55f, 0.08f, 1.0f};
constexpr glm::vec4 kJointColor{0.95f, 0.95f, 0.90f, 1.0f};

// Distinguishable from the bones' orange and from each other for color-blind viewers; also wider, not to rely on color.
constexpr glm::vec4 kChosenColor{0.02f, 0.42f, 1.0f, 1.0f};
constexpr glm::vec4 kHoveredColor{1.0f, 1.0f, 1.0f, 1.0f};
constexpr float kHighlightWidth = 1.8f;

}  // namespace

std::vector<SkeletonNode> skeletonNodes(const Model& model) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    std::vector<uint8_t> isBone(hierarchy.size(), 0), leadsToBone(hierarchy.size(), 0),
        comesFromBone(hierarchy.size(), 0);
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            if (instance.skinned && bone.node != instance.node) isBone[bone.node] = 1;
    for (size_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        comesFromBone[node] = isBone[node] | (parent == kNoParent ? 0 : comesFromBone[parent]);
    }
    for (size_t node = hierarchy.size(); node-- > 0;) {
        leadsToBone[node] |= isBone[node];
        if (leadsToBone[node] && hierarchy.parents[node] != kNoParent) leadsToBone[hierarchy.parents[node]] = 1;
    }
    std::vector<uint8_t> shown(hierarchy.size(), 0);
    for (size_t node = 0; node < hierarchy.size(); ++node)
        shown[node] = isBone[node] || (comesFromBone[node] && leadsToBone[node]);
    if (std::find(shown.begin(), shown.end(), 1) == shown.end()) {
        const std::vector<bool> lone = loneNodes(hierarchy);
        for (size_t node = 0; node < shown.size(); ++node)
            shown[node] = !lone[node];
    }

    std::vector<SkeletonNode> nodes;
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        if (shown[node]) nodes.push_back({node, parent != kNoParent && shown[parent] ? parent : kNoParent});
    }
    return nodes;
}

void skeletonLines(std::span<const SkeletonNode> nodes, std::span<const glm::mat4> worldFromNode,
                   std::vector<Line>& lines) {
    lines.clear();
    const auto position = [&](size_t node) { return glm::vec3(worldFromNode[node][3]); };
    for (const SkeletonNode& node : nodes)
        if (node.parent != kNoParent) lines.push_back({position(node.parent), position(node.node), kBoneColor});
    for (const SkeletonNode& node : nodes)
        lines.push_back({position(node.node), position(node.node), kJointColor});
}

void highlightLines(const HighlightedNodes& highlighted, std::span<const SkeletonNode> nodes,
                    std::span<const glm::mat4> worldFromNode, std::vector<Line>& lines) {
    const auto add = [&](std::optional<uint32_t> node, const glm::vec4& color) {
        if (!node) return;
        const glm::vec3 start(worldFromNode[*node][3]);
        for (const SkeletonNode& child : nodes)
            if (child.parent != kNoParent && static_cast<uint32_t>(child.parent) == *node)
                lines.push_back({start, glm::vec3(worldFromNode[child.node][3]), color, kHighlightWidth});
        lines.push_back({start, start, color, kHighlightWidth});
    };
    add(highlighted.chosen, kChosenColor);
    add(highlighted.hovered, kHoveredColor);
}

}  // namespace sinew
