#pragma once

#include "import/files/model_folder.h"
#include "model/finding.h"

namespace sinew::gltf {

inline constexpr size_t kMaxNesting = 512;  ///< of JSON brackets

/// The content of a glTF 2.0 file as assimp can read it, with a finding (severity info) for each repair; nothing when
/// it needs no repair. Skins without inverseBindMatrices, on which assimp crashes, get identities (glTF 2.0, section
/// 3.7.3.1). A mesh that several skins show becomes one for each skin, without a finding: assimp keeps one skin for
/// each mesh.
/// @throws std::runtime_error with the cause where assimp would crash or hang: a .glb that is cut short, brackets
/// nested more than kMaxNesting deep, nodes more than kMaxDepth.
std::optional<std::string> repairedContent(const ModelFolder& folder, Findings& findings);

}  // namespace sinew::gltf
