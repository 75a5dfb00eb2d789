#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "animation/clip.h"

namespace sinew {

/// Which clips of two files are the same, by their places.
struct ClipPairs {
    struct Pair {
        size_t own = 0, other = 0;

        bool operator==(const Pair&) const = default;
    };
    std::vector<Pair> both;  ///< in the order of the first file
    std::vector<size_t> ownAlone, otherAlone;
};

/// By name, else by the name behind the last '|' (Blender writes "Armature|Walk" where others write "Walk"); the only
/// clips of two files are the same whatever their names.
ClipPairs pairClips(std::span<const AnimationClip> own, std::span<const AnimationClip> other);

}  // namespace sinew
