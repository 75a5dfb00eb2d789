#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/model.h"
#include "render/scene.h"

namespace sinew {

/// A node to draw, and the node to draw a line from: its parent, when that is drawn too, else kNoParent.
struct SkeletonNode {
    uint32_t node = 0;
    int32_t parent = kNoParent;
};

/// The nodes that make up a model's skeleton: its bones and the nodes between them; all nodes when it has no bones.
std::vector<SkeletonNode> skeletonNodes(const Model& model);

/// Nodes that stand out, wherever they are.
struct HighlightedNodes {
    std::optional<uint32_t> chosen;
    std::optional<uint32_t> hovered;  ///< what the pointer is over

    bool any() const { return chosen || hovered; }
};

/// A line from each skeleton node's parent to it and a dot at the node, into `lines` (cleared first).
void skeletonLines(std::span<const SkeletonNode> nodes, std::span<const glm::mat4> worldFromNode,
                   std::vector<Line>& lines);

/// Adds the highlighted bones to `lines`, over what is there: a line from each to its children among `nodes` and a dot
/// at it, the hovered one's over the chosen one's.
void highlightLines(const HighlightedNodes& highlighted, std::span<const SkeletonNode> nodes,
                    std::span<const glm::mat4> worldFromNode, std::vector<Line>& lines);

}  // namespace sinew
