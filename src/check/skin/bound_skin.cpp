#include "check/skin/bound_skin.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/bones.h"
#include "check/skin/skin_rules.h"

namespace sinew {
namespace {

float signedSize(const glm::mat4& matrix) {
    return std::cbrt(glm::determinant(glm::mat3(matrix)));
}

bool isSingular(const glm::mat4& matrix) {
    const glm::mat3 linear(matrix);
    const float box = glm::length(linear[0]) * glm::length(linear[1]) * glm::length(linear[2]);
    return !isUsable(matrix) || !(std::abs(glm::determinant(linear)) > kSkin.singular * box);
}

/// True if no bone has two matrices, and some have the same, or the first of both move their meshes alike, or the nodes
/// of the meshes are in one place, as those of a figure's limbs are.
bool areBoundAlike(const CheckedModel& checked, const BoundSkin& skin, const MeshGroup& group,
                   const std::map<uint32_t, glm::mat4>& own) {
    const RestPose& rest = checked.rest;
    size_t shared = 0;
    for (const auto& [node, matrix] : own)
        if (const auto known = skin.inverse.find(node); known != skin.inverse.end()) {
            if (known->second != matrix) return false;
            ++shared;
        }
    if (shared > 0 || own.empty() || skin.inverse.empty()) return shared > 0;
    const auto moves = [&](const auto& bone) { return rest.worldFromNode[bone.first] * bone.second; };
    const glm::mat4 one = moves(*skin.inverse.begin()), other = moves(*own.begin());
    const auto placeOf = [&](const MeshGroup& mesh) {
        return rest.worldFromNode[checked.model.instances[mesh.instances.front()].node];
    };
    if (placeOf(group) == placeOf(*skin.groups.front())) return true;
    float most = 0.0f;
    for (int column = 0; column < 4; ++column)
        most = std::max(most, glm::distance(one[column], other[column]) * (column < 3 ? rest.size : 1.0f));
    return most < kVisible.way * rest.size;
}

/// Joins the group to a skin, or adds one.
void addGroup(const CheckedModel& checked, const MeshGroup& group, std::vector<BoundSkin>& skins) {
    std::map<uint32_t, glm::mat4> own;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = checked.model.instances[index];
        for (const Bone& bone : instance.bones)
            if (!carriesUnweighted(instance, bone)) own.emplace(bone.node, bone.inverseBindMatrix);
    }
    auto skin =
        std::ranges::find_if(skins, [&](const BoundSkin& known) { return areBoundAlike(checked, known, group, own); });
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
    bone.moved = movedFrom(bone, parent, rest);
}

/// Compares further roots with the one that carries most bones.
void joinRoots(const CheckedModel& checked, BoundSkin& skin) {
    std::vector<size_t> roots, below(skin.bones.size(), 1);
    for (size_t bone = skin.bones.size(); bone-- > 0;)
        if (const auto parent = skin.bones[bone].parent)
            below[*parent] += below[bone];
        else
            roots.push_back(bone);
    if (roots.empty()) return;
    const size_t main = *std::ranges::max_element(roots, {}, [&](size_t root) { return below[root]; });
    for (const size_t root : roots) {
        if (root == main) continue;
        skin.bones[root].parent = main, skin.bones[root].isRoot = true;
        compare(skin.bones[root], skin.bones[main], checked.rest);
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
    joinRoots(checked, skin);
}

}  // namespace

float movedFrom(const BoundBone& bone, const BoundBone& other, const RestPose& rest) {
    float moved = 0.0f;
    for (int axis = -1; axis < 3; ++axis) {
        glm::vec4 probe = bone.bind[3];
        if (axis >= 0) probe[axis] += kSkin.probe * rest.size / std::abs(signedSize(bone.moves));
        moved = std::max(moved, glm::length(glm::vec3((bone.moves - other.moves) * probe)) / rest.size);
    }
    return moved;
}

bool isAffine(const glm::mat4& matrix) {
    return std::abs(matrix[0].w) + std::abs(matrix[1].w) + std::abs(matrix[2].w) < kSkin.affine &&
           std::abs(matrix[3].w - 1.0f) < kSkin.affine;
}

std::vector<BoundSkin> boundSkins(const CheckedModel& checked) {
    std::vector<BoundSkin> skins;
    for (const MeshGroup& group : checked.groups)
        if (group.skinned) addGroup(checked, group, skins);
    for (BoundSkin& skin : skins)
        addBones(checked, skin);
    return skins;
}

}  // namespace sinew
