#include "import/build/nodes.h"

#include <fmt/format.h>

#include "base/error.h"
#include "model/limits.h"

namespace sinew {

uint32_t appendNode(NodeHierarchy& hierarchy, std::string name, int32_t parent, const Transform& rest) {
    if (hierarchy.size() >= kMaxNodes) throw Error(Exit::input, fmt::format("has more than {} nodes", kMaxNodes));
    hierarchy.names.push_back(std::move(name));
    hierarchy.parents.push_back(parent);
    hierarchy.rest.push_back(rest);
    return static_cast<uint32_t>(hierarchy.size() - 1);
}

uint32_t appendNode(NodeHierarchy& hierarchy, std::string name, int32_t parent, const glm::mat4& parentFromNode) {
    if (!hasShear(parentFromNode)) return appendNode(hierarchy, std::move(name), parent, transformFrom(parentFromNode));
    const TransformPair pair = splitShear(parentFromNode);
    const uint32_t outer = appendNode(hierarchy, name + "$shear", parent, pair.outer);
    return appendNode(hierarchy, std::move(name), static_cast<int32_t>(outer), pair.inner);
}

}  // namespace sinew
