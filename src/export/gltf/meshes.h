#pragma once

#include <algorithm>
#include <map>

#include "export/build/layout.h"
#include "export/gltf/document.h"

namespace sinew::exporting {

/// Writes the glTF meshes of a model. Instances of a mesh share its accessors, and places with equal content a glTF
/// mesh.
class MeshWriter {
  public:
    /// `materialOf`: for each material of the model, the index in the document. All arguments must outlive the writer.
    MeshWriter(const Model& model, const Layout& layout, const std::vector<size_t>& materialOf, Document& document)
        : model_(model), layout_(layout), materialOf_(materialOf), document_(document) {}

    /// The glTF mesh of a place. Its index.
    size_t write(const MeshPlace& place);

  private:
    /// The parts of a primitive that do not depend on the skin.
    struct Shape {
        Json attributes = Json::object();
        size_t indices = 0;
        Json targets = Json::array();
    };
    const Shape& shapeOf(uint32_t mesh);
    Json targetsOf(const SkinnedMesh& mesh);
    size_t writeTarget(const SkinnedMesh& mesh, const MorphTarget& target, glm::vec3 MorphDelta::*part);
    /// Adds JOINTS_n and WEIGHTS_n.
    void addInfluences(uint32_t mesh, const std::vector<uint32_t>& jointOf, Json& attributes);

    const Model& model_;
    const Layout& layout_;
    const std::vector<size_t>& materialOf_;
    Document& document_;
    std::map<uint32_t, Shape> shapes_;
    std::map<std::pair<uint32_t, std::vector<uint32_t>>, Json> influences_;
    std::map<std::string, size_t> meshes_;  ///< by content
};

}  // namespace sinew::exporting
