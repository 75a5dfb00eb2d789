#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "figure/words.h"
#include "model/model.h"

namespace sinew {

// What belongs together in two files, by name: nodes, morph targets and clips.

inline constexpr uint32_t kNoNode = ~0u;

/// For each node of the source, the node of the model with its name.
struct NodeMatches {
    std::vector<uint32_t> nodes;      ///< kNoNode if there is none, and for outer nodes (model/outer_nodes.h)
    std::vector<bool> withoutPrefix;  ///< the names are equal only without prefixes
};

/// Matches exact names first, then names without prefixes. If several nodes of the model have a name, bones come before
/// other nodes, and nodes without a mesh before nodes with one.
NodeMatches matchNodes(const NodeHierarchy& source, const Model& model);

/// For each morph weight of the source, the morph weights of the model that it drives.
using MorphMatches = std::vector<std::vector<uint32_t>>;

/// Matches the morph targets of a mesh with those at the matching node; if that has none, with those of meshes with the
/// same name without prefixes. Targets match by name; by order if one side has no names and the counts are equal.
MorphMatches matchMorphs(const Model& source, const Model& model, const NodeMatches& nodes);

/// The clips that two files have in common, by index.
struct ClipPairs {
    struct Pair {
        size_t own = 0, other = 0;

        bool operator==(const Pair&) const = default;
    };
    std::vector<Pair> both;  ///< in the order of the first file
    std::vector<size_t> ownAlone, otherAlone;
};

/// Pairs clips by name, then by the name after the last '|' (Blender's "Armature|Walk" is "Walk"). If both files have a
/// single clip, they are a pair whatever their names.
ClipPairs pairClips(std::span<const AnimationClip> own, std::span<const AnimationClip> other);

}  // namespace sinew
