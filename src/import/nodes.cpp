#include "import/nodes.h"

#include <stdexcept>

#include <fmt/format.h>

#include "import/convert.h"
#include "import/limits.h"

namespace sinew {
namespace {

uint32_t append(SceneNodes& nodes, std::string name, int32_t parent, const Transform& rest, const aiNode* source) {
    if (nodes.hierarchy.size() >= kMaxNodes) throw std::runtime_error(fmt::format("has more than {} nodes", kMaxNodes));
    const auto index = static_cast<uint32_t>(nodes.hierarchy.size());
    nodes.hierarchy.names.push_back(std::move(name));
    nodes.hierarchy.parents.push_back(parent);
    nodes.hierarchy.rest.push_back(rest);
    nodes.sources.push_back(source);
    nodes.depths.push_back(parent == kNoParent ? 0 : nodes.depths[static_cast<size_t>(parent)] + 1);
    return index;
}

}  // namespace

uint32_t SceneNodes::addRoot(std::string_view name) {
    const uint32_t index = append(*this, utf8From(name), kNoParent, Transform{}, nullptr);
    byName[name].push_back(index);
    return index;
}

SceneNodes flattenNodes(const aiNode& root, std::vector<Finding>& findings) {
    struct Visit {
        const aiNode* node;
        int32_t parent;
        uint32_t depth;
    };
    SceneNodes nodes;
    std::vector<Visit> open{{&root, kNoParent, 0}};  // a stack of our own: the file decides the depth
    while (!open.empty()) {
        const Visit visit = open.back();
        open.pop_back();
        const std::string name = utf8From(visit.node->mName);
        if (visit.depth > kMaxDepth) throw std::runtime_error(fmt::format("has nodes more than {} deep", kMaxDepth));

        glm::mat4 parentFromNode = mat4From(visit.node->mTransformation);
        if (!isFinite(parentFromNode)) {
            if (visit.parent != kNoParent)
                throw std::runtime_error(fmt::format("the transform of node '{}' is not finite", name));
            findings.push_back(
                {"root-not-finite", Severity::error, name, "the root's transform is not finite and was left out"});
            parentFromNode = glm::mat4(1.0f);
        }
        int32_t parent = visit.parent;
        Transform rest = transformFrom(parentFromNode);
        if (hasShear(parentFromNode)) {
            const TransformPair pair = splitShear(parentFromNode);
            parent = static_cast<int32_t>(append(nodes, name + "$shear", parent, pair.outer, nullptr));
            rest = pair.inner;
        }
        const uint32_t index = append(nodes, name, parent, rest, visit.node);
        nodes.byName[viewOf(visit.node->mName)].push_back(index);

        for (unsigned i = visit.node->mNumChildren; i-- > 0;)
            if (visit.node->mChildren[i])
                open.push_back({visit.node->mChildren[i], static_cast<int32_t>(index), visit.depth + 1});
        if (open.size() > kMaxNodes) throw std::runtime_error(fmt::format("has more than {} nodes", kMaxNodes));
    }
    return nodes;
}

}  // namespace sinew
