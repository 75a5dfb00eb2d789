#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

/// A vertex of Model::instances[instance]'s mesh.
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
    order,         ///< the same triangles between vertices of the same numbers
    restPosition,  ///< the nearest one in the rest pose, of several the one with the nearest texture coordinates
    meshPosition,  ///< the same before skinning
};

struct VertexMatch {
    MatchedBy by = MatchedBy::order;
    std::vector<VertexPair> pairs;  ///< every vertex of either model is in one at least; empty: there is no match
    size_t ownAlone = 0;            ///< where there is no match: vertices without one near them in the rest pose
    size_t otherAlone = 0;
};

/// The positions of all instances' vertices: [instance][vertex].
using InstancePositions = std::vector<std::vector<glm::vec3>>;

/// Which vertex of one model is which of another, that is the same one after an export. `ownRest` and `otherRest` are
/// their rest poses in one space, `tolerance` is how near to each other is the same place there.
VertexMatch matchVertices(const Model& own, const InstancePositions& ownRest, const Model& other,
                          const InstancePositions& otherRest, float tolerance);

}  // namespace sinew
