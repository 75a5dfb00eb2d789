#pragma once

#include <optional>
#include <vector>

#include "model/model.h"
#include "model/poses.h"

namespace sinew {

/// Marks the instances that a figure consists of: skinned meshes, and rigid parts that clips move with their skeleton.
/// All instances if none is skinned.
std::vector<uint8_t> figureParts(const Model& model);

/// Marks the bones of skinned meshes, and the nodes that carry rigid parts of their figure; with `ancestors` all nodes
/// above them.
std::vector<bool> boneNodes(const Model& model, bool ancestors = false);

/// The lowest node above all bones of skins; kNoParent if there is none.
int32_t topOfBones(const Model& model);

/// Marks the bones of a mesh that move any of its vertices.
std::vector<bool> usedBones(const SkinnedMesh& mesh);

/// Marks the bones that carry less than half of the skeleton: what carries more rolls and somersaults.
std::vector<bool> limbNodes(const Model& model);

/// Marks the nodes that some clip moves.
std::vector<bool> animatedNodes(const Model& model);

/// The first clip that starts in the rest pose and moves bones from there; none if there is no such clip.
std::optional<size_t> clipOfRestPose(const Model& model);

/// Marks everything below marked nodes.
void markBelow(const NodeHierarchy& hierarchy, std::vector<bool>& marked);

/// Marks everything above marked nodes.
void markAbove(const NodeHierarchy& hierarchy, std::vector<bool>& marked);

/// Marks the nodes that some clip moves by their translation, by at least 3 % of the model's size: roots, and bones
/// that follow a target of their own, such as the feet of many rigs. Their rest translation says little about where
/// they belong.
std::vector<bool> travelingNodes(const Model& model, const RestPose& rest);

/// The node on the other side of each node, by their names: "Feather_R_2" for "Feather_L_2", and where there is none,
/// "arm.R_03" for "arm.L_07", as exporters number bones.
std::vector<std::optional<uint32_t>> twinsOf(const NodeHierarchy& hierarchy);

/// Steps along the hierarchy from one node to another, at most `most`.
uint32_t stepsBetween(const NodeHierarchy& hierarchy, uint32_t a, uint32_t b, uint32_t most);

/// How long a translation key of 1 is, as a share of the model's size; 0 below a scale of 0.
float keyUnit(const Model& model, const RestPose& rest, uint32_t node);

/// True for a matrix that can be inverted.
bool isUsable(const glm::mat4& matrix);

/// True for the last bone of an instance if it only carries the vertices without weights (see MeshInstance).
bool carriesUnweighted(const MeshInstance& instance, const Bone& bone);

}  // namespace sinew
