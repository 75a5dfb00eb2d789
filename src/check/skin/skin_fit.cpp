#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "check/checks.h"
#include "check/rotation_fit.h"
#include "check/skin/skin_rules.h"

namespace sinew {
namespace {

/// The middles of bones and of the points that they hold.
struct FittedBones {
    std::vector<glm::vec3> bones, held;
};

/// How a mesh lies to its bones: it is mirrored along `axis`, if any, turned, scaled and moved. Distances are root mean
/// squares.
struct SkinFit {
    std::optional<int> axis;
    float scale = 1.0f, degrees = 0.0f;
    glm::vec3 offset{0.0f};
    float before = 0.0f, moved = 0.0f, after = 0.0f;  ///< as it is, moved back, and all undone
    float size = 0.0f;                                ///< of what the bones hold from its middle
};

glm::vec3 middleOf(const std::vector<glm::vec3>& places) {
    glm::vec3 sum(0.0f);
    for (const glm::vec3& place : places)
        sum += place;
    return sum / static_cast<float>(places.size());
}

SkinFit fitOf(const FittedBones& fitted, std::optional<int> axis) {
    SkinFit fit{.axis = axis};
    const glm::vec3 from = middleOf(fitted.bones), to = middleOf(fitted.held);
    FittedBones around;
    for (size_t i = 0; i < fitted.bones.size(); ++i) {
        const glm::vec3 bone = fitted.bones[i] - from, held = fitted.held[i] - to;
        around.bones.push_back(bone), around.held.push_back(held);
        if (axis) around.bones[i][*axis] = -bone[*axis];
        fit.before += glm::dot(fitted.held[i] - fitted.bones[i], fitted.held[i] - fitted.bones[i]);
        fit.moved += glm::dot(held - bone, held - bone);
        fit.size += glm::dot(held, held);
    }
    const glm::quat turn = rotationTo(around.held, around.bones);
    float shared = 0.0f, squares = 0.0f;
    for (size_t i = 0; i < around.bones.size(); ++i) {
        shared += glm::dot(turn * around.bones[i], around.held[i]);
        squares += glm::dot(around.bones[i], around.bones[i]);
    }
    if (squares > 0.0f) fit.scale = shared / squares;
    for (size_t i = 0; i < around.bones.size(); ++i) {
        const glm::vec3 off = around.held[i] - fit.scale * (turn * around.bones[i]);
        fit.after += glm::dot(off, off);
    }
    for (float* squared : {&fit.before, &fit.moved, &fit.after, &fit.size})
        *squared = std::sqrt(*squared / static_cast<float>(fitted.bones.size()));
    fit.degrees = glm::degrees(2.0f * std::acos(std::min(1.0f, std::abs(turn.w))));
    fit.offset = to - from;
    return fit;
}

SkinFit bestFit(const FittedBones& bones) {
    SkinFit fit = fitOf(bones, {});
    for (const int axis : {0, 1, 2})
        if (const SkinFit mirrored = fitOf(bones, axis);
            mirrored.degrees < kSkin.meshTurn && mirrored.after < kSkin.mirrorFits * fit.after)
            fit = mirrored;
    return fit;
}

/// True if half of the bones lie away from what they hold.
bool areAway(const FittedBones& bones, float least) {
    std::vector<float> away;
    for (size_t i = 0; i < bones.bones.size(); ++i)
        away.push_back(glm::distance(bones.bones[i], bones.held[i]));
    return medianOf(away) > least;
}

/// True if most bones that lie away from what they hold have it around another bone.
bool areMixed(const HeldMesh& mesh, float least) {
    size_t away = 0, mixed = 0;
    for (const HeldBone& bone : mesh.bones)
        away += bone.middleAway > least, mixed += bone.around.has_value();
    return mixed >= kSkin.mixedBones && 2 * mixed > away;
}

/// How much longer the mesh is than its bones along their longest axis, where a scale of its own along each axis
/// explains where it lies.
std::optional<std::string> squashText(const FittedBones& bones, float size) {
    const glm::vec3 from = middleOf(bones.bones), to = middleOf(bones.held);
    glm::vec3 shared(0.0f), squares(0.0f), after(0.0f);
    for (size_t i = 0; i < bones.bones.size(); ++i) {
        shared += (bones.bones[i] - from) * (bones.held[i] - to);
        squares += (bones.bones[i] - from) * (bones.bones[i] - from);
    }
    const glm::vec3 scale = shared / squares;
    for (size_t i = 0; i < bones.bones.size(); ++i) {
        const glm::vec3 off = bones.held[i] - to - scale * (bones.bones[i] - from);
        after += off * off / static_cast<float>(bones.bones.size());
    }
    const int axis = squares.x > std::max(squares.y, squares.z) ? 0 : squares.y > squares.z ? 1 : 2;
    const bool isOther = scale[axis] > kSkin.meshScale || scale[axis] < 1.0f / kSkin.meshScale;
    if (!isOther || !(std::sqrt(after.x + after.y + after.z) < kSkin.explained * size)) return std::nullopt;
    return "is " + figure(static_cast<double>(scale[axis])) + " times as long along " + "XYZ"[axis] + " as its bones";
}

/// What the mesh is to its bones; empty if no similarity explains where it lies, or none is needed.
std::string similarityText(const SkinFit& fit) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "is " : ", ") + part; };
    if (fit.scale > kSkin.meshScale || fit.scale < 1.0f / kSkin.meshScale)
        add(figure(static_cast<double>(fit.scale)) + " times as large as its bones");
    if (fit.axis) add(std::string("mirrored along ") + "XYZ"[*fit.axis] + " against its bones");
    if (fit.degrees > kSkin.meshTurn)
        add("turned by " + figure(static_cast<double>(fit.degrees)) + " degrees against its bones");
    return text;
}

}  // namespace

bool findApart(const CheckedModel& checked, const BoneLines& lines, const HeldMesh& mesh,
               std::vector<Finding>& findings) {
    FittedBones bones;
    for (const HeldBone& bone : mesh.bones)
        if (bone.weight >= kSkin.heldPoints)
            bones.bones.push_back(lines.middle(bone.node)), bones.held.push_back(bone.middle);
    if (bones.bones.size() <= kSkin.bones) return false;
    const SkinFit plain = fitOf(bones, {});
    const float least = kSkin.middleAway * checked.rest.size;
    if (!areAway(bones, least)) return false;
    const auto lies = [&](const std::string& text, float length) {
        const Measured away = measuredOfSize(length, checked.rest.size);
        tell(findings, "skin-apart", Severity::warning, {meshSubject(checked.model, *mesh.group)},
             text + lengthText(checked.model, length, away) + " away", away.figure);
        return true;
    };
    const bool isBeside = plain.moved < kSkin.explained * plain.before;
    // Strands, strips and faces hang on their joints, and lie beside them.
    if (isBeside && mesh.isFlat) return false;
    const auto reportScaled = [&](const std::string& is) {
        return lies(is + "; on average, a bone is ", plain.before);
    };
    const SkinFit fit = bestFit(bones);
    const std::string similar =
        !isBeside && fit.scale > 0.0f && fit.after < kSkin.explained * std::min(fit.before, fit.size)
            ? similarityText(fit)
            : "";
    if (!similar.empty() && (fit.axis || !areMixed(mesh, least))) return reportScaled(similar);
    if (const auto squash = squashText(bones, std::min(plain.before, plain.size)); squash && !isBeside)
        return reportScaled(*squash);
    if (!isBeside && areMixed(mesh, least)) return false;
    if (isBeside || (!mesh.isFlat && glm::length(plain.offset) > kSkin.beside * mesh.box.diagonal()))
        return lies("lies beside its bones, ", glm::length(plain.offset));
    return false;
}

}  // namespace sinew
