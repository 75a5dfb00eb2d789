#pragma once

#include "import/gltf/file.h"
#include "model/finding.h"

namespace sinew::gltf {

inline constexpr size_t kMaxNesting = 512;  ///< of JSON brackets

/// Changes a file to what assimp can read, with a finding for each repair and for what is left out. Primitives,
/// skins and channels whose accessors are out of range are left out: assimp would read the memory behind them.
/// Skins without inverseBindMatrices, on which assimp crashes, get identities (glTF 2.0, section 3.7.3.1). A mesh that
/// several skins show becomes one for each skin, without a finding: assimp keeps one skin for each mesh.
/// @throws std::runtime_error with the cause where assimp would crash or hang: brackets nested more than kMaxNesting
/// deep, nodes more than kMaxDepth.
void repair(File& file, Findings& findings);

}  // namespace sinew::gltf
