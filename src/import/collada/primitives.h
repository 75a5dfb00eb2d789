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
    std::optional<uint64_t> lastVertex;  ///< the largest index; none if there is no face
    bool changed = false;                ///< elements were corrected
    std::string missingVertices;         ///< the id that its faces name in place of its own vertices, which are used
    std::vector<std::string> ignored;    ///< why normals, colors or the like were taken out
    size_t filledHoles = 0;              ///< polygons with holes, which are drawn without them
};

/// Adds the sources of a <mesh>, and checks all that assimp reads through the indices of its primitives: assimp checks
/// neither the layout of a source nor that the lists have the lengths which they state.
/// What only shades a mesh is taken out where it cannot be read.
/// @throws Unusable with the cause.
CheckedMesh checkMesh(Node mesh, Sources& sources);

}  // namespace sinew::collada
