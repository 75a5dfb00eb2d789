#pragma once

#include "import/assimp/nodes.h"
#include "model/imported_model.h"

namespace sinew {

/// What assimp's animations mean in a format.
struct ClipConventions {
    bool storesQuaternions = true;  ///< and not angles or matrices, from which assimp makes them
    bool isLinear = false;          ///< between keys; false: not known
    bool lastsAsKeys = false;       ///< the format has no duration of its own
    bool mayCountTicks = false;     ///< without a rate, keys may be far apart: in ticks of 1 / 4800 s (X)
    double framesPerSecond = 0.0;   ///< in place of assimp's rate; 0: none
};

/// Converts every clip of the file, in its order, to seconds. `isBone` (by node) distinguishes joints from other nodes
/// with the same name. Adds a row for each to `report.clips`.
std::vector<AnimationClip> convertClips(const aiScene& scene, const SceneNodes& nodes, const std::vector<bool>& isBone,
                                        const ClipConventions& conventions, ImportReport& report);

}  // namespace sinew
