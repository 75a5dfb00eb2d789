#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/ancestry.h"
#include "check/binding_checks.h"
#include "check/bones.h"
#include "check/bound_bones.h"

namespace sinew {
namespace {

constexpr size_t kMostMovedLimbs = 64;  // bones that may hang elsewhere: more take long
constexpr size_t kMostCutLimbs = 16;    // more are a pose
constexpr float kParallel = 0.999f;     // the cosine
constexpr float kKeptPlace = 0.02f;     // of the length of an offset: it is the one of the bind pose
// Shares of the model's size.
constexpr float kFitsBelow = 0.002f;   // a limb below the node from which it was cut
constexpr float kAtParent = 1e-4f;     // an offset that was lost
constexpr float kLeastOffset = 0.01f;  // shorter ones fit several bones

bool areParallel(const glm::vec3& a, const glm::vec3& b) {
    return glm::dot(a, b) > kParallel * glm::length(a) * glm::length(b);
}

/// Bones that rest at the place of the one above them.
struct LostChain {
    size_t first = 0, bones = 0;
    float farthest = 0.0f;
};

Finding offsetLost(const BoundBones& bones, size_t top, const LostChain& chain) {
    const Measured away = measuredShare(static_cast<double>(chain.farthest), "the model's size");
    const bool isOne = chain.bones == 1;
    return {"bone-offset-lost", Severity::warning, bones.name(top),
            "has " + std::string(isOne ? "a bone" : std::to_string(chain.bones) + " bones") + " below it that rest" +
                (isOne ? "s" : "") + " at its own place, '" + bones.name(chain.first) + (isOne ? "'" : "' first") +
                ", although bound up to " + bones.textOf(chain.farthest, away) + " away: their offsets are 0",
            away.figure};
}

/// How far a bone rests from where it was bound, seen from another one.
float movedFrom(const BoundBones& bones, size_t former, size_t bone) {
    return bones.shareOf(former, bones.restOffset(former, bone) - bones.boundOffset(former, bone));
}

/// The bone below which another one was bound with the offset that it now has below its parent.
std::optional<size_t> formerParent(const BoundBones& bones, size_t bone) {
    const NodeHierarchy& hierarchy = bones.model.hierarchy;
    const glm::vec3 local = hierarchy.rest[bones.nodes[bone]].translation;
    const auto parent = static_cast<uint32_t>(hierarchy.parents[bones.nodes[bone]]);
    const auto placeOf = [&](uint32_t node) { return glm::vec3(bones.rest.worldFromNode[node][3]); };
    for (size_t former = 0; former < bones.size(); ++former)
        if (glm::distance(glm::vec3(bones.inverses[former] * bones.binds[bone][3]), local) <
                kKeptPlace * glm::length(local) &&
            bones.nodes[former] != parent &&
            glm::distance(placeOf(bones.nodes[former]), placeOf(parent)) > kOutOfPlace * bones.rest.size &&
            movedFrom(bones, former, bone) > kOutOfPlace &&
            !isAtOrBelow(hierarchy.parents, bones.nodes[former], bones.nodes[bone]))
            return former;
    return std::nullopt;
}

/// True for a bone that may have kept its offset, but hang on another node than it was bound below.
bool mayBeMoved(const BoundBones& bones, size_t bone) {
    const uint32_t node = bones.nodes[bone];
    const std::optional<size_t> parent = bones.parents[bone];
    if (bones.model.hierarchy.parents[node] == kNoParent || bones.travels(bone)) return false;
    if (parent && bones.offset(bone) < kOutOfPlace) return false;
    const glm::vec3 local = bones.model.hierarchy.rest[node].translation;
    if (glm::length(local) * keyUnit(bones.model, bones.rest, node) < kLeastOffset) return false;
    return !parent || !areParallel(local, bones.boundOffset(*parent, bone));  // not longer
}

Finding limbMoved(const BoundBones& bones, size_t bone, size_t former) {
    const float share = movedFrom(bones, former, bone);
    const Measured away = measuredShare(static_cast<double>(share), "the model's size");
    const NodeHierarchy& hierarchy = bones.model.hierarchy;
    const auto parent = static_cast<uint32_t>(hierarchy.parents[bones.nodes[bone]]);
    return {"bone-parent", Severity::warning, bones.name(bone),
            "hangs on '" + hierarchy.names[parent] + "', but was bound below '" + bones.name(former) +
                "' with the same offset: it rests " + bones.textOf(share, away) + " from its place",
            away.figure};
}

/// Whether bones would move the mesh as `reference` does if `moved` were applied to them.
bool wouldAgree(const BoundBones& bones, const std::vector<size_t>& limb, const glm::mat4& moved, size_t reference) {
    return std::ranges::all_of(limb, [&](size_t bone) {
        const glm::mat4 moves = moved * bones.moves[bone];
        return std::ranges::all_of(bones.probes(bone, bones.moves[reference]), [&](const glm::vec4& point) {
            return glm::length(glm::vec3(moves * point - bones.moves[reference] * point)) <
                   kFitsBelow * bones.rest.size;
        });
    });
}

/// The node below which the bones at and below `top` would agree with `reference`, if `top` kept its transform.
std::optional<uint32_t> fittingParent(const BoundBones& bones, uint32_t top, const std::vector<size_t>& limb,
                                      size_t reference) {
    const NodeHierarchy& hierarchy = bones.model.hierarchy;
    const int32_t parent = hierarchy.parents[top];
    const glm::mat4 above =
        parent == kNoParent ? glm::mat4(1.0f) : bones.rest.worldFromNode[static_cast<size_t>(parent)];
    if (!isUsable(above)) return std::nullopt;
    const glm::mat4 local = glm::inverse(above);
    for (uint32_t node = 0; node < hierarchy.size(); ++node)
        if (!isAtOrBelow(hierarchy.parents, node, top) &&
            wouldAgree(bones, limb, bones.rest.worldFromNode[node] * local, reference))
            return node;
    return std::nullopt;
}

/// The bones at and below each node that carries no bone that agrees, but hangs on one that does, or on none.
std::map<uint32_t, std::vector<size_t>> strayLimbs(const BoundBones& bones, const Majority& most) {
    const NodeHierarchy& hierarchy = bones.model.hierarchy;
    std::vector<bool> holdsSound(hierarchy.size());  // at or above a bone that agrees
    for (size_t bone = 0; bone < bones.size(); ++bone)
        if (most.agrees[bone]) holdsSound[bones.nodes[bone]] = true;
    markAbove(hierarchy, holdsSound);
    std::map<uint32_t, std::vector<size_t>> limbs;
    for (size_t bone = 0; bone < bones.size(); ++bone) {
        uint32_t top = bones.nodes[bone];
        if (holdsSound[top] || bones.explained[bone]) continue;
        while (hierarchy.parents[top] != kNoParent && !holdsSound[static_cast<size_t>(hierarchy.parents[top])])
            top = static_cast<uint32_t>(hierarchy.parents[top]);
        limbs[top].push_back(bone);
    }
    return limbs;
}

Finding limbCut(const BoundBones& bones, uint32_t top, uint32_t parent, float share) {
    const Measured away = measuredShare(static_cast<double>(share), "the model's size");
    const std::vector<std::string>& names = bones.model.hierarchy.names;
    const int32_t above = bones.model.hierarchy.parents[top];
    return {"bone-parent", Severity::warning, names[top],
            (above == kNoParent ? "hangs on no bone" : "hangs on '" + names[static_cast<size_t>(above)] + "'") +
                ", but it and what is below it fit '" + bones.skin.name + "' below '" + names[parent] +
                "' with the same transform: it rests " + bones.textOf(share, away) + " from its place",
            away.figure};
}

}  // namespace

void checkLostOffsets(BoundBones& bones, std::vector<Finding>& findings) {
    std::map<size_t, LostChain> chains;  // by the bone at whose place they are
    std::vector<std::optional<size_t>> tops(bones.size());
    for (size_t bone = 0; bone < bones.size(); ++bone) {
        const std::optional<size_t> parent = bones.parents[bone];
        if (!parent || bones.shareOf(*parent, bones.restOffset(*parent, bone)) > kAtParent ||
            bones.shareOf(*parent, bones.boundOffset(*parent, bone)) < kOutOfPlace)
            continue;
        const size_t top = tops[*parent] ? *tops[*parent] : *parent;
        tops[bone] = top;
        LostChain& chain = chains.try_emplace(top, LostChain{.first = bone}).first->second;
        ++chain.bones;
        chain.farthest = std::max(chain.farthest, bones.shareOf(top, bones.boundOffset(top, bone)));
    }
    for (const auto& [top, chain] : chains)
        findings.push_back(offsetLost(bones, top, chain));
    for (size_t bone = 0; bone < bones.size(); ++bone)
        if (tops[bone]) bones.explain(bone);
    for (size_t bone = 0; bone < bones.size(); ++bone)
        bones.isExplained(bone);
}

void checkMovedLimbs(BoundBones& bones, std::vector<Finding>& findings) {
    std::vector<bool> mayBe(bones.size());
    for (size_t bone = 0; bone < bones.size(); ++bone)
        mayBe[bone] = !bones.explained[bone] && mayBeMoved(bones, bone);
    const auto candidates = static_cast<size_t>(std::ranges::count(mayBe, true));
    if (candidates == 0 || candidates > kMostMovedLimbs) return;
    for (size_t bone = 0; bone < bones.size(); ++bone) {
        if (bones.isExplained(bone) || !mayBe[bone]) continue;
        const std::optional<size_t> former = formerParent(bones, bone);
        if (!former) continue;
        findings.push_back(limbMoved(bones, bone, *former));
        bones.explain(bone);
    }
}

void checkCutLimbs(BoundBones& bones, const Majority& most, std::vector<Finding>& findings) {
    const std::map<uint32_t, std::vector<size_t>> limbs = strayLimbs(bones, most);
    if (limbs.size() > kMostCutLimbs) return;
    for (const auto& [top, limb] : limbs) {
        if (limb.size() < 2 && top == bones.nodes[limb.front()]) continue;  // its own matrix may be wrong
        float share = 0.0f;
        for (const size_t bone : limb)
            share = std::max(share, bones.apart(most.reference(), bone));
        if (share < kOutOfPlace) continue;
        const std::optional<uint32_t> parent = fittingParent(bones, top, limb, most.reference());
        if (!parent) continue;
        findings.push_back(limbCut(bones, top, *parent, share));
        for (const size_t bone : limb)
            bones.explain(bone);
    }
}

}  // namespace sinew
