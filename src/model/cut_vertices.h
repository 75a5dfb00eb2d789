#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.h"

namespace sinew {

/// The vertices of a mesh that lost influences, with all that the file gives them.
struct CutVertices {
    struct Influence {
        uint32_t bone = 0;
        float weight = 0.0f;  ///< as the file has it: a vertex's need not sum to 1

        bool operator==(const Influence&) const = default;
    };
    std::vector<uint32_t> vertices;  ///< of the mesh
    std::vector<uint32_t> ends;      ///< for each of them: where its influences end; the first one's begin at 0
    std::vector<Influence> influences;

    bool empty() const { return vertices.empty(); }
    void add(uint32_t vertex, std::span<const Influence> all);

    bool operator==(const CutVertices&) const = default;
};

/// The cut vertices of one mesh, and all bones of the file's mesh by their number there.
struct CutMesh {
    uint32_t mesh = 0;
    CutVertices cut;
    std::vector<Bone> bones;

    bool operator==(const CutMesh&) const = default;
};

/// The largest distance of any of these vertices from where all its influences would put it, over all clips (each at
/// `samplesPerClip` times, from its first to its last) and the rest pose: in units of the world.
float largestMove(const Model& model, std::span<const CutMesh> meshes, int samplesPerClip = 32);

}  // namespace sinew
