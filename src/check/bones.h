#pragma once

#include <optional>
#include <vector>

#include "model/model.h"
#include "model/poses.h"

namespace sinew {

/// Marks the bones of skinned meshes, and with `ancestors` all nodes above them.
std::vector<bool> boneNodes(const Model& model, bool ancestors = false);

/// Marks the nodes that some clip moves by their translation, by at least 3 % of the model's size: roots, and bones
/// that follow a target of their own, such as the feet of many rigs. Their rest translation says little about where
/// they belong.
std::vector<bool> travelingNodes(const Model& model, const RestPose& rest);

/// The node on the other side of each node, by their names: "arm.R_03" for "arm.L_07", as exporters number bones.
std::vector<std::optional<uint32_t>> twinsOf(const NodeHierarchy& hierarchy);

/// How long a translation key of 1 is, as a share of the model's size; 0 below a scale of 0.
float keyUnit(const Model& model, const RestPose& rest, uint32_t node);

}  // namespace sinew
