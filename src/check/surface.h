#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/model.h"

namespace sinew {

/// A mesh as its author made it: importers split a mesh of several materials into one mesh per material.
struct MeshGroup {
    std::string name;
    std::vector<uint32_t> instances;  ///< indices into Model::instances: the first instance of each mesh
    bool skinned = false;
};

/// Returns every mesh with an instance in exactly one group, in the order of the instances. A group has the meshes of
/// one node and one name, up to the number that glTF importers append: "body-0" and "body-1" are "body".
std::vector<MeshGroup> meshGroups(const Model& model);

/// The triangles of a mesh group as one surface. Vertices with equal bind positions are one point, whatever their
/// normals, texture coordinates, materials and weights.
struct Surface {
    struct Corner {
        uint32_t instance = 0;  ///< index into Model::instances
        uint32_t vertex = 0;
        uint32_t point = 0;  ///< equal for vertices of equal position

        bool operator==(const Corner&) const = default;
    };
    std::vector<Corner> corners;  ///< three per triangle
    uint32_t pointCount = 0;      ///< all Corner::point are below it

    /// The next corner of the same triangle.
    static uint32_t next(uint32_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }
};
Surface surfaceOf(const Model& model, const MeshGroup& group);

/// The weights of the vertex of a corner, by node; kWeightOne in all.
std::map<uint32_t, uint32_t> nodeWeights(const Model& model, const Surface::Corner& corner);

/// The triangles that hang together, by their points: equal numbers for points of one island.
std::vector<uint32_t> islandsOf(const Surface& surface);

/// An edge of exactly two triangles of equal winding, which therefore traverse it in opposite directions.
struct SharedEdge {
    uint32_t corner = 0;  ///< start of the edge in one triangle
    uint32_t other = 0;   ///< start of the edge in the other triangle, at the end of the edge in the first
};
std::vector<SharedEdge> sharedEdges(const Surface& surface);

}  // namespace sinew
