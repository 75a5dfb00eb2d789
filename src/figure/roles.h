#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include "figure/words.h"

namespace sinew {

/// The parts of a figure with two legs and two arms, parents first.
enum class FigurePart : uint8_t {
    hips,
    spine,
    neck,
    head,
    clavicle,
    upperArm,
    lowerArm,
    hand,
    thigh,
    shin,
    foot,
    toes,
    thumb,
    index,
    middle,
    ring,
    little,
    other,  ///< a bone that only its name pairs
};

/// A bone's place in a figure.
struct BoneRole {
    FigurePart part = FigurePart::other;
    FigureSide side = FigureSide::middle;
    uint32_t number = 0;  ///< from the hips upward, or from the hand outward; 0 for parts of one bone

    auto operator<=>(const BoneRole&) const = default;
};

/// "hips", "left upper arm", "spine 2", "right index 1".
std::string nameOf(const BoneRole& role);

/// The bones of a figure. `nodes` is empty if the skeleton is none.
struct FigureBones {
    std::map<BoneRole, uint32_t> nodes;
    bool sidesExchanged = false;  ///< the names call left what is right, by the way that feet, knees and elbows point
};

}  // namespace sinew
