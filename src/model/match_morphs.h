#pragma once

#include <vector>

#include "model/match_nodes.h"

namespace sinew {

/// For each morph weight of one file, by its place: the places of the model's that it moves. Empty where there are
/// none.
using MorphMatches = std::vector<std::vector<uint32_t>>;

/// The weights of a mesh belong to those of a mesh that the matching node of the model shows; where there is none with
/// targets, to those of meshes of its name (without prefixes). There, targets go by their names where any are the same
/// in both; without names, in their order, where there are as many.
MorphMatches matchMorphs(const Model& source, const Model& model, const NodeMatches& nodes);

}  // namespace sinew
