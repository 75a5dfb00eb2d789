#pragma once

#include <cstddef>
#include <vector>

#include "model/model.h"

namespace sinew {

/// The tracks that a clip of another file brings to a model.
enum class Retarget {
    full,      ///< all tracks
    rotation,  ///< rotations, and the translation of the skeleton's root scaled to the model's size
    rig,       ///< motion between any two figures, by a map of their bones (retarget/retarget.h)
};

/// The clips of one file bound to the nodes of another. Channels are counted over all clips.
struct BoundClips {
    std::vector<AnimationClip> clips;  ///< all clips of the source, in its order, even if nothing matches
    std::vector<size_t> unmatched;     ///< per clip: channels without a node or morph target in the model
    size_t channels = 0;               ///< of the source, with morph weights; a node and its pivots count as one
    size_t matched = 0;                ///< channels with a node or morph target in the model
    size_t matchedWithoutPrefix = 0;   ///< those of them that match only without prefixes
    bool isRetargeted = false;         ///< by retargetClips() instead of names
    float sizeRatio = 1.0f;            ///< size of the model's bones over the source's, each in units of its world
    float unitRatio = 1.0f;            ///< factor of translations under Retarget::full
    glm::mat4 modelFromSource{1.0f};   ///< of retargetClips(), between the worlds, Y up: turns about Y, scales, moves
};

/// Binds the clips of `source` to the nodes and morph targets of `model` by name (match/names.h). If the nodes above a
/// bound node differ between the files, or the up axes do, its tracks are transformed so that it has the same transform
/// in the world as in `source`. Rotations do not depend on the rest poses. Retarget::full converts translations between
/// units if both files have one, the units differ, and the sizes of the skeletons confirm it. Retarget::rig is for
/// retargetClips().
BoundClips bindClips(const Model& model, const Model& source, Retarget retarget);

}  // namespace sinew
