#pragma once

#include "import/assimp/dialect.h"

namespace sinew {

/// Converts every clip of the file, in its order, to seconds. `isBone` (by node) distinguishes joints from other nodes
/// with the same name. Dialect::motion() then replaces tracks, and how the file interpolates goes to `report.clips`.
///
/// Collada files without clips may store one movement as many animations of one node each; assimp joins only those of
/// equal length. Where every animation moves nodes that no other one moves, and all last about as long, they become one
/// clip.
std::vector<AnimationClip> convertClips(const aiScene& scene, const SceneNodes& nodes, const std::vector<bool>& isBone,
                                        const ClipConventions& conventions, Dialect& dialect, ImportReport& report);

}  // namespace sinew
