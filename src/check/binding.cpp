#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/binding_checks.h"
#include "check/bones.h"
#include "check/bound_bones.h"
#include "check/checks.h"

namespace sinew {
namespace {

constexpr size_t kMostUnlikeOthers = 64;  // bones that do not agree: more take long
constexpr size_t kFewMirrored = 4, kTimesMirrored = 3;
constexpr double kMostRigid = 0.8;  // of meshes that follow one bone each, bound alike: the others are wrong

/// Where most matrices of a skin are wrong, it is the skin that was written so.
void checkAffine(const Model& model, const SkinBones& skin, std::vector<Finding>& findings) {
    std::vector<uint32_t> odd;
    size_t usable = 0;
    for (const auto& [node, inverse] : skin.inverse) {
        if (!isUsable(inverse)) continue;  // reported as singular
        ++usable;
        if (!isAffine(inverse)) odd.push_back(node);
    }
    const bool areExchanged =
        std::ranges::all_of(odd, [&](uint32_t node) { return isAffine(glm::transpose(skin.inverse.at(node))); });
    const std::string cause = std::string("not 0 0 0 1") + (areExchanged ? ": rows and columns exchanged" : "");
    if (odd.size() > 1 && 2 * odd.size() >= usable) {
        const Measured count = measuredPart(odd.size(), usable, "inverse bind matrix", "inverse bind matrices");
        findings.push_back({"bind-not-affine", Severity::error, skin.name,
                            "has a last row in " + count.text + " that is " + cause, count.figure});
        return;
    }
    for (const uint32_t node : odd)
        findings.push_back({"bind-not-affine", Severity::error, model.hierarchy.names[node],
                            "has an inverse bind matrix for '" + skin.name + "' whose last row is " + cause});
}

/// True if the node of a bone mirrors it.
bool mirrorsItself(const BoundBones& bones, size_t bone) {
    const glm::vec3& scale = bones.model.hierarchy.rest[bones.nodes[bone]].scale;
    return scale.x * scale.y * scale.z < 0.0f;
}

/// In any pose, bones mirror the mesh all alike: reports and drops the few that do not.
void dropMirrored(BoundBones& bones, std::vector<Finding>& findings) {
    std::vector<size_t> mirrored;
    for (size_t bone = bones.size(); bone-- > 0;)
        if (bones.isMirrored(bone)) mirrored.push_back(bone);
    if (bones.skin.areRigid || bones.skin.areParts || mirrored.size() > kFewMirrored ||
        mirrored.size() * kTimesMirrored > bones.size())
        return;
    std::erase_if(mirrored, [&](size_t bone) { return mirrorsItself(bones, bone); });
    for (const size_t bone : mirrored)
        findings.push_back({"bone-misbound", Severity::warning, bones.name(bone),
                            "is bound mirrored, unlike the other bones of '" + bones.skin.name + "'"});
    if (!mirrored.empty()) bones.drop(mirrored);
}

/// True if two bones with each other's matrices would fit the bones above and below them, and do not as they are.
bool fitsOthers(const BoundBones& bones, size_t a, size_t b) {
    size_t brokenAtA = 0, brokenAtB = 0;
    for (size_t bone = 0; bone < bones.size(); ++bone) {
        const std::optional<size_t> parent = bones.parents[bone];
        if (!parent) continue;
        const bool isOfA = bone == a || *parent == a, isOfB = bone == b || *parent == b;
        if (!isOfA && !isOfB) continue;
        if (bones.offset(bone, a, b) > kOutOfPlace) return false;
        if (bones.offset(bone) > kOutOfPlace) brokenAtA += isOfA, brokenAtB += isOfB;
    }
    return brokenAtA > 0 && brokenAtB > 0 && brokenAtA + brokenAtB > 2;
}

/// True if two bones with each other's matrices would move the mesh as `reference` does.
bool fitsReference(const BoundBones& bones, size_t a, size_t b, size_t reference) {
    const auto isSame = [&](size_t bone, size_t bound) {
        const glm::mat4 moves = bones.rest.worldFromNode[bones.nodes[bone]] * bones.inverses[bound];
        return std::ranges::all_of(bones.probes(bound, moves), [&](const glm::vec4& point) {
            const glm::vec4 off = moves * point - bones.moves[reference] * point;
            return glm::length(glm::vec3(off)) < kMovedAlike * bones.rest.size;
        });
    };
    return isSame(a, b) && isSame(b, a);
}

/// Reports bones with each other's matrices, and gives each its own. True if there are some.
bool undoExchanges(BoundBones& bones, const Majority& most, std::vector<Finding>& findings) {
    const auto report = [&](size_t bone, size_t other) {
        findings.push_back({"bind-exchanged", Severity::warning, bones.name(bone),
                            "has the inverse bind matrix of '" + bones.name(other) + "' for '" + bones.skin.name +
                                "', and the other way round: exchanged"});
    };
    std::vector<size_t> others;
    for (size_t bone = 0; bone < bones.size(); ++bone)
        if (!most.agrees[bone]) others.push_back(bone);
    if (others.size() > kMostUnlikeOthers) return false;
    std::set<size_t> done;
    for (const size_t a : others)
        for (const size_t b : others) {
            if (b <= a || done.contains(a) || done.contains(b)) continue;
            const bool fits = most.areMost() && fitsReference(bones, a, b, most.reference());
            if (!fits && !fitsOthers(bones, a, b)) continue;
            done.insert(a), done.insert(b);
            report(a, b), report(b, a);
            bones.exchange(a, b);
        }
    return !done.empty();
}

void checkSkin(BoundBones bones, std::vector<Finding>& findings) {
    dropMirrored(bones, findings);
    if (bones.size() < 2) return;
    Majority most = bones.majority();
    if (undoExchanges(bones, most, findings)) most = bones.majority();
    const SkinBones& skin = bones.skin;
    const bool areMostRigid = static_cast<double>(most.count) >= kMostRigid * static_cast<double>(bones.size());
    if (skin.areParts || (skin.areRigid && !areMostRigid))
        checkBranch(bones, most, findings);
    else if (most.areMost())
        checkOthers(bones, most, findings);
    else
        checkOffsets(bones, findings);
}

}  // namespace

std::vector<Finding> checkBinding(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    const std::vector<bool> traveling = travelingNodes(checked.model, checked.rest);
    for (const SkinBones& skin : skinsOf(checked.model)) {
        checkAffine(checked.model, skin, findings);
        checkSkin({checked.model, checked.rest, traveling, skin}, findings);
    }
    return findings;
}

}  // namespace sinew
