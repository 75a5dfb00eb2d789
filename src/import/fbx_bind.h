#pragma once

#include <functional>

#include <assimp/scene.h>
#include <glm/mat4x4.hpp>

namespace sinew {

/// What the offset matrices of a mesh's bones are multiplied by from the right, at the node that shows the mesh, so
/// that they take a vertex as the mesh has it.
using BindCorrection = std::function<glm::mat4(const aiNode& node, unsigned mesh)>;

/// The correction for FBX, where assimp's offset matrix begins elsewhere from version to version:
/// - before 5.4 beneath the node's geometric transform, which moves a node's meshes and not its children;
/// - in 5.4 it is inverse(TransformLink) * P, with P the local matrix of the parent of the first node that shows the
///   mesh, where the mesh's place in the world belongs;
/// - from 6.0 on it is inverse(TransformLink) * that place: nothing is to be done.
/// 5.4 and later drop where the file says that the mesh was bound; its place at rest stands for it, which is the same
/// wherever the mesh was bound as it stands.
/// @param scene is kept by reference.
BindCorrection fbxBindCorrection(const aiScene& scene);

}  // namespace sinew
