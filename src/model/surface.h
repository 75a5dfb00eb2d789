#pragma once

#include <cstdint>
#include <vector>

#include "model/mesh_groups.h"
#include "model/model.h"

namespace sinew {

/// The triangles of a mesh group as one surface: vertices at exactly one place before skinning are one, whatever their
/// normals, texture coordinates, materials and weights are.
struct Surface {
    struct Corner {
        uint32_t instance = 0;  ///< of Model::instances
        uint32_t vertex = 0;
        uint32_t place = 0;  ///< equal for the vertices at one place

        bool operator==(const Corner&) const = default;
    };
    std::vector<Corner> corners;  ///< three a triangle

    /// The next corner of the same triangle.
    static uint32_t next(uint32_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }
};
Surface surfaceOf(const Model& model, const MeshGroup& group);

/// An edge of exactly two triangles, which run along it in opposite directions: both are wound alike.
struct SharedEdge {
    uint32_t corner = 0;  ///< where it begins in one triangle
    uint32_t other = 0;   ///< where it begins in the other, which is where it ends in the one
};
std::vector<SharedEdge> sharedEdges(const Surface& surface);

}  // namespace sinew
