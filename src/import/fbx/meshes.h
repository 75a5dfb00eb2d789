#pragma once

#include <functional>
#include <map>
#include <utility>

#include "import/fbx/nodes.h"
#include "import/fbx/shapes.h"
#include "import/source.h"
#include "model/finding.h"

namespace sinew::fbx {

/// Reads geometries as meshes, one for each material.
class MeshReader {
  public:
    /// `materialOf` tells the index of a material by its id, 0 for none. All but it must outlive the reader.
    MeshReader(const Objects& objects, const Nodes& nodes, std::vector<SourceMesh>& meshes, Findings& findings,
               std::function<uint32_t(int64_t material, int64_t geometry)> materialOf)
        : objects_(objects), nodes_(nodes), meshes_(meshes), findings_(findings), materialOf_(std::move(materialOf)) {}

    /// A geometry as models show it: its meshes and bones.
    struct Shown {
        std::vector<uint32_t> meshes;
        std::vector<Bone> bones;         ///< from the space of the model
        glm::mat4 worldFromModel{1.0f};  ///< where the skin was bound
    };

    /// Geometries are read once for each list of materials.
    /// @throws Error(Exit::input) with the limit that is exceeded.
    const Shown& read(int64_t geometry, int64_t model);

    /// What moves the weight of each morph target, by mesh.
    std::vector<std::vector<ChannelShape>> channels;

  private:
    const Objects& objects_;
    const Nodes& nodes_;
    std::vector<SourceMesh>& meshes_;
    Findings& findings_;
    std::function<uint32_t(int64_t, int64_t)> materialOf_;
    uint64_t morphVertices_ = 0;
    std::map<std::pair<int64_t, std::vector<int64_t>>, Shown> known_;
};

}  // namespace sinew::fbx
