#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/model.h"
#include "render/scene.h"

namespace sinew {

/// A drawn node and its parent; kNoParent if the parent is not drawn.
struct SkeletonNode {
    uint32_t node = 0;
    int32_t parent = kNoParent;
};

/// The skeleton of a model: its bones and the nodes between them; all nodes if it has no bones.
std::vector<SkeletonNode> skeletonNodes(const Model& model);

/// Highlighted nodes, which need not belong to the skeleton.
struct HighlightedNodes {
    std::optional<uint32_t> chosen;
    std::optional<uint32_t> hovered;  ///< under the pointer

    bool any() const { return chosen || hovered; }
};

/// Replaces `lines` by a line from each node's parent to the node and a dot at each node.
void skeletonLines(std::span<const SkeletonNode> nodes, std::span<const glm::mat4> worldFromNode,
                   std::vector<Line>& lines);

/// Appends the highlighted bones to `lines`: for each a line to every child among `nodes` and a dot; the hovered bone
/// is on top.
void highlightLines(const HighlightedNodes& highlighted, std::span<const SkeletonNode> nodes,
                    std::span<const glm::mat4> worldFromNode, std::vector<Line>& lines);

}  // namespace sinew
