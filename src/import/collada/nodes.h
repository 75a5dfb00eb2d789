#pragma once

#include "import/assimp/nodes.h"
#include "import/collada/document.h"

namespace sinew::collada {

/// The XML element that each node came from. assimp keeps the file's order: a node's own children, then those of its
/// <instance_node>s. An element that is instanced twice becomes two nodes.
struct Nodes {
    std::vector<Node> elements;                                   ///< by node; empty where the file has none
    std::unordered_map<size_t, std::vector<uint32_t>> byElement;  ///< keys are the element's hash_value()

    std::vector<uint32_t> of(Node element) const {
        const auto found = byElement.find(element.hash_value());
        return found == byElement.end() ? std::vector<uint32_t>{} : found->second;
    }
};

Nodes matchNodes(const Document& document, const aiScene& scene, const SceneNodes& nodes);

/// The names of nodes by their ids, which are the names that assimp gives them.
using GivenNames = std::unordered_map<std::string, std::string>;

/// Gives nodes the names that the user of a tool knows, instead of their ids. A node keeps its id where it has no name,
/// or another node has that, as a name or as an id. Returns the new names but those whose id a material, a clip or
/// another thing has as a name.
GivenNames giveNames(const Document& document, const Nodes& nodes, NodeHierarchy& hierarchy);

/// Writes these names into findings, of objects and in quotes, instead of the ids.
void useNames(const GivenNames& names, Findings& findings);

/// The <instance_geometry> or <instance_controller> of `element` that gave its node, `source`, the `slot`-th mesh.
/// Empty when that is ambiguous.
Node instanceAt(const Document& document, Node element, const aiNode& source, const aiScene& scene, unsigned slot);

/// Nodes by their sids. Keeps what it read of each tree, for callers that look for many.
class Sids {
  public:
    /// The node that findSid() finds at or below `root`.
    Node find(Node root, std::string_view sid);

  private:
    using Tree = std::unordered_map<std::string_view, Node>;

    std::unordered_map<size_t, Tree> trees_;  ///< keys are the root's hash_value()
    size_t kept_ = 0;                         ///< nodes in all trees
};

/// The node that the skin of `instance` means by the name of a joint; empty when there is none. Files that are not
/// valid have names of another kind, or name no skeleton.
Node jointNamed(const Document& document, std::string_view name, Node instance, Sids& sids);

/// The nodes of the joints of the skin that `instance` shows, in the file's order (1.4.1, <skin> and <skeleton>): a
/// Name_array has sids below the instance's <skeleton> roots, an IDREF_array has ids. Dialect::kNowhere for a joint
/// without a node. Nothing when the instance shows no skin.
std::optional<std::vector<uint32_t>> jointsOf(const Document& document, const Nodes& nodes, Node instance);

}  // namespace sinew::collada
