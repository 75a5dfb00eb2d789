#pragma once

#include <vector>

#include <assimp/vector3.h>

#include "import/collada_document.h"

namespace sinew {

/// Positions and normals of a <geometry> by the file's own vertices: what morph targets have in common with their base.
struct ColladaGeometry {
    /// The faces of one <triangles>, <polylist> ..., corner by corner, as assimp makes vertices of them.
    struct Corners {
        std::vector<uint32_t> vertices;   ///< of each corner: its vertex, in range
        std::vector<aiVector3D> normals;  ///< of each corner, or none
    };
    std::vector<aiVector3D> positions;  ///< of each vertex
    std::vector<aiVector3D> normals;    ///< of each vertex, or none: where <vertices> has them
    std::vector<Corners> groups;        ///< those that are lines or broken have no corners
};

/// Empty where there is no mesh.
ColladaGeometry readColladaGeometry(const ColladaDocument& document, pugi::xml_node geometry);

}  // namespace sinew
