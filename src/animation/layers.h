#pragma once

#include <span>

#include "animation/transform.h"

namespace sinew {

/// One pose among those that are blended.
struct PoseLayer {
    std::span<const Transform> pose;  ///< one transform for each node
    float weight = 1.0f;              ///< 0 or more; below or not a number: 0
    std::span<const float> mask;      ///< times this at each node (NodeMask::weights); empty: 1 everywhere
};

/// What stands in where the layers' weights at a node sum to less than 1. Where they sum to 0 it is always the rest
/// pose.
enum class Shortfall {
    scaleUp,   ///< the layers share the whole among themselves
    fillRest,  ///< the rest pose has the remainder
};

/// The weighted mean of the layers, node by node, the weights at a node brought to a sum of 1. Rotations go in straight
/// lines and are brought back to unit length, each turned to the side of the rotation that lies nearest to all the
/// others (the short way; linear quaternion blending, Kavan and Zara 2005), so the order of the layers makes no
/// difference. A node with one layer alone gets exactly that layer's transform. `rest` and `out` have as many nodes as
/// the poses; `out` may be any of them.
void blendLayers(std::span<const PoseLayer> layers, std::span<const Transform> rest, Shortfall shortfall,
                 std::span<Transform> out);

}  // namespace sinew
