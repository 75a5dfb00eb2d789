#pragma once

#include "model/imported_model.h"

namespace sinew {

/// How many bones a clip turns, and how many of them change in steps only, or hold each pose for some keys.
struct SteppedBones {
    size_t moving = 0, stepped = 0;
    std::vector<uint32_t> nodes = {};  ///< that are stepped
    bool holds = false;                ///< some hold their poses for some keys, as animation on twos does

    /// A style, such as animation on twos.
    bool areMost() const;
};
SteppedBones steppedBones(const AnimationClip& clip);

}  // namespace sinew
