#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "check/bind_places.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/rotation_fit.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr size_t kMinFitted = 5;          // bones
constexpr float kMinHeldByFitted = 2.0f;  // points, by their weights
constexpr float kLeastLength = 0.001f;    // of the model's size: half of a bone that has an end
constexpr size_t kTimesEnded = 2;         // bones, for each that has an end
constexpr float kLiesAsAll = 0.5f;        // of the distance to its bones: once it is put back as the sum of the meshes
constexpr float kNotFitting = 0.06f;      // of the model's size: between bones and what they hold
constexpr float kFitting = 0.25f;         // of that, once the mesh is scaled, turned or moved
constexpr float kOtherScale = 1.6f;       // a factor
constexpr float kTurnedSkin = 60.0f;      // degrees
constexpr float kBetterMirrored = 0.95f;  // of the distances that a turn leaves
constexpr float kOtherSize = 15.0f;       // of a mesh and its skeleton, at rest
constexpr size_t kMinBeside = 8;          // bones
constexpr float kBesideBones = 0.6f;      // of the size of what the bones hold: from their middle to its middle
constexpr float kFittingSize = 0.25f;     // of the size of what the bones hold: the same, of a mesh of another size

/// The middle of a bone, and that of the points that it holds.
struct FittedBone {
    glm::vec3 bone{0.0f}, held{0.0f};
    bool hasEnd = false;  ///< its length is known
};

/// How a mesh lies to its bones: it is mirrored along `axis`, if any, turned, scaled and moved.
struct SkinFit {
    std::optional<int> axis;
    float scale = 1.0f, degrees = 0.0f;
    glm::vec3 offset{0.0f};
    float before = 0.0f, moved = 0.0f, after = 0.0f;  ///< root mean squares: as it is, moved back, and all undone
    float size = 0.0f;                                ///< the same, of what the bones hold from its middle
    glm::vec3 boneMiddle{0.0f}, heldMiddle{0.0f};
    glm::quat turn{1.0f, 0.0f, 0.0f, 0.0f};

    /// Where a bone's points are that lie as this says.
    glm::vec3 placeOf(const glm::vec3& bone) const {
        glm::vec3 from = bone - boneMiddle;
        if (axis) from[*axis] = -from[*axis];
        return heldMiddle + scale * (turn * from);
    }
};

SkinFit fitOf(const std::vector<FittedBone>& bones, std::optional<int> axis) {
    SkinFit fit{.axis = axis};
    const auto count = static_cast<float>(bones.size());
    glm::vec3 &boneMiddle = fit.boneMiddle, &heldMiddle = fit.heldMiddle;
    for (const FittedBone& bone : bones)
        boneMiddle += bone.bone / count, heldMiddle += bone.held / count;
    std::vector<glm::vec3> from, to;
    for (const FittedBone& bone : bones) {
        from.push_back(bone.bone - boneMiddle), to.push_back(bone.held - heldMiddle);
        fit.before += glm::dot(bone.held - bone.bone, bone.held - bone.bone);
        fit.moved += glm::dot(to.back() - from.back(), to.back() - from.back());
        fit.size += glm::dot(to.back(), to.back());
        if (axis) from.back()[*axis] = -from.back()[*axis];
    }
    const glm::quat turn = fit.turn = rotationTo(to, from);
    float shared = 0.0f, squares = 0.0f;
    for (size_t i = 0; i < from.size(); ++i)
        shared += glm::dot(turn * from[i], to[i]), squares += glm::dot(from[i], from[i]);
    if (squares > 0.0f) fit.scale = shared / squares;
    for (size_t i = 0; i < from.size(); ++i) {
        const glm::vec3 off = to[i] - fit.scale * (turn * from[i]);
        fit.after += glm::dot(off, off);
    }
    for (float* squared : {&fit.before, &fit.moved, &fit.after, &fit.size})
        *squared = std::sqrt(*squared / count);
    fit.degrees = glm::degrees(2.0f * std::acos(std::min(1.0f, std::abs(turn.w))));
    fit.offset = heldMiddle - boneMiddle;
    return fit;
}

std::vector<FittedBone> fittedBones(const CheckedModel& checked, const BindPlaces& places,
                                    const std::map<uint32_t, HeldPlaces>& held) {
    std::vector<FittedBone> bones;
    for (const auto& [node, own] : held)
        if (own.weight >= kMinHeldByFitted) {
            const glm::vec3 middle = places.middle(node);
            const bool hasEnd = glm::distance(middle, places.joint(node)) > kLeastLength * checked.rest.size;
            bones.push_back({middle, own.middle(), hasEnd});
        }
    return bones;
}

/// A mesh that lies beside its bones, and has another shape than they: their matrices are wrong in several ways.
std::optional<Finding> besideBones(const CheckedModel& checked, const SkinFit& fit, size_t bones) {
    const float away = glm::length(fit.offset);
    if (bones < kMinBeside || !(away > kBesideBones * fit.size)) return std::nullopt;
    const Measured share = measuredOfSize(away, checked.rest.size);
    return Finding{"skin-apart",
                   Severity::warning,
                   {},
                   "lies " + lengthText(checked.model, away, share) + " beside the bones that move it, on average",
                   share.figure};
}

/// True if most bones have no end: strands, strips and faces hang on their joints, and lie beside them.
bool hasFewEnds(const std::vector<FittedBone>& bones) {
    return static_cast<size_t>(std::ranges::count(bones, true, &FittedBone::hasEnd)) * kTimesEnded < bones.size();
}

/// What is wrong with the place of a mesh, if undoing it would bring the mesh to its bones.
std::optional<Finding> misfit(const CheckedModel& checked, const std::vector<FittedBone>& bones, SkinFit& fit) {
    if (bones.size() < kMinFitted || hasFewEnds(bones)) return std::nullopt;
    fit = fitOf(bones, {});
    if (!(fit.before > kNotFitting * checked.rest.size)) return std::nullopt;
    const float limit = kFitting * fit.before;
    if (fit.moved < limit) {
        const Measured away = measuredOfSize(glm::length(fit.offset), checked.rest.size);
        return Finding{"skin-offset",
                       Severity::warning,
                       {},
                       "is offset by " + lengthText(checked.model, glm::length(fit.offset), away) +
                           " from its bones: was it moved without its skeleton?",
                       away.figure};
    }
    for (const int axis : {0, 1, 2})
        if (const SkinFit mirrored = fitOf(bones, axis);
            mirrored.degrees < kTurnedSkin && mirrored.after < kBetterMirrored * fit.after)
            fit = mirrored;
    if (!(fit.after < limit) || !(fit.scale > 0.0f)) return besideBones(checked, fit, bones.size());
    const Measured times = measured(static_cast<double>(fit.scale), "times");
    if (fit.scale > kOtherScale || fit.scale < 1.0f / kOtherScale) {
        if (fit.after > kFittingSize * fit.size) return std::nullopt;
        return Finding{"skin-unit",
                       Severity::warning,
                       {},
                       "is " + times.text + " as large as the bones that move it: another unit?",
                       times.figure};
    }
    if (fit.axis)
        return Finding{"skin-mirrored",
                       Severity::warning,
                       {},
                       std::string("is mirrored along ") + "XYZ"[*fit.axis] + " against the bones that move it"};
    if (fit.degrees < kTurnedSkin) return std::nullopt;
    const Measured turn = measured(static_cast<double>(fit.degrees), "degrees");
    return Finding{"skin-turned",
                   Severity::warning,
                   {},
                   "is turned by " + turn.text + " against the bones that move it: other axes?",
                   turn.figure};
}

/// True for a mesh with few bones, or a mixed one, that lies to its bones as the fit says.
bool liesAs(const SkinFit& fit, const std::vector<FittedBone>& bones) {
    float before = 0.0f, after = 0.0f;
    for (const FittedBone& bone : bones) {
        before += glm::distance(bone.held, bone.bone);
        after += glm::distance(bone.held, fit.placeOf(bone.bone));
    }
    return after < kLiesAsAll * before;
}

/// The diagonal of a mesh at rest; adds the bones that move it.
float diagonalOf(const CheckedModel& checked, const MeshGroup& group, std::set<uint32_t>& bones) {
    Box box;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = checked.model.instances[index];
        for (const Bone& bone : instance.bones)
            if (!carriesUnweighted(instance, bone)) bones.insert(bone.node);
        for (const glm::vec3& position : checked.restPositions(index))
            box.add(position);
    }
    return box.diagonal();
}

}  // namespace

std::vector<Finding> checkSkinFit(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    const BindPlaces& places = checked.bindPlaces();
    std::vector<std::pair<const MeshGroup*, std::vector<FittedBone>>> ofGroups;
    std::map<uint32_t, HeldPlaces> all;
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        const std::map<uint32_t, HeldPlaces> held = heldPlaces(checked.boundPoints(group));
        for (const auto& [node, own] : held)
            all[node].add(own);
        ofGroups.emplace_back(&group, fittedBones(checked, places, held));
    }
    SkinFit fitOfAll;
    const std::optional<Finding> ofAll = misfit(checked, fittedBones(checked, places, all), fitOfAll);
    for (const auto& [group, bones] : ofGroups) {
        SkinFit fit;
        std::optional<Finding> found = misfit(checked, bones, fit);
        if (ofAll && (found || liesAs(fitOfAll, bones))) found = ofAll;
        if (!found) continue;
        findings.push_back(*found);
        findings.back().object = group->name;
    }
    return findings;
}

std::vector<Finding> checkSkinSizes(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    Box skeleton;
    const std::vector<bool> isBone = boneNodes(checked.model);
    for (uint32_t node = 0; node < isBone.size(); ++node)
        if (isBone[node]) skeleton.add(glm::vec3(checked.rest.worldFromNode[node][3]));
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        std::set<uint32_t> bones;
        const float mesh = diagonalOf(checked, group, bones);
        Box box;
        for (const uint32_t node : bones)
            box.add(glm::vec3(checked.rest.worldFromNode[node][3]));
        if (bones.size() < 2 || !(box.diagonal() > 0.0f) || !(mesh > 0.0f)) continue;
        const float ratio = mesh / box.diagonal();
        // A head may hang on two bones that are close to each other.
        if (ratio > 1.0f / kOtherSize && mesh / skeleton.diagonal() < kOtherSize) continue;
        const Measured times = measured(static_cast<double>(ratio), "times");
        findings.push_back({"skin-unit", Severity::warning, group.name,
                            "is " + times.text + " the size of the bones that move it: another unit?", times.figure});
    }
    return findings;
}

}  // namespace sinew
