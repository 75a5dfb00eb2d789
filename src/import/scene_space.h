#pragma once

#include <string_view>

#include "model/model.h"

struct aiScene;

namespace sinew {

/// Axis and unit where only the file's metadata tells them (FBX). glTF stands upright and is in metres. assimp turns
/// Collada upright and into metres by the root's transform.
void readSpace(const aiScene& scene, std::string_view importerName, Model& model);

}  // namespace sinew
