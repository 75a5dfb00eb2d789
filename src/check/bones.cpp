#include "check/bones.h"

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/checks.h"
#include "check/limits.h"
#include "check/tracks.h"
#include "check/words.h"
#include "model/poses.h"

namespace sinew {
namespace {

std::vector<bool> skinBones(const Model& model) {
    std::vector<bool> isBone(model.hierarchy.size());
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            if (instance.skinned) isBone[bone.node] = true;
    return isBone;
}

}  // namespace

int32_t topOfBones(const Model& model) {
    std::vector<size_t> below(model.hierarchy.size());  // bones, the node itself included
    const std::vector<bool> isBone = skinBones(model);
    const auto bones = static_cast<size_t>(std::ranges::count(isBone, true));
    for (size_t node = isBone.size(); node-- > 0;) {
        below[node] += isBone[node];
        if (below[node] == bones) return static_cast<int32_t>(node);
        if (const int32_t parent = model.hierarchy.parents[node]; parent != kNoParent)
            below[static_cast<size_t>(parent)] += below[node];
    }
    return kNoParent;
}

std::vector<uint8_t> figureParts(const Model& model) {
    std::vector<uint8_t> figure;
    for (const MeshInstance& instance : model.instances)
        figure.push_back(instance.skinned);
    if (std::ranges::count(figure, 1) == 0) return std::vector<uint8_t>(figure.size(), 1);
    std::vector<bool> carried = animatedNodes(model), inSkeleton(carried.size());
    markBelow(model.hierarchy, carried);
    const int32_t top = topOfBones(model);
    if (top != kNoParent) inSkeleton[static_cast<size_t>(top)] = true;
    markBelow(model.hierarchy, inSkeleton);
    for (size_t i = 0; i < figure.size(); ++i)
        if (const uint32_t node = model.instances[i].node; carried[node] && inSkeleton[node]) figure[i] = 1;
    return figure;
}

std::vector<bool> boneNodes(const Model& model, bool ancestors) {
    std::vector<bool> isBone = skinBones(model);
    const bool hasRigid = std::ranges::any_of(model.instances, std::not_fn(&MeshInstance::skinned));
    if (hasRigid) {
        const std::vector<uint8_t> figure = figureParts(model);
        const std::vector<bool> animated = animatedNodes(model);
        for (size_t i = 0; i < figure.size(); ++i) {
            if (!figure[i] || model.instances[i].skinned) continue;
            auto node = static_cast<int32_t>(model.instances[i].node);
            while (node != kNoParent && !animated[static_cast<size_t>(node)])
                node = model.hierarchy.parents[static_cast<size_t>(node)];
            if (node != kNoParent) isBone[static_cast<size_t>(node)] = true;
        }
    }
    if (ancestors) markAbove(model.hierarchy, isBone);
    return isBone;
}

std::vector<bool> usedBones(const SkinnedMesh& mesh) {
    std::vector<bool> used(mesh.boneCount);
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        forEachInfluence(mesh, v, [&](uint16_t bone, uint16_t) { used[bone] = true; });
    return used;
}

std::vector<bool> limbNodes(const Model& model) {
    const std::vector<bool> isBone = boneNodes(model);
    std::vector<size_t> below(isBone.size());
    size_t all = 0;
    for (size_t node = isBone.size(); node-- > 0;) {
        below[node] += isBone[node];
        all += isBone[node];
        if (const int32_t parent = model.hierarchy.parents[node]; parent != kNoParent)
            below[static_cast<size_t>(parent)] += below[node];
    }
    std::vector<bool> isLimb(isBone.size());
    for (size_t node = 0; node < isBone.size(); ++node)
        isLimb[node] = isBone[node] && 2 * below[node] < all;
    return isLimb;
}

std::vector<bool> animatedNodes(const Model& model) {
    std::vector<bool> animated(model.hierarchy.size());
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            if (rangeOf(channel.translation) > 0.0f || rangeOf(channel.rotation) > 0.0f ||
                rangeOf(channel.scale) > 0.0f)
                animated[channel.node] = true;
    return animated;
}

std::optional<size_t> clipOfRestPose(const Model& model) {
    const std::vector<bool> isBone = boneNodes(model);
    const auto startsAtRest = [&](const AnimationClip& clip) {
        size_t turning = 0;
        for (const auto& [node, translation, rotation, scale] : clip.channels) {
            const Transform& rest = model.hierarchy.rest[node];
            const float length = kNodes.sameLength * glm::length(rest.translation);
            if (!rotation.empty() && apart(rotation.values.front(), rest.rotation) > kNodes.sameTurn) return false;
            if (!translation.empty() && apart(translation.values.front(), rest.translation) > length) return false;
            turning += isBone[node] && rangeOf(rotation) > kNodes.sameTurn;
        }
        return turning >= kNodes.turningBones;
    };
    const auto found = std::ranges::find_if(model.clips, startsAtRest);
    if (found == model.clips.end()) return std::nullopt;
    return static_cast<size_t>(found - model.clips.begin());
}

void markBelow(const NodeHierarchy& hierarchy, std::vector<bool>& marked) {
    for (size_t node = 0; node < marked.size(); ++node)
        if (const int32_t parent = hierarchy.parents[node]; parent != kNoParent)
            marked[node] = marked[node] || marked[static_cast<size_t>(parent)];
}

void markAbove(const NodeHierarchy& hierarchy, std::vector<bool>& marked) {
    for (size_t node = marked.size(); node-- > 0;)
        if (const int32_t parent = hierarchy.parents[node]; parent != kNoParent && marked[node])
            marked[static_cast<size_t>(parent)] = true;
}

std::vector<std::optional<uint32_t>> twinsOf(const NodeHierarchy& hierarchy) {
    // The first node of a name at any depth, and at each depth.
    struct Names {
        std::unordered_map<std::string_view, uint32_t> anywhere;
        std::map<std::pair<std::string_view, uint32_t>, uint32_t> atDepth;

        void add(std::string_view name, uint32_t depth, uint32_t node) {
            anywhere.try_emplace(name, node);
            atDepth.try_emplace({name, depth}, node);
        }
        // A mesh may be called like the bone that carries it.
        std::optional<uint32_t> find(std::string_view name, uint32_t depth) const {
            if (const auto found = atDepth.find({name, depth}); found != atDepth.end()) return found->second;
            const auto found = anywhere.find(name);
            return found != anywhere.end() ? std::optional(found->second) : std::nullopt;
        }
    };
    Names whole, unnumbered;
    std::vector<uint32_t> depths;
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        depths.push_back(parent == kNoParent ? 0 : depths[static_cast<size_t>(parent)] + 1);
        whole.add(hierarchy.names[node], depths[node], node);
        unnumbered.add(withoutNumber(hierarchy.names[node], '_'), depths[node], node);
    }
    std::vector<std::optional<uint32_t>> twins;
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        twins.emplace_back();
        const std::string mirrored = mirroredName(hierarchy.names[node]);
        if (mirrored.empty()) continue;
        twins[node] = whole.find(mirrored, depths[node]);
        if (!twins[node]) twins[node] = unnumbered.find(withoutNumber(mirrored, '_'), depths[node]);
    }
    return twins;
}

uint32_t stepsBetween(const NodeHierarchy& hierarchy, uint32_t a, uint32_t b, uint32_t most) {
    for (uint32_t steps = 0; steps < most; ++steps) {
        if (a == b) return steps;
        uint32_t& deeper = a > b ? a : b;  // parents come first
        const int32_t parent = hierarchy.parents[deeper];
        if (parent == kNoParent) return most;
        deeper = static_cast<uint32_t>(parent);
    }
    return most;
}

float keyUnit(const Model& model, const RestPose& rest, uint32_t node) {
    const int32_t parent = model.hierarchy.parents[node];
    if (parent == kNoParent) return 1.0f / rest.size;
    const glm::mat3 above(rest.worldFromNode[static_cast<size_t>(parent)]);
    return std::cbrt(std::abs(glm::determinant(above))) / rest.size;
}

std::vector<bool> travelingNodes(const Model& model, const RestPose& rest) {
    std::vector<bool> travels(model.hierarchy.size());
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            if (keyUnit(model, rest, channel.node) * rangeOf(channel.translation) > kNodes.travels)
                travels[channel.node] = true;
    return travels;
}

bool isUsable(const glm::mat4& matrix) {
    const float volume = glm::determinant(glm::mat3(matrix));
    return std::isfinite(volume) && volume != 0.0f && std::isfinite(glm::dot(matrix[3], matrix[3]));
}

bool carriesUnweighted(const MeshInstance& instance, const Bone& bone) {
    return instance.bones.size() > 1 && &bone == &instance.bones.back() && bone.node == instance.node &&
           bone.inverseBindMatrix == glm::mat4(1.0f);
}

}  // namespace sinew
