#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/ancestry.h"
#include "check/binding_checks.h"
#include "check/bound_bones.h"

namespace sinew {
namespace {

constexpr double kMixed = 0.4;       // of the bones that do not fit their parents: their matrices are mixed up
constexpr size_t kMinMixed = 5;      // bones with a parent
constexpr size_t kMinForRoot = 5;    // bones that agree against the root of the skeleton
constexpr float kScaledBone = 1.1f;  // a factor
constexpr size_t kMostScaled = 4;    // bones: more are a style
// Shares of the model's size.
constexpr float kLost = 0.12f;    // from the bone beside which it was bound
constexpr float kBeside = 0.2f;   // that bone
constexpr float kSlight = 0.03f;  // a note

Finding misbound(const BoundBones& bones, size_t bone, float share) {
    const Measured away = measuredShare(static_cast<double>(share), "the model's size");
    const bool mirrored = bones.isMirrored(bone), areRigid = bones.skin.areRigid;
    // A foot that follows a target of its own rests wherever the figure was posed.
    // So does a prop that was bound by itself.
    const bool isSlight = share < kSlight || bones.travels(bone) || areRigid;
    return {"bone-misbound", isSlight && (!mirrored || areRigid) ? Severity::info : Severity::warning, bones.name(bone),
            (mirrored ? "is bound mirrored, and what it moves is up to " : "moves what it is bound to by ") +
                bones.textOf(share, away) + " from where the other bones of '" + bones.skin.name +
                (areRigid ? "' and other rigid meshes have it" : "' have it"),
            away.figure};
}

Finding posed(const BoundBones& bones, uint32_t node, float share) {
    const Measured away = measuredShare(static_cast<double>(share), "the model's size");
    return {"bone-posed", Severity::info, bones.model.hierarchy.names[node],
            "rests " + bones.textOf(share, away) + " from where it was bound, with everything below it", away.figure};
}

/// True if the place of a bone that moves the mesh elsewhere fits the bones around it: it was posed.
bool isPosed(const BoundBones& bones, const Majority& most, size_t bone) {
    const std::optional<size_t> parent = bones.parents[bone];
    const auto isInPlace = [&](size_t one) { return bones.offset(one) < kOutOfPlace; };
    bool hasChildren = false, isFollowed = false, fits = parent && !most.agrees[*parent] && isInPlace(bone);
    for (size_t child = bone + 1; child < bones.size(); ++child) {
        if (bones.parents[child] != bone) continue;
        hasChildren = true;
        isFollowed |= !most.agrees[child];
        fits &= isInPlace(child);
    }
    // The end of a chain may be posed: its place tells, its direction does not.
    // A shin is bent between a thigh and a foot that stands as it did.
    return isFollowed || fits || (!hasChildren && parent && isInPlace(bone));
}

/// The lowest node that is at or above all bones that agree, or all others, if none of the other group is below it.
std::optional<uint32_t> branchOf(const BoundBones& bones, const std::vector<bool>& agrees, bool group) {
    const std::span<const int32_t> parents = bones.model.hierarchy.parents;
    const auto counted = [&](uint32_t top, bool which) {
        size_t count = 0;
        for (size_t bone = 0; bone < bones.size(); ++bone)
            count += agrees[bone] == which && isAtOrBelow(parents, bones.nodes[bone], top);
        return count;
    };
    const auto first = static_cast<size_t>(std::ranges::find(agrees, group) - agrees.begin());
    const auto size = static_cast<size_t>(std::ranges::count(agrees, group));
    for (auto node = static_cast<int32_t>(bones.nodes[first]); node != kNoParent;
         node = parents[static_cast<size_t>(node)]) {
        const auto top = static_cast<uint32_t>(node);
        if (counted(top, !group) > 0) return std::nullopt;
        if (counted(top, group) == size) return top;
    }
    return std::nullopt;
}

/// Bones that have not the size with which they were bound.
void checkBoneSizes(const BoundBones& bones, std::vector<Finding>& findings) {
    const auto size = [&](size_t bone) { return std::cbrt(std::abs(glm::determinant(glm::mat3(bones.moves[bone])))); };
    std::vector<std::pair<size_t, float>> scaled;
    for (size_t bone = 0; bone < bones.size(); ++bone) {
        if (!bones.parents[bone]) continue;
        const float times = size(bone) / size(*bones.parents[bone]);
        if (times > kScaledBone || times < 1.0f / kScaledBone) scaled.emplace_back(bone, times);
    }
    if (scaled.size() > kMostScaled) return;
    for (const auto& [bone, times] : scaled) {
        const Measured factor = measured(static_cast<double>(times), "times");
        findings.push_back(
            {"bone-scaled", Severity::info, bones.name(bone),
             "rests at " + factor.text + " the size with which it was bound, relative to the bone above it",
             factor.figure});
    }
}

/// Bones without a parent that do not rest beside the bone beside which they were bound.
void checkRoots(const BoundBones& bones, std::vector<Finding>& findings) {
    const float size = bones.rest.size;
    const auto restsAt = [&](size_t bone) { return glm::vec3(bones.rest.worldFromNode[bones.nodes[bone]][3]); };
    const auto bound = [&](size_t a, size_t b) {  // if b followed a
        return glm::distance(restsAt(a), glm::vec3(bones.moves[a] * bones.binds[b][3])) / size;
    };
    std::vector<size_t> roots;
    for (size_t bone = 0; bone < bones.size(); ++bone)
        roots.push_back(bones.parents[bone] ? roots[*bones.parents[bone]] : bone);
    for (size_t bone = 1; bone < bones.size(); ++bone) {
        if (bones.parents[bone]) continue;
        size_t nearest = bone;  // of another tree
        for (size_t other = 0; other < bones.size(); ++other)
            if (roots[other] != bone && (nearest == bone || bound(bone, other) < bound(bone, nearest))) nearest = other;
        const float away = glm::distance(restsAt(bone), restsAt(nearest)) / size - bound(bone, nearest);
        if (!(away > kLost) || bound(bone, nearest) > kBeside) continue;
        const Measured far = measuredShare(static_cast<double>(away), "the model's size");
        findings.push_back({"bone-apart", bones.travels(bone) ? Severity::info : Severity::warning, bones.name(bone),
                            "has no parent, and rests " + bones.textOf(away, far) + " farther from '" +
                                bones.name(nearest) + "' than it was bound",
                            far.figure});
    }
}

/// How far bones are bound from where they rest, seen from their parents, and how many of those below each one are out
/// of place.
struct BoundOffsets {
    explicit BoundOffsets(const BoundBones& ofSkin)
        : bones(ofSkin), away(bones.size()), children(bones.size()), bad(bones.size()) {
        for (size_t bone = 0; bone < bones.size(); ++bone) {
            if (!bones.parents[bone]) continue;
            away[bone] = bones.offset(bone);
            ++edges, ++children[*bones.parents[bone]];
            if (isMoved(bone)) ++broken, ++bad[*bones.parents[bone]];
        }
    }

    const BoundBones& bones;
    std::vector<float> away;
    std::vector<size_t> children, bad;
    size_t edges = 0, broken = 0;

    bool isMoved(size_t bone) const { return away[bone] > kOutOfPlace; }

    /// A moved bone is off both ways: from its parent, and its children from it.
    bool isOff(size_t bone) const { return bad[bone] > 0 && bad[bone] == children[bone]; }

    bool isMisbound(size_t bone) const {
        const std::optional<size_t> parent = bones.parents[bone];
        bool isExplained = false;
        for (size_t child = bone + 1; child < bones.size(); ++child)
            isExplained |= bones.parents[child] == bone && isMoved(child) &&
                           (isOff(child) || (children[child] == 0 && children[bone] == 1));
        const bool isTurned = isOff(bone) && (isMoved(bone) || !isExplained);
        const bool parentTurned = parent && bad[*parent] == children[*parent] && children[*parent] > 1;
        return isTurned || (isMoved(bone) && !parentTurned && children[bone] == 0);
    }

    /// Of a bone and those below it.
    float farthest(size_t bone) const {
        float share = away[bone];
        for (size_t child = bone + 1; child < bones.size(); ++child)
            if (bones.parents[child] == bone) share = std::max(share, away[child]);
        return share;
    }
};

}  // namespace

void checkOthers(const BoundBones& bones, const Majority& most, std::vector<Finding>& findings) {
    const size_t reference = most.reference();
    for (size_t bone = 0; bone < bones.size(); ++bone) {
        if (most.agrees[bone]) continue;
        const std::optional<size_t> parent = bones.parents[bone];
        if (parent && !most.agrees[*parent] && bones.apart(*parent, bone) < kMovedAlike) continue;  // follows it
        if (!parent && bones.size() < kMinForRoot) continue;
        const float away = bones.apart(reference, bone);
        const bool mirrored = bones.isMirrored(bone) != bones.isMirrored(reference);
        findings.push_back(!isPosed(bones, most, bone) || mirrored ? misbound(bones, bone, away)
                                                                   : posed(bones, bones.nodes[bone], away));
    }
}

void checkBranch(const BoundBones& bones, const Majority& most, std::vector<Finding>& findings) {
    const std::vector<bool>& agrees = most.agrees;
    if (std::ranges::count(agrees, false) == 0) return;
    const auto other = static_cast<size_t>(std::ranges::find(agrees, false) - agrees.begin());
    for (size_t bone = 0; bone < bones.size(); ++bone)
        if (!agrees[bone] && bones.apart(other, bone) >= kMovedAlike) return;
    std::optional<uint32_t> branch = branchOf(bones, agrees, false);
    if (!branch) branch = branchOf(bones, agrees, true);
    if (!branch) return;
    const std::string& name = bones.model.hierarchy.names[*branch];
    if (std::ranges::find(findings, name, &Finding::object) != findings.end()) return;
    findings.push_back(posed(bones, *branch, bones.apart(most.reference(), other)));
}

void checkOffsets(const BoundBones& bones, std::vector<Finding>& findings) {
    checkBoneSizes(bones, findings);
    checkRoots(bones, findings);
    const BoundOffsets offsets(bones);
    const bool areMixed = static_cast<double>(offsets.broken) > kMixed * static_cast<double>(offsets.edges);
    if (areMixed && offsets.edges >= kMinMixed) {
        findings.push_back({"bind-mixed", Severity::warning, bones.skin.name,
                            "is bound to " + std::to_string(offsets.broken) + " of " + std::to_string(offsets.edges) +
                                " bones elsewhere than they rest: another order of the joints, or another skeleton?"});
        return;
    }
    if (offsets.broken == 0 || (areMixed && offsets.broken > 2)) return;
    for (size_t bone = 0; bone < bones.size(); ++bone)
        if (offsets.isMisbound(bone)) findings.push_back(misbound(bones, bone, offsets.farthest(bone)));
}

}  // namespace sinew
