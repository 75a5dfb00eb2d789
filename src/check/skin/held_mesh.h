#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "check/checked_model.h"
#include "check/skin/bone_lines.h"
#include "model/bounds.h"

namespace sinew {

/// What a bone holds of a mesh.
struct HeldBone {
    uint32_t node = 0;
    float weight = 0.0f;           ///< the sum over all vertices
    glm::vec3 middle{0.0f};        ///< of the vertices, by their weights
    std::vector<uint32_t> points;  ///< those that it visibly moves
    std::vector<float> away;       ///< how far each is from the bone
    size_t quarters = 0;           ///< vertices of which it holds a quarter or more
    float others = 0.0f;           ///< what other bones hold of those
    float middleAway = 0.0f;       ///< from the bone to the middle
    std::optional<size_t> around;  ///< the index of the bone around which its middle lies, where that is another one
};

/// A skinned mesh in the pose in which it was bound, in the world.
struct HeldMesh {
    const MeshGroup* group = nullptr;
    std::vector<glm::vec3> places;  ///< by Surface::Corner::point
    Box box;
    size_t vertices = 0;          ///< that triangles have
    std::vector<HeldBone> bones;  ///< ascending by node
    bool isFlat = false;          ///< nothing hangs on most of its bones: only their joints are known

    /// The index of the bone around which a place lies that is that far from its own.
    std::optional<size_t> boneAround(const BoneLines& lines, const glm::vec3& place, float away) const;
};
HeldMesh heldMesh(const CheckedModel& checked, const BoneLines& lines, const MeshGroup& group);

}  // namespace sinew
