#pragma once

#include <optional>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "model/model.h"

namespace sinew {

/// Rotations of a bone, in no order.
using Rotations = std::vector<glm::quat>;

/// At most 12 keys of each marked node in each clip: [clip][node].
std::vector<std::vector<Rotations>> sampledRotations(const Model& model, const std::vector<bool>& isBone);

/// Degrees between the two that are nearest to each other.
float nearestOf(const Rotations& rotations, const Rotations& others);

/// Degrees from each rotation to the nearest of the others, in the mean.
float meanNearest(const Rotations& rotations, const Rotations& others);

/// A rotation of a bone, and the clip that it is from; none: at rest.
struct FromClip {
    glm::quat rotation;
    std::optional<size_t> clip;
};

/// What a bone does at rest and in all clips, thinned out where it is much.
std::vector<FromClip> allOf(const Model& model, const std::vector<std::vector<Rotations>>& sampled, uint32_t node);

/// The same, without what it does in one clip.
Rotations elsewhere(const std::vector<FromClip>& all, size_t clip);

}  // namespace sinew
