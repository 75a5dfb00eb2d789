#include "retarget/figure_transfer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "animation/ik/two_bone.h"
#include "animation/pose/sampled_poses.h"
#include "match/names.h"
#include "retarget/figure_shape.h"

namespace sinew {
namespace {

using Part = FigurePart;

constexpr float kSameLocal = 1e-4f;   // relative, per element
constexpr double kNoLength = 1e-5;    // of the figure's height: a shorter bone has no direction
constexpr double kOtherShape = 1.05;  // radians: a spine's bone that differs more is built otherwise
constexpr double kOtherLevel = 0.3;   // of a leg: a source whose feet are farther from the rest pose's does not rest
                                      // on the ground

bool isSane(const glm::mat4& matrix) {
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            if (!std::isfinite(matrix[column][row])) return false;
    const float volume = glm::determinant(glm::mat3(matrix));
    return std::isfinite(volume) && volume != 0.0f;
}

bool isNear(const glm::mat4& a, const glm::mat4& b) {
    for (int column = 0; column < 4; ++column) {
        const float size = std::max({glm::length(a[column]), glm::length(b[column]), 1e-20f});
        if (!(glm::length(a[column] - b[column]) <= kSameLocal * size)) return false;
    }
    return true;
}

/// The rotation from `before` to `after`, whose scales cancel; none if one of them has none.
glm::dquat turnBetween(const glm::mat4& before, const glm::mat4& after) {
    const glm::dmat3 from(before), to(after);
    const double volume = glm::determinant(from);
    if (!std::isfinite(volume) || volume == 0.0) return kNoRotation;
    const glm::dmat3 turn = to * glm::inverse(from);
    const glm::mat4 single{glm::mat3(turn)};
    if (!isSane(single)) return kNoRotation;
    const glm::dquat rotation = glm::normalize(glm::dquat(transformFrom(single).rotation));
    return std::isfinite(rotation.w) ? rotation : kNoRotation;
}

/// The local transforms of a pose; the rest transform where it is that, and where the pose has no inverse.
LocalPose localsOf(const Model& model, const std::vector<glm::mat4>& world) {
    LocalPose locals = model.hierarchy.rest;
    for (uint32_t node = 0; node < locals.size(); ++node) {
        const int32_t parent = model.hierarchy.parents[node];
        const glm::mat4& above = parent == kNoParent ? yUpFrom(model.up) : world[static_cast<size_t>(parent)];
        if (!isSane(above) || !isSane(world[node])) continue;
        const glm::mat4 local = glm::inverse(above) * world[node];
        if (isSane(local) && !isNear(local, matrixFrom(locals[node]))) locals[node] = transformFrom(local);
    }
    return locals;
}

std::vector<glm::mat4> restOf(const Model& model) {
    std::vector<glm::mat4> world(model.hierarchy.size());
    walkHierarchy(model.hierarchy, model.hierarchy.rest, yUpFrom(model.up), world);
    return world;
}

}  // namespace

FigureTransfer::FigureTransfer(const Model& model, const Model& source, const BoneMap& map, CommonPose pose)
    : model_(model),
      source_(source),
      sourceReference_(pose == CommonPose::bind ? referencePose(source) : restOf(source)),
      targetReference_(pose == CommonPose::bind ? referencePose(model) : restOf(model)),
      base_(localsOf(model, targetReference_)),
      figure_(model, map) {
    walkHierarchy(model.hierarchy, base_, yUpFrom(model.up), targetReference_);
    findTips();
    measure();
    align();
}

void FigureTransfer::findTips() {
    const FigureBones source = findFigure(source_, sourceReference_), target = findFigure(model_, targetReference_);
    for (FigureJoint& joint : figure_.joints) {
        if (joint.aim >= 0) continue;
        const BonePair& pair = joint.pair;
        joint.sourceTip = tipOf(source_, sourceReference_, source, pair.role, pair.source);
        joint.targetTip = tipOf(model_, targetReference_, target, pair.role, pair.target);
        if (!joint.sourceTip || !joint.targetTip) joint.sourceTip = joint.targetTip = std::nullopt;
    }
}

std::vector<BonePair> FigureTransfer::undirected() const {
    std::vector<BonePair> pairs;
    for (size_t i = 0; i < figure_.joints.size(); ++i) {
        const Part part = figure_.joints[i].pair.role.part;
        const bool leads =
            part == Part::upperArm || part == Part::lowerArm || part == Part::thigh || part == Part::shin;
        if (leads && !hasAim(i)) pairs.push_back(figure_.joints[i].pair);
    }
    return pairs;
}

bool FigureTransfer::hasAim(size_t i) const {
    return figure_.joints[i].aim >= 0 || figure_.joints[i].sourceTip;
}

glm::dvec3 FigureTransfer::sourceAim(size_t i, std::span<const glm::mat4> source) const {
    const FigureJoint& joint = figure_.joints[i];
    const glm::dvec3 at(source[joint.pair.source][3]);
    if (joint.aim < 0) return joint.sourceTip->in(source)-at;
    return glm::dvec3(source[figure_.joints[static_cast<size_t>(joint.aim)].pair.source][3]) - at;
}

glm::dvec3 FigureTransfer::targetAim(size_t i) const {
    const FigureJoint& joint = figure_.joints[i];
    if (joint.aim < 0) return joint.targetTip->in(targetReference_)-targetAt(i);
    return targetAt(static_cast<size_t>(joint.aim)) - targetAt(i);
}

bool FigureTransfer::moves(size_t joint) const {
    return figure_.joints[joint].parent < 0 || figure_.joints[joint].isDetached;
}

float FigureTransfer::unitOf(size_t joint) const {
    const int32_t parent = model_.hierarchy.parents[figure_.joints[joint].pair.target];
    if (parent == kNoParent) return 1.0f;
    return std::cbrt(std::abs(glm::determinant(glm::mat3(targetReference_[static_cast<size_t>(parent)]))));
}

glm::dvec3 FigureTransfer::sourceAt(size_t joint) const {
    return glm::dvec3(sourceReference_[figure_.joints[joint].pair.source][3]);
}
glm::dvec3 FigureTransfer::targetAt(size_t joint) const {
    return glm::dvec3(targetReference_[figure_.joints[joint].pair.target][3]);
}

/// Sizes, levels and the way that the figures face.
void FigureTransfer::measure() {
    std::map<BoneRole, uint32_t> from, to;
    for (const FigureJoint& joint : figure_.joints) {
        from[joint.pair.role] = joint.pair.source;
        to[joint.pair.role] = joint.pair.target;
    }
    const glm::dvec3 leftS(leftOf(sourceReference_, from)), leftT(leftOf(targetReference_, to));
    if (glm::length(leftS) > 0.5 && glm::length(leftT) > 0.5) {
        const double turn = std::atan2(-leftT.z, leftT.x) - std::atan2(-leftS.z, leftS.x);
        facing_ = glm::angleAxis(turn, glm::dvec3(0, 1, 0));
    }
    double sourceSize = 0.0, targetSize = 0.0;
    const auto add = [&](int a, int b) {
        sourceSize += glm::length(sourceAt(static_cast<size_t>(b)) - sourceAt(static_cast<size_t>(a)));
        targetSize += glm::length(targetAt(static_cast<size_t>(b)) - targetAt(static_cast<size_t>(a)));
    };
    for (const FigureLimb& limb : figure_.limbs)
        if (limb.isLeg) add(limb.upper, limb.lower), add(limb.lower, limb.end), hasLegs_ = true;
    bool hasThighs = hasLegs_;
    for (size_t i = 0; i < figure_.joints.size() && !hasLegs_; ++i) {
        if (figure_.joints[i].pair.role.part != Part::thigh || !hasAim(i)) continue;
        sourceSize += glm::length(sourceAim(i, sourceReference_));
        targetSize += glm::length(targetAim(i));
        hasThighs = true;
    }
    if (!hasThighs)
        for (size_t i = 0; i < figure_.joints.size(); ++i)
            if (figure_.joints[i].parent >= 0) add(figure_.joints[i].parent, static_cast<int>(i));
    if (sourceSize > 0.0 && targetSize > 0.0 && std::isfinite(targetSize / sourceSize))
        scale_ = targetSize / sourceSize;
    const auto legs = static_cast<double>(std::ranges::count(figure_.limbs, true, &FigureLimb::isLeg));
    sourceHeight_ = hasLegs_ ? 2.0 * sourceSize / legs : sourceSize;
    if (!(sourceHeight_ > 0.0)) sourceHeight_ = 1.0;
    if (!hasLegs_) return;
    sourceAnkle_ = ankleLevel(source_, true);
    targetAnkle_ = ankleLevel(model_, false);
}

/// The height of the lower foot over the ground: in the rest pose, or where clips put it at the lowest.
double FigureTransfer::ankleLevel(const Model& model, bool ofSource) const {
    double rest = std::numeric_limits<double>::max(), lowest = rest;
    const auto include = [&](std::span<const glm::mat4> world, double& level) {
        for (const FigureLimb& limb : figure_.limbs) {
            const BonePair& pair = figure_.joints[static_cast<size_t>(limb.end)].pair;
            if (limb.isLeg)
                level = std::min(level, static_cast<double>(world[ofSource ? pair.source : pair.target][3].y));
        }
    };
    include(restOf(model), rest);
    constexpr size_t kSamples = 12;
    for (const AnimationClip& clip : model.clips)
        forEachSampledPose(model.hierarchy, clip, kSamples, yUpFrom(model.up),
                           [&](std::span<const glm::mat4> world, double) { include(world, lowest); });
    const double leg = 0.5 * sourceHeight_ * (ofSource ? 1.0 : scale_);
    return model.clips.empty() || std::abs(lowest - rest) < kOtherLevel * leg ? rest : lowest;
}

void FigureTransfer::align() {
    for (size_t i = 0; i < figure_.joints.size(); ++i) {
        FigureJoint& joint = figure_.joints[i];
        const FigurePart part = joint.pair.role.part;
        // Hips, faces and soles are alike in every reference pose, whatever the bones' directions are.
        const bool isUpright =
            part == Part::hips || part == Part::head || part == Part::foot || part == Part::toes || joint.parent < 0;
        joint.align = isUpright ? kNoRotation : figure_.joints[static_cast<size_t>(joint.parent)].align;
        if (!hasAim(i)) continue;
        const glm::dvec3 inSource = facing_ * sourceAim(i, sourceReference_);
        const glm::dvec3 inTarget = joint.align * targetAim(i);
        const bool hasLength = glm::length(inSource) > kNoLength * sourceHeight_ &&
                               glm::length(inTarget) > kNoLength * sourceHeight_ * scale_;
        const glm::dquat turn = shortestRotation(inTarget, inSource);
        const bool isTrunk = part == Part::spine || part == Part::neck;
        if (!hasLength || (isTrunk && glm::angle(glm::normalize(turn)) > kOtherShape))
            joint.aim = -1, joint.sourceTip = joint.targetTip = std::nullopt;
        else
            joint.align = glm::normalize(turn * joint.align);
    }
}

/// The rotation from the model's reference pose to the pose wanted of a joint, in the world.
glm::dquat FigureTransfer::wantedTurn(size_t i, std::span<const glm::mat4> source) const {
    const FigureJoint& joint = figure_.joints[i];
    const glm::dquat inSource = turnBetween(sourceReference_[joint.pair.source], source[joint.pair.source]);
    const glm::dquat turn = facing_ * inSource * glm::conjugate(facing_) * joint.align;
    // Fingers are beside each other, so that a hand points at none.
    if (!hasAim(i) || joint.pair.role.part == Part::hand) return turn;
    return shortestRotation(turn * targetAim(i), facing_ * sourceAim(i, source)) * turn;
}

/// Where a joint without a parent is. Hips put the middle between the thighs, from where the legs reach to the ground,
/// where the source's is, scaled; `wanted` is the rotation and scale that they have there.
glm::dvec3 FigureTransfer::rootPlace(size_t i, const glm::dmat3& wanted, std::span<const glm::mat4> source) const {
    const BonePair& pair = figure_.joints[i].pair;
    if (!hasLegs_ || pair.role.part != Part::hips)
        return targetAt(i) + scale_ * (facing_ * (glm::dvec3(source[pair.source][3]) - sourceAt(i)));
    glm::dvec3 now(0.0), sourceRest(0.0), targetRest(0.0);
    const std::array thighs{figure_.find({Part::thigh, FigureSide::left}),
                            figure_.find({Part::thigh, FigureSide::right})};
    for (const int thigh : thighs) {
        const size_t joint = thigh < 0 ? i : static_cast<size_t>(thigh);
        now += 0.5 * glm::dvec3(source[figure_.joints[joint].pair.source][3]);
        sourceRest += 0.5 * sourceAt(joint);
        targetRest += 0.5 * targetAt(joint);
    }
    glm::dvec3 at = targetRest + scale_ * (facing_ * (now - sourceRest));
    at.y = targetAnkle_ + scale_ * (now.y - sourceAnkle_);
    const glm::dmat3 reference(targetReference_[pair.target]);
    if (glm::determinant(reference) == 0.0) return at;
    return at - wanted * glm::inverse(reference) * (targetRest - targetAt(i));
}

/// Sets the transform of a joint's node, whose parent is placed.
void FigureTransfer::place(uint32_t node, std::span<const glm::mat4> source, std::span<Transform> pose,
                           std::span<glm::mat4> world) const {
    const auto i = static_cast<size_t>(figure_.jointOf[node]);
    const FigureJoint& joint = figure_.joints[i];
    const int32_t parent = model_.hierarchy.parents[node];
    const glm::mat4 above = parent == kNoParent ? yUpFrom(model_.up) : world[static_cast<size_t>(parent)];
    if (!isSane(above)) return;
    const glm::mat4 now = above * matrixFrom(pose[node]);
    const glm::dmat3 wanted = glm::mat3_cast(wantedTurn(i, source)) * glm::dmat3(targetReference_[node]);
    const glm::dquat turn = localRotation(above, turnBetween(now, glm::mat4(glm::mat3(wanted))));
    pose[node].rotation = glm::quat(glm::normalize(turn * glm::dquat(pose[node].rotation)));
    if (!moves(i)) return;
    glm::dvec3 at = targetAt(i);
    if (joint.parent < 0) {
        at = rootPlace(i, glm::dmat3(wanted), source);
    } else {
        const uint32_t carrier = figure_.joints[static_cast<size_t>(joint.parent)].pair.target;
        if (!isSane(targetReference_[carrier])) return;
        at = glm::dvec3(world[carrier] * glm::inverse(targetReference_[carrier]) * targetReference_[node][3]);
    }
    pose[node].translation = glm::vec3(glm::inverse(above) * glm::vec4(at, 1.0));
}

void FigureTransfer::walk(bool deferred, bool places, std::span<const glm::mat4> source, std::span<Transform> pose,
                          std::span<glm::mat4> world) const {
    for (uint32_t node = 0; node < pose.size(); ++node) {
        if (figure_.isDeferred[node] != deferred) continue;
        if (places && figure_.jointOf[node] >= 0) place(node, source, pose, world);
        const int32_t parent = model_.hierarchy.parents[node];
        const glm::mat4 above = parent == kNoParent ? yUpFrom(model_.up) : world[static_cast<size_t>(parent)];
        world[node] = above * matrixFrom(pose[node]);
    }
}

void FigureTransfer::transfer(std::span<const glm::mat4> source, std::span<Transform> pose,
                              std::span<glm::mat4> world) const {
    std::ranges::copy(base_, pose.begin());
    walk(false, true, source, pose, world);
    walk(true, true, source, pose, world);
}

glm::dvec3 FigureTransfer::onGround(const glm::dvec3& inSource) const {
    glm::dvec3 place = scale_ * (facing_ * inSource);
    place.y += targetAnkle_ - scale_ * sourceAnkle_;
    return place;
}

glm::dmat4 FigureTransfer::modelFromSource() const {
    glm::dmat4 matrix(scale_ * glm::mat3_cast(facing_));
    glm::dvec3 offset(0.0);
    if (const int hips = figure_.find({Part::hips}); hips >= 0)
        offset = targetAt(static_cast<size_t>(hips)) - scale_ * (facing_ * sourceAt(static_cast<size_t>(hips)));
    offset.y = targetAnkle_ - scale_ * sourceAnkle_;
    matrix[3] = glm::dvec4(offset, 1.0);
    return matrix;
}

void FigureTransfer::shift(const glm::dvec3& offset, std::span<const glm::mat4> source, std::span<Transform> pose,
                           std::span<glm::mat4> world) const {
    const int root = figure_.find({Part::hips});
    if (root < 0) return;
    const uint32_t node = figure_.joints[static_cast<size_t>(root)].pair.target;
    const int32_t parent = model_.hierarchy.parents[node];
    const glm::mat4 above = parent == kNoParent ? yUpFrom(model_.up) : world[static_cast<size_t>(parent)];
    if (!isSane(above)) return;
    pose[node].translation += glm::inverse(glm::mat3(above)) * glm::vec3(offset);
    walk(false, false, source, pose, world);
    walk(true, true, source, pose, world);
}

void FigureTransfer::moveTo(const FigureLimb& limb, const glm::dvec3& place, std::span<const glm::mat4> source,
                            std::span<Transform> pose, std::span<glm::mat4> world) const {
    const auto target = [&](int joint) { return figure_.joints[static_cast<size_t>(joint)].pair.target; };
    const bool isDetached = figure_.joints[static_cast<size_t>(limb.end)].isDetached;
    const TwoBoneGoal goal{.target = glm::vec3(place), .keepsEndRotation = !isDetached};
    reach({target(limb.upper), target(limb.lower), target(limb.end)}, goal, model_.hierarchy, yUpFrom(model_.up), world,
          pose);
    walk(false, false, source, pose, world);
    walk(true, true, source, pose, world);
}

}  // namespace sinew
