#pragma once

#include <optional>
#include <string>
#include <vector>

#include "import/model_folder.h"
#include "model/finding.h"

namespace sinew {

/// The content of a glTF 2.0 file (.gltf, .glb, .vrm) as assimp can read it, a finding (severity info) for each repair;
/// nothing when the file is fine as it stands or no glTF. Skins without inverseBindMatrices, on which assimp crashes,
/// get the identities that the specification (section 3.7.3.1) gives them.
/// @throws std::runtime_error with the cause where assimp would crash or not end: a .glb that is cut short, brackets
/// nested more than kMaxNesting deep, nodes more than kMaxDepth.
std::optional<std::string> repairedGltf(const ModelFolder& folder, std::vector<Finding>& findings);

}  // namespace sinew
