#pragma once

#include <optional>
#include <span>
#include <vector>

#include "animation/node_hierarchy.h"
#include "render/scene.h"

namespace sinew {

/// Lines that show one node over the picture: its joint, and those to its children and its parent.
void addNodeLines(const NodeHierarchy& hierarchy, std::span<const glm::mat4> worldFromNode, uint32_t node,
                  const glm::vec4& color, std::vector<Line>& lines);

}  // namespace sinew
