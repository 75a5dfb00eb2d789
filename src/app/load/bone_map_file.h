#pragma once

#include <string>

#include "retarget/bone_map.h"

namespace sinew {

/// The map of a file: {"bones": [{"source": BONE OF THE CLIP FILE, "target": BONE OF THE MODEL, "part": ignored},
/// ...]}.
/// @throws Error(Exit::input) "FILE: cause" for a file that is none, bones that a skeleton does not have, and bones
/// that are mapped twice.
BoneMap readBoneMap(const std::string& file, const Model& source, const Model& model);

/// A map as text, with the part of the figure that each pair is.
std::string boneMapText(const BoneMap& map, const Model& source, const Model& model);

}  // namespace sinew
