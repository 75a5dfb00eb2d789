#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "import/collada_document.h"
#include "import/collada_nodes.h"

namespace sinew {

/// The nodes that a skin's joints are where a node shows it; kUnresolved for a joint that is nowhere.
class ColladaSkins {
  public:
    static constexpr uint32_t kUnresolved = ~0u;

    ColladaSkins(std::shared_ptr<const ColladaDocument> document, std::shared_ptr<const ColladaNodes> nodes)
        : document_(std::move(document)), nodes_(std::move(nodes)) {}

    /// For the `slot`-th mesh of that node: its joints in the file's order (1.4.1, <skin> and <skeleton>: a Name_array
    /// holds sids, looked for beneath the instance's <skeleton> roots, an IDREF_array ids). Nothing when the mesh there
    /// is no skin, or what it is cannot be told.
    std::optional<std::vector<uint32_t>> jointsOf(uint32_t node, const aiNode& source, const aiScene& scene,
                                                  unsigned slot) const;

    /// The <instance_geometry> or <instance_controller> of the element `node` that brought its `slot`-th mesh. Empty
    /// when that cannot be told.
    pugi::xml_node instanceAt(pugi::xml_node node, const aiNode& source, const aiScene& scene, unsigned slot) const;

  private:
    pugi::xml_node joint(std::string_view name, bool isId, pugi::xml_node instance) const;
    uint32_t nodeOf(pugi::xml_node element) const;

    std::shared_ptr<const ColladaDocument> document_;
    std::shared_ptr<const ColladaNodes> nodes_;
};

}  // namespace sinew
