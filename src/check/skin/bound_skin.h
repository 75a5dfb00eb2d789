#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>

#include "check/checked_model.h"

namespace sinew {

/// A bone as it was bound and as it rests. Distances are shares of the model's size.
struct BoundBone {
    uint32_t node = 0;
    glm::mat4 bind{1.0f}, moves{1.0f};  ///< meshFromBone; worldFromMesh at rest
    std::optional<size_t> parent;       ///< the nearest bone of the skin above it; for further roots, the main one
    bool isRoot = false;                ///< a further one
    float offset = 0.0f;                ///< from where it was bound, seen from its parent
    float moved = 0.0f;                 ///< how far it moves what lies around it from where its parent would
    float size = 1.0f;                  ///< of its own at rest, times its parent's; below 0: mirrored
};

/// The meshes that are bound alike.
struct BoundSkin {
    std::vector<const MeshGroup*> groups;
    std::map<uint32_t, glm::mat4> inverse;     ///< bind matrices by node, parents first
    std::vector<uint32_t> singular, unaffine;  ///< nodes whose matrix says nothing
    std::vector<BoundBone> bones;              ///< all others, parents first
};
std::vector<BoundSkin> boundSkins(const CheckedModel& checked);

/// How far a bone moves what lies around it from where the other one would.
float movedFrom(const BoundBone& bone, const BoundBone& other, const RestPose& rest);

/// True for a matrix whose last row is 0 0 0 1.
bool isAffine(const glm::mat4& matrix);

}  // namespace sinew
