#include "import/collada_nodes.h"

namespace sinew {
namespace {

/// What assimp makes children of the element's node, in its order.
std::vector<pugi::xml_node> childrenOf(const ColladaDocument& document, pugi::xml_node element) {
    std::vector<pugi::xml_node> children;
    for (pugi::xml_node child = element.child("node"); child; child = child.next_sibling("node"))
        children.push_back(child);
    for (pugi::xml_node child = element.child("instance_node"); child; child = child.next_sibling("instance_node"))
        if (const pugi::xml_node node = document.byId(child.attribute("url").value())) children.push_back(node);
    return children;
}

}  // namespace

ColladaNodes matchColladaNodes(const ColladaDocument& document, const aiScene& scene, const SceneNodes& nodes) {
    ColladaNodes result;
    result.elements.resize(nodes.hierarchy.size());
    std::unordered_map<const aiNode*, uint32_t> indexOf;
    for (uint32_t n = 0; n < nodes.sources.size(); ++n)
        if (nodes.sources[n]) indexOf.emplace(nodes.sources[n], n);

    std::vector<std::pair<pugi::xml_node, const aiNode*>> open;
    if (const pugi::xml_node shown = document.scene()) open.emplace_back(shown, scene.mRootNode);
    while (!open.empty()) {
        const auto [element, source] = open.back();
        open.pop_back();
        const auto found = indexOf.find(source);
        if (found == indexOf.end()) continue;
        result.elements[found->second] = element;
        result.byElement[element.hash_value()].push_back(found->second);
        const std::vector<pugi::xml_node> children = childrenOf(document, element);
        if (children.size() != source->mNumChildren) continue;
        for (size_t i = 0; i < children.size(); ++i)
            open.emplace_back(children[i], source->mChildren[i]);
    }
    return result;
}

}  // namespace sinew
