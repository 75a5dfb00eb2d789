#pragma once

#include <cstddef>
#include <vector>

#include "model/model.h"

namespace sinew {

/// What a clip of one file does to a model of another.
enum class Retarget {
    full,      ///< all tracks as they are
    rotation,  ///< rotations only, and the way of the skeleton's root scaled to the model's size
};

/// Clips of one file on the nodes of another, and how well that went. Channels are counted over all clips.
struct BoundClips {
    std::vector<AnimationClip> clips;  ///< in their order, also those of which nothing matched
    std::vector<size_t> unmatched;     ///< for each clip: channels whose node or morph target the model has not
    size_t channels = 0;               ///< of the clips' file, morph weights too; pivots and their node count as one
    size_t matched = 0;                ///< of those, on a node or morph target that the model has
    size_t matchedWithoutPrefix = 0;   ///< of those, only once prefixes were taken from the names
    float sizeRatio = 1.0f;            ///< how many times as large the model's bones are, in units of each one's world
    float unitRatio = 1.0f;            ///< what translations were multiplied by under Retarget::full
};

/// Binds the clips of `source` to the nodes of `model` by their names: exact ones first, then without what stands
/// before them ("mixamorig:Hips", "Armature|Hips", "ns:Hips"). Where the nodes above a bound one are other nodes in the
/// two files, or the files' up axes differ, its tracks are turned so that it stands in the world as it did in `source`.
/// Rotations are taken as they are, whatever the rest poses. Translations under Retarget::full too, but for units:
/// where both files name theirs, they differ, and the sizes of the skeletons bear that out, they are converted.
/// Morph weights go as matchMorphs() says.
BoundClips bindClips(const Model& model, const Model& source, Retarget retarget);

}  // namespace sinew
