#pragma once

#include <map>

#include "export/build/layout.h"
#include "export/fbx/document.h"
#include "export/fbx/materials.h"

namespace sinew::exporting {

/// Where a place's mesh and its joints stand when it is bound.
struct FbxBind {
    int64_t model = 0;  ///< the object that shows the mesh
    glm::dmat4 worldFromMesh{1.0};
    std::vector<int64_t> joints;        ///< the objects of the skin's joints
    std::vector<glm::dmat4> armatures;  ///< of each joint: where the node above its topmost bone stands
};

/// Writes the geometries of a model with their skins and morph targets.
class FbxMeshWriter {
  public:
    /// All arguments must outlive it.
    FbxMeshWriter(const Model& model, const Layout& layout, FbxMaterialWriter& materials, FbxDocument& document)
        : model_(model), layout_(layout), materials_(materials), document_(document) {}

    /// Writes what a place shows. Instances without a skin and morph targets share their geometry. Returns the objects
    /// whose DeformPercent are the weights of its morph targets.
    std::vector<int64_t> write(const MeshPlace& place, const FbxBind& bind);

  private:
    struct Points;
    Points pointsOf(const MeshPlace& place) const;
    FbxDocument::Object addGeometry(const MeshPlace& place, const Points& points,
                                    const std::map<uint32_t, int32_t>& materials);
    void addSkin(const MeshPlace& place, const Points& points, const FbxBind& bind, int64_t geometry);
    std::vector<int64_t> addShapes(const MeshPlace& place, const Points& points, int64_t geometry);

    const Model& model_;
    const Layout& layout_;
    FbxMaterialWriter& materials_;
    FbxDocument& document_;
    std::map<std::vector<uint32_t>, int64_t> shared_;  ///< by meshes
};

std::vector<double> fbxMatrix(const glm::dmat4& matrix);

}  // namespace sinew::exporting
