#pragma once

#include <memory>

#include "import/files/model_folder.h"

#include "import/scene/dialect.h"

namespace sinew::fbx {

/// FBX, whose bones assimp binds differently from version to version. Its offset matrix applies
/// - before 5.4, below the node's geometric transform, which moves a node's meshes and not its children;
/// - in 5.4, as inverse(TransformLink) * P, where P, the local matrix of the parent of the first node that shows the
/// mesh,
///   takes the place of the mesh's world matrix;
/// - from 6.0 on, as inverse(TransformLink) * the world matrix, which needs no correction.
/// 5.4 and later drop where the mesh was bound; its rest position is used, which is the same for a mesh that was not
/// moved since.
std::unique_ptr<Dialect> makeDialect(const ModelFolder& folder);

}  // namespace sinew::fbx
