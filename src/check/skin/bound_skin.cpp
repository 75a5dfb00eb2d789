#include "check/skin/bound_skin.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/bones.h"

namespace sinew {
namespace {

constexpr float kProbe = 0.1f;  // of the model's size: how far from a bone its matrix is compared
constexpr float kAffine = 1e-3f;
constexpr float kSingular = 1e-6f;  // determinant over the product of the column lengths

float signedSize(const glm::mat4& matrix) {
    return std::cbrt(glm::determinant(glm::mat3(matrix)));
}

bool isSingular(const glm::mat4& matrix) {
    const glm::mat3 linear(matrix);
    const float box = glm::length(linear[0]) * glm::length(linear[1]) * glm::length(linear[2]);
    return !isUsable(matrix) || !(std::abs(glm::determinant(linear)) > kSingular * box);
}

/// Joins the group to a skin with equal matrices for bones that both have, or adds one.
void addGroup(const Model& model, const MeshGroup& group, std::vector<BoundSkin>& skins) {
    std::map<uint32_t, glm::mat4> own;
    for (const uint32_t instance : group.instances)
        for (const Bone& bone : model.instances[instance].bones)
            if (!carriesUnweighted(model.instances[instance], bone)) own.emplace(bone.node, bone.inverseBindMatrix);
    const auto isBoundAlike = [&](const BoundSkin& skin) {
        size_t shared = 0;
        for (const auto& [node, matrix] : own)
            if (const auto known = skin.inverse.find(node); known != skin.inverse.end()) {
                if (known->second != matrix) return false;
                ++shared;
            }
        return shared > 0;
    };
    auto skin = std::ranges::find_if(skins, isBoundAlike);
    if (skin == skins.end()) skin = skins.insert(skins.end(), BoundSkin{});
    skin->groups.push_back(&group);
    skin->inverse.merge(own);
}

/// Compares a bone with its parent.
void compare(BoundBone& bone, const BoundBone& parent, const RestPose& rest) {
    const glm::mat4 &world = rest.worldFromNode[bone.node], &above = rest.worldFromNode[parent.node];
    const glm::vec3 bound((glm::inverse(parent.bind) * bone.bind)[3]), resting((glm::inverse(above) * world)[3]);
    bone.offset = std::abs(signedSize(above)) * glm::distance(bound, resting) / rest.size;
    bone.size = signedSize(bone.moves) / signedSize(parent.moves);
    for (int axis = -1; axis < 3; ++axis) {
        glm::vec4 probe = bone.bind[3];
        if (axis >= 0) probe[axis] += kProbe * rest.size / std::abs(signedSize(bone.moves));
        bone.moved = std::max(bone.moved, glm::length(glm::vec3((bone.moves - parent.moves) * probe)) / rest.size);
    }
}

void addBones(const CheckedModel& checked, BoundSkin& skin) {
    const auto& parents = checked.model.hierarchy.parents;
    std::map<uint32_t, size_t> indexOf;
    for (const auto& [node, inverse] : skin.inverse) {
        const glm::mat4& world = checked.rest.worldFromNode[node];
        if (isSingular(inverse) || !isAffine(inverse) || !isUsable(world)) {
            if (isSingular(inverse))
                skin.singular.push_back(node);
            else if (!isAffine(inverse))
                skin.unaffine.push_back(node);
            continue;
        }
        BoundBone bone{.node = node, .bind = glm::inverse(inverse), .moves = world * inverse, .parent = {}};
        for (int32_t above = parents[node]; above != kNoParent && !bone.parent;
             above = parents[static_cast<size_t>(above)])
            if (const auto found = indexOf.find(static_cast<uint32_t>(above)); found != indexOf.end())
                bone.parent = found->second;
        if (bone.parent) compare(bone, skin.bones[*bone.parent], checked.rest);
        indexOf.emplace(node, skin.bones.size());
        skin.bones.push_back(bone);
    }
}

}  // namespace

bool isAffine(const glm::mat4& matrix) {
    return std::abs(matrix[0].w) + std::abs(matrix[1].w) + std::abs(matrix[2].w) < kAffine &&
           std::abs(matrix[3].w - 1.0f) < kAffine;
}

std::vector<BoundSkin> boundSkins(const CheckedModel& checked) {
    std::vector<BoundSkin> skins;
    for (const MeshGroup& group : checked.groups)
        if (group.skinned) addGroup(checked.model, group, skins);
    for (BoundSkin& skin : skins)
        addBones(checked, skin);
    return skins;
}

}  // namespace sinew
