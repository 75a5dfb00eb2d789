#include "viewer/panel/bone_highlight.h"

namespace sinew {

void addNodeLines(const NodeHierarchy& hierarchy, std::span<const glm::mat4> worldFromNode, uint32_t node,
                  const glm::vec4& color, std::vector<Line>& lines) {
    const auto place = [&](size_t at) { return glm::vec3(worldFromNode[at][3]); };
    for (size_t child = node + 1; child < hierarchy.size(); ++child)
        if (hierarchy.parents[child] == static_cast<int32_t>(node)) lines.push_back({place(node), place(child), color});
    if (const int32_t parent = hierarchy.parents[node]; parent != kNoParent)
        lines.push_back({place(static_cast<size_t>(parent)), place(node), 0.5f * color});
    lines.push_back({place(node), place(node), glm::vec4(1.0f)});
}

}  // namespace sinew
