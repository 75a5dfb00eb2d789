#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.h"

namespace sinew {

/// The vertices of a mesh that lost influences, with all influences of the file.
struct CutVertices {
    struct Influence {
        uint32_t bone = 0;
        float weight = 0.0f;  ///< as in the file: those of a vertex may not sum to 1

        bool operator==(const Influence&) const = default;
    };
    std::vector<uint32_t> vertices;     ///< of the mesh
    std::vector<uint32_t> ends;         ///< end of each vertex's range in `influences`; ranges are contiguous from 0
    std::vector<Influence> influences;  ///< bones index CutMesh::bones

    bool empty() const { return vertices.empty(); }
    void add(uint32_t vertex, std::span<const Influence> all);

    bool operator==(const CutVertices&) const = default;
};

/// The cut vertices of one mesh, and all bones of the mesh in the file's order.
struct CutMesh {
    uint32_t mesh = 0;
    CutVertices cut;
    std::vector<Bone> bones;

    bool operator==(const CutMesh&) const = default;
};

/// Returns the largest distance, in world units, between a cut vertex and its position with all influences, over the
/// rest pose and `samplesPerClip` poses of each clip.
float largestCutError(const Model& model, std::span<const CutMesh> meshes, int samplesPerClip = 32);

}  // namespace sinew
