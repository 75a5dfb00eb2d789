#pragma once

#include <string_view>
#include <vector>

#include <assimp/scene.h>

#include "import/authored_motion.h"
#include "import/import_model.h"
#include "import/morph_weights.h"
#include "import/nodes.h"

namespace sinew {

/// What the file's format and the library's reading of it mean by an animation.
struct ClipConventions {
    bool rootNamed = false;  ///< assimp puts the name of a root of its own before others (Collada)
    bool mayJoin = false;    ///< the file has no clips of its own, and may store one movement as many animations
};

/// Every clip of the file, in the file's order, in seconds. `isBone` (by node) tells joints from other nodes of the
/// same name.
///
/// Collada files without clips of their own may store one movement as many animations of one node each; assimp joins
/// only those of equal length. When every animation moves nodes that no other one moves, and all are about
/// as long, they become one clip.
///
/// `authored` has the last word on each clip's tracks; what it says of interpolation goes to `report.clips`.
std::vector<AnimationClip> convertClips(const aiScene& scene, const SceneNodes& nodes, const std::vector<bool>& isBone,
                                        std::string_view fileStem, const ClipConventions& conventions,
                                        const AuthoredMotion& authored, const SceneMorphWeights& morphs,
                                        ImportReport& report);

}  // namespace sinew
