#include "import/assimp/nodes.h"

#include <algorithm>
#include <ranges>
#include <span>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "base/error.h"
#include "import/assimp/convert.h"
#include "import/build/nodes.h"

namespace sinew {
namespace {

/// Notes the nodes of the hierarchy that were appended last, of which the very last one is `source`.
uint32_t note(SceneNodes& nodes, const aiNode* source) {
    while (nodes.depths.size() < nodes.hierarchy.size()) {
        const int32_t parent = nodes.hierarchy.parents[nodes.depths.size()];
        nodes.depths.push_back(parent == kNoParent ? 0 : nodes.depths[static_cast<size_t>(parent)] + 1);
        nodes.sources.push_back(nodes.depths.size() == nodes.hierarchy.size() ? source : nullptr);
    }
    return static_cast<uint32_t>(nodes.hierarchy.size() - 1);
}

/// The parent that the node names, where that is another node than the one that lists it: assimp 5.2 lists the bones of
/// a Half-Life model in one row.
int32_t parentOf(const aiNode& node, const aiNode* listedBy, int32_t listed,
                 const std::unordered_map<const aiNode*, int32_t>& indexOf) {
    if (!listedBy || node.mParent == listedBy) return listed;
    const auto named = indexOf.find(node.mParent);
    return named == indexOf.end() ? listed : named->second;
}

}  // namespace

uint32_t SceneNodes::addRoot(std::string_view name) {
    appendNode(hierarchy, utf8From(name), kNoParent, Transform{});
    const uint32_t index = note(*this, nullptr);
    byName[name].push_back(index);
    return index;
}

std::span<const uint32_t> SceneNodes::named(std::string_view name) const {
    const auto found = byName.find(name);
    return found == byName.end() ? std::span<const uint32_t>{} : std::span<const uint32_t>(found->second);
}

std::unordered_map<const aiNode*, uint32_t> SceneNodes::bySource() const {
    std::unordered_map<const aiNode*, uint32_t> indexOf;
    for (uint32_t n = 0; n < sources.size(); ++n)
        if (sources[n]) indexOf.emplace(sources[n], n);
    return indexOf;
}

SceneNodes flattenNodes(const aiNode& root, Findings& findings, const std::unordered_set<const aiNode*>& left) {
    struct Visit {
        const aiNode* node;
        const aiNode* listedBy;
        int32_t parent;  ///< the index of listedBy
    };
    SceneNodes nodes;
    for (const aiNode* node : left)
        nodes.leftOut.insert(viewOf(node->mName));
    std::unordered_map<const aiNode*, int32_t> indexOf;
    std::vector<Visit> open{{&root, nullptr, kNoParent}};  // no recursion: the file decides the depth
    while (!open.empty()) {
        const Visit visit = open.back();
        open.pop_back();
        const std::string name = utf8From(visit.node->mName);
        const int32_t parent = parentOf(*visit.node, visit.listedBy, visit.parent, indexOf);
        if (parent != kNoParent && nodes.depths[static_cast<size_t>(parent)] >= kMaxDepth)
            throw Error(Exit::input, fmt::format("has nodes nested more than {} deep", kMaxDepth));

        glm::mat4 parentFromNode = mat4From(visit.node->mTransformation);
        if (!isFinite(parentFromNode)) {
            if (parent != kNoParent)
                throw std::runtime_error(fmt::format("the transform of node '{}' is not finite", name));
            findings.push_back(
                {"root-not-finite", Severity::error, name, "the root's transform is not finite and is ignored"});
            parentFromNode = glm::mat4(1.0f);
        }
        appendNode(nodes.hierarchy, name, parent, parentFromNode);
        const uint32_t index = note(nodes, visit.node);
        nodes.byName[viewOf(visit.node->mName)].push_back(index);
        indexOf.emplace(visit.node, static_cast<int32_t>(index));

        for (unsigned i = visit.node->mNumChildren; i-- > 0;)
            if (visit.node->mChildren[i] && !left.contains(visit.node->mChildren[i]))
                open.push_back({visit.node->mChildren[i], visit.node, static_cast<int32_t>(index)});
        if (open.size() > kMaxNodes) throw Error(Exit::input, fmt::format("has more than {} nodes", kMaxNodes));
    }
    return nodes;
}

std::unordered_set<const aiNode*> devicesOf(const aiScene& scene) {
    std::unordered_set<std::string_view> names;
    for (const aiCamera* camera : std::span(scene.mCameras, scene.mNumCameras))
        names.insert(viewOf(camera->mName));
    for (const aiLight* light : std::span(scene.mLights, scene.mNumLights))
        names.insert(viewOf(light->mName));
    std::unordered_set<const aiNode*> devices;
    if (names.empty()) return devices;
    // Parents first, so that the reverse order has children first.
    std::vector<const aiNode*> order{scene.mRootNode};
    for (size_t i = 0; i < order.size() && order.size() <= kMaxNodes; ++i)
        for (const aiNode* child : std::span(order[i]->mChildren, order[i]->mNumChildren))
            if (child) order.push_back(child);
    for (size_t i = order.size(); i-- > 0;) {
        const aiNode* const node = order[i];
        const std::span children(node->mChildren, node->mNumChildren);
        const bool onlyDevices =
            std::ranges::all_of(children, [&](const aiNode* child) { return devices.contains(child); });
        const bool holdsSome = !children.empty() || names.contains(viewOf(node->mName));
        if (onlyDevices && holdsSome && node->mNumMeshes == 0 && node != scene.mRootNode) devices.insert(node);
    }
    return devices;
}

uint32_t chooseNode(const SceneNodes& nodes, std::span<const uint32_t> candidates, const std::vector<bool>& isBone) {
    return std::ranges::min(candidates, {}, [&](uint32_t node) {
        const bool bone = node < isBone.size() && isBone[node];
        const bool showsMesh = nodes.sources[node] && nodes.sources[node]->mNumMeshes > 0;
        return std::tuple(!bone, showsMesh, node);
    });
}

}  // namespace sinew
