#pragma once

#include <assimp/anim.h>

#include "import/assimp/nodes.h"
#include "import/build/morphs.h"
#include "model/model.h"

namespace sinew {

/// What assimp's morph targets mean in a format.
struct MorphConventions {
    bool relative = false;  ///< targets may be offsets instead of shapes (Collada), as the mesh says
};

/// All targets of a mesh in assimp's order, by which clips refer to them. A target that does not fit has no effect.
std::vector<SourceMorph> readMorphs(const aiMesh& file, const MorphConventions& conventions, Findings& findings);

/// A key of one weight; the members are named as those of assimp's keys. Time in ticks.
struct RawMorphKey {
    double mTime = 0.0;
    float mValue = 0.0f;
};
struct RawMorphTrack {
    uint32_t weight = 0;  ///< index in SceneMorphWeights
    std::vector<RawMorphKey> keys;
};

/// The keys of a channel, split by weight, since a key need not have all. The channel moves the meshes of the first
/// node with its name that has weights and that no earlier channel of the clip moves; `moved`, by weight, is updated.
/// Empty when there is none.
std::vector<RawMorphTrack> morphTracksOf(const aiMeshMorphAnim& source, const SceneNodes& nodes,
                                         const SceneMorphWeights& weights, std::vector<bool>& moved);

}  // namespace sinew
