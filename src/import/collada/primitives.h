#pragma once

#include <stdexcept>

#include "import/collada/sources.h"

namespace sinew::collada {

/// What makes a mesh, skin or channel unusable.
struct Unusable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What checkMesh() found.
struct CheckedMesh {
    std::optional<uint64_t> lastVertex;  ///< the largest index; none where the mesh has no face
    bool changed = false;                ///< elements were corrected
};

/// Adds the sources of a <mesh>, and checks all that assimp reads through the indices of its primitives: assimp checks
/// neither the layout of a source nor that the lists have the lengths which they state.
/// @throws Unusable with the cause.
CheckedMesh checkMesh(Node mesh, Sources& sources);

}  // namespace sinew::collada
