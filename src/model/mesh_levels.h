#pragma once

#include <optional>
#include <span>

#include "model/model.h"
#include "model/split_by_palette.h"

namespace sinew {

/// Levels of a mesh at most, besides the mesh itself.
inline constexpr size_t kMostMeshLevels = 3;

/// Makes SkinnedMesh::levels of all meshes: of about a half, a fifth and a fifteenth of the triangles. Skips a level
/// that does not have at least a fifth less than the one before. Meshes of more than 2^19 vertices get none. Textured
/// meshes in which each triangle has texture coordinates of its own get none, either.
///
/// The errors are measured in the bind pose, in the rest pose, with each morph target, and in poses of all clips, with
/// linear blend skinning. There are 10 poses a second, or fewer if they are many or the model is large. Clips that are
/// added later need new levels.
///
/// Some vertices stay, so that nothing opens: those that more than one part of splitByPalette(mesh, maxBones) has, and
/// those at one place that move differently, as closed lips do.
void makeLevels(Model& model, uint32_t maxBones);

bool hasLevels(const Model& model);
void dropLevels(Model& model);

/// The triangles of a level by the parts of its mesh, as MeshPart::indices. None if a triangle fits no part, because
/// the level was made for parts of more bones.
std::optional<std::vector<std::vector<uint32_t>>> splitLevel(const MeshLevel& level, std::span<const MeshPart> parts);

}  // namespace sinew
