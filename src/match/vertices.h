#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

/// A vertex of the mesh of Model::instances[instance].
struct VertexPlace {
    uint32_t instance = 0;
    uint32_t vertex = 0;

    bool operator==(const VertexPlace&) const = default;
};

struct VertexPair {
    VertexPlace own, other;

    bool operator==(const VertexPair&) const = default;
};

enum class MatchedBy {
    order,         ///< by index: both models have meshes with the same triangles
    restPosition,  ///< by position in the rest pose, then by texture coordinates and weights
    meshPosition,  ///< by position before skinning, then likewise
};

struct VertexMatch {
    MatchedBy by = MatchedBy::order;
    std::vector<VertexPair> pairs;  ///< every vertex of both models is in one at least; empty if there is no match
    size_t ownAlone = 0;            ///< if there is no match: vertices without a partner in the rest pose
    size_t otherAlone = 0;
};

/// Vertex positions: [instance][vertex].
using InstancePositions = std::vector<std::vector<glm::vec3>>;

/// Matches the vertices of two exports of one model. `ownRest` and `otherRest` are the rest poses in a common space,
/// where positions within `tolerance` are equal.
VertexMatch matchVertices(const Model& own, const InstancePositions& ownRest, const Model& other,
                          const InstancePositions& otherRest, float tolerance);

}  // namespace sinew
