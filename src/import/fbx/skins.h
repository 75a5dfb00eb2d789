#pragma once

#include <glm/mat4x4.hpp>

#include "import/fbx/nodes.h"
#include "import/assimp/nodes.h"

namespace sinew::fbx {

/// The skins of a document, which assimp binds by name and, from version to version, otherwise.
class Skins {
  public:
    Skins(const Objects& objects, const NodeSources& nodes) : objects_(objects), nodes_(nodes) {}

    /// Sets the offset matrix of each bone to what its cluster says: from the mesh's node to the bone.
    void bind(aiScene& scene);

    /// From the geometry of a mesh to the node that shows it; nothing where bind() did not find its skin.
    std::optional<glm::mat4> nodeFromGeometry(const aiNode& node, unsigned mesh) const;

    /// The node of each bone of a mesh, in their order; nothing where bind() did not find its skin.
    std::optional<std::vector<uint32_t>> joints(unsigned mesh, const SceneNodes& sceneNodes) const;

    /// The blend shape channels of the geometry that a node shows.
    std::vector<int64_t> shapeChannels(const aiNode& node) const;

  private:
    struct Cluster {
        int64_t bone = 0;
        std::vector<double> transform;  ///< 16 numbers by column, or none
    };
    std::optional<int64_t> geometryOf(const aiNode& node) const;
    std::vector<Cluster> clustersOf(int64_t geometry) const;
    std::vector<int64_t> deformersOf(int64_t id, std::string_view kind) const;

    const Objects& objects_;
    const NodeSources& nodes_;
    std::unordered_map<unsigned, std::vector<int64_t>> bones_;  ///< models of the bones of each mesh that is bound
};

}  // namespace sinew::fbx
