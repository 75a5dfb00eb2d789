#include "check/bound_bones.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/surface.h"

namespace sinew {
namespace {

constexpr float kProbe = 0.1f;  // of the model's size: how far from a bone its matrix is compared
constexpr float kAffine = 1e-3f;
constexpr size_t kMaxReferences = 64;
constexpr size_t kMinRigid = 5;  // meshes that follow one bone each

float meanScale(const glm::mat4& matrix) {
    return std::cbrt(std::abs(glm::determinant(glm::mat3(matrix))));
}

/// Adds one of all meshes that follow one bone each: the parts of a robot.
void joinRigid(std::vector<SkinBones>& skins) {
    SkinBones rigid{.areRigid = true};
    for (const SkinBones& skin : skins)
        if (skin.inverse.size() == 1) {
            if (rigid.inverse.empty()) rigid.name = skin.name;
            rigid.inverse.insert(skin.inverse.begin(), skin.inverse.end());
            rigid.meshes.insert(rigid.meshes.end(), skin.meshes.begin(), skin.meshes.end());
        }
    if (rigid.inverse.size() >= kMinRigid) skins.push_back(std::move(rigid));
}

/// Adds one of the bones of all skins, if no skin has them all and no two differ about a bone.
void joinParts(std::vector<SkinBones>& skins) {
    SkinBones all{.areParts = true};
    if (!skins.empty()) all.name = skins.front().name;
    for (const SkinBones& skin : skins) {
        if (skin.areRigid) continue;
        all.meshes.insert(all.meshes.end(), skin.meshes.begin(), skin.meshes.end());
        for (const auto& [node, matrix] : skin.inverse)
            if (const auto [at, isNew] = all.inverse.emplace(node, matrix); !isNew && at->second != matrix) return;
    }
    const bool isJoined =
        std::ranges::none_of(skins, [&](const SkinBones& skin) { return skin.inverse.size() == all.inverse.size(); });
    if (isJoined && all.inverse.size() >= kMinRigid) skins.push_back(std::move(all));
}

}  // namespace

std::vector<SkinBones> skinsOf(const Model& model) {
    std::vector<SkinBones> skins;
    for (const MeshGroup& group : meshGroups(model)) {
        if (!group.skinned) continue;
        std::map<uint32_t, glm::mat4> own;
        for (const uint32_t instance : group.instances)
            for (const Bone& bone : model.instances[instance].bones)
                if (!carriesUnweighted(model.instances[instance], bone)) own.emplace(bone.node, bone.inverseBindMatrix);
        const auto isSame = [&](const SkinBones& skin) {
            size_t shared = 0;
            for (const auto& [node, matrix] : own)
                if (const auto known = skin.inverse.find(node); known != skin.inverse.end()) {
                    if (known->second != matrix) return false;
                    ++shared;
                }
            return shared > 0;
        };
        const auto known = std::ranges::find_if(skins, isSame);
        if (known == skins.end()) {
            skins.push_back({group.name, {group.name}, std::move(own)});
            continue;
        }
        known->meshes.push_back(group.name);
        known->inverse.merge(own);
    }
    joinRigid(skins);
    joinParts(skins);
    return skins;
}

bool isAffine(const glm::mat4& matrix) {
    return std::abs(matrix[0].w) + std::abs(matrix[1].w) + std::abs(matrix[2].w) < kAffine &&
           std::abs(matrix[3].w - 1.0f) < kAffine;
}

size_t Majority::reference() const {
    return static_cast<size_t>(std::ranges::find(agrees, true) - agrees.begin());
}

BoundBones::BoundBones(const Model& ofModel, const RestPose& atRest, const std::vector<bool>& travelers,
                       const SkinBones& ofMeshes)
    : model(ofModel), rest(atRest), traveling(travelers), skin(ofMeshes) {
    for (const auto& [node, inverse] : skin.inverse) {
        if (!isUsable(inverse) || !isAffine(inverse) || !isUsable(rest.worldFromNode[node])) continue;
        nodes.push_back(node);
        moves.push_back(rest.worldFromNode[node] * inverse);
        binds.push_back(glm::inverse(inverse));
        inverses.push_back(inverse);
    }
    findParents();
}

void BoundBones::findParents() {
    parents.clear();
    std::map<uint32_t, size_t> indexOf;
    for (size_t bone = 0; bone < size(); ++bone)
        indexOf.emplace(nodes[bone], bone);
    for (const uint32_t node : nodes) {
        std::optional<size_t>& parent = parents.emplace_back();
        for (int32_t over = model.hierarchy.parents[node]; over != kNoParent && !parent;
             over = model.hierarchy.parents[static_cast<size_t>(over)])
            if (const auto found = indexOf.find(static_cast<uint32_t>(over)); found != indexOf.end())
                parent = found->second;
    }
}

bool BoundBones::isMirrored(size_t bone) const {
    return glm::determinant(glm::mat3(moves[bone])) < 0.0f;
}

void BoundBones::drop(const std::vector<size_t>& dropped) {
    const auto isDropped = [&](size_t bone) { return std::ranges::find(dropped, bone) != dropped.end(); };
    size_t kept = 0;
    for (size_t bone = 0; bone < size(); ++bone) {
        if (isDropped(bone)) continue;
        nodes[kept] = nodes[bone];
        moves[kept] = moves[bone], binds[kept] = binds[bone], inverses[kept] = inverses[bone];
        ++kept;
    }
    nodes.resize(kept);
    moves.resize(kept), binds.resize(kept), inverses.resize(kept);
    findParents();
}

void BoundBones::exchange(size_t a, size_t b) {
    std::swap(inverses[a], inverses[b]);
    std::swap(binds[a], binds[b]);
    for (const size_t bone : {a, b})
        moves[bone] = rest.worldFromNode[nodes[bone]] * inverses[bone];
}

glm::vec3 BoundBones::boundOffset(size_t from, size_t to) const {
    return glm::vec3((inverses[from] * binds[to])[3]);
}

glm::vec3 BoundBones::restOffset(size_t from, size_t to) const {
    return glm::vec3((glm::inverse(rest.worldFromNode[nodes[from]]) * rest.worldFromNode[nodes[to]])[3]);
}

float BoundBones::shareOf(size_t bone, const glm::vec3& length) const {
    return glm::length(length) * meanScale(rest.worldFromNode[nodes[bone]]) / rest.size;
}

float BoundBones::offset(size_t child, size_t a, size_t b) const {
    const size_t parent = *parents[child];
    const auto from = [&](size_t bone) { return bone == a ? b : bone == b ? a : bone; };
    const glm::vec3 bound = boundOffset(from(parent), from(child));
    return meanScale(rest.worldFromNode[nodes[parent]]) * glm::distance(bound, restOffset(parent, child)) / rest.size;
}

std::array<glm::vec4, 4> BoundBones::probes(size_t bone, const glm::mat4& worldFromMesh) const {
    std::array<glm::vec4, 4> points;
    points.fill(binds[bone][3]);
    for (int axis = 0; axis < 3; ++axis)
        points[static_cast<size_t>(axis) + 1][axis] += kProbe * rest.size / meanScale(worldFromMesh);
    return points;
}

float BoundBones::apart(size_t one, size_t other) const {
    float farthest = 0.0f;
    for (const glm::vec4& point : probes(other, moves[other]))
        farthest = std::max(farthest, glm::distance(glm::vec3(moves[one] * point), glm::vec3(moves[other] * point)));
    return farthest / rest.size;
}

Majority BoundBones::majority() const {
    Majority best{.agrees = std::vector<bool>(size(), false)};
    const size_t stride = size() / kMaxReferences + 1;
    for (size_t reference = 0; reference < size(); reference += stride) {
        std::vector<bool> same(size());
        for (size_t bone = 0; bone < size(); ++bone)
            same[bone] = apart(reference, bone) < kMovedAlike;
        const auto count = static_cast<size_t>(std::ranges::count(same, true));
        if (count > best.count) best = {std::move(same), count};
        if (best.count * 2 > size()) break;
    }
    return best;
}

std::string BoundBones::textOf(float share, const Measured& measure) const {
    return lengthText(model, share * rest.size, measure);
}

}  // namespace sinew
