#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "import/collada_document.h"
#include "import/nodes.h"

namespace sinew {

/// Which element of a Collada file each node came from. assimp keeps the file's order: a node's own children, then
/// those that <instance_node> brings. An element that is instanced twice is two nodes.
struct ColladaNodes {
    std::vector<pugi::xml_node> elements;                         ///< by node of ours; empty where the file has none
    std::unordered_map<size_t, std::vector<uint32_t>> byElement;  ///< keys are hash_value() of the element

    std::vector<uint32_t> of(pugi::xml_node element) const {
        const auto found = byElement.find(element.hash_value());
        return found == byElement.end() ? std::vector<uint32_t>{} : found->second;
    }
};

ColladaNodes matchColladaNodes(const ColladaDocument& document, const aiScene& scene, const SceneNodes& nodes);

}  // namespace sinew
