#pragma once

#include <optional>
#include <string>
#include <vector>

#include "retarget/figure_bones.h"

namespace sinew {

/// A bone of one skeleton and its counterpart in another.
struct BonePair {
    BoneRole role;
    uint32_t source = 0;  ///< a node of the skeleton that the clips are of
    uint32_t target = 0;  ///< a node of the model
};

/// The counterparts of two skeletons. No node is in two pairs.
struct BoneMap {
    std::vector<BonePair> pairs;                                      ///< in the order of the roles
    bool sourceSidesExchanged = false, targetSidesExchanged = false;  ///< FigureBones::sidesExchanged
};

/// A bone that matters for the figure (all but clavicles, necks, toes, fingers, and spines beyond the first) and that
/// has no counterpart; and the pair of the nearest bone above it that has one.
struct UnmappedBone {
    BoneRole role;
    uint32_t node = 0;
    bool isOfModel = false;  ///< otherwise of the source
    std::optional<BonePair> above;
};

/// Pairs the bones of two figures (figure_bones.h): parts of the same kind, the ends of spines and necks of different
/// bone counts and what is between them in proportion. Bones that are no part of a figure are paired by name
/// (match/names.h). Empty if fewer than three bones have a counterpart.
BoneMap findBoneMap(const Model& source, const Model& model);

/// A map of given pairs of names. @throws std::invalid_argument with the cause for a name that a skeleton does not
/// have, and for a bone that is in two pairs.
BoneMap givenBoneMap(const Model& source, const Model& model,
                     const std::vector<std::pair<std::string, std::string>>& names);

/// The source's unmapped bones, then the model's.
std::vector<UnmappedBone> unmappedBones(const Model& source, const Model& model, const BoneMap& map);

}  // namespace sinew
