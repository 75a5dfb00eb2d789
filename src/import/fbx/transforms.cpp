#include "import/fbx/transforms.h"

#include <glm/gtc/quaternion.hpp>

namespace sinew::fbx {
namespace {

constexpr std::string_view kTranslation = "Lcl Translation", kRotation = "Lcl Rotation", kScaling = "Lcl Scaling";

enum InheritType { kMultiplied = 0, kUsual = 1, kLeftOut = 2 };

/// Whether pre- and post-rotation and the rotation order count.
bool usesRotationSpace(const Objects& objects, int64_t model) {
    return objects.integer(model, "RotationActive").value_or(1) != 0 &&
           objects.integer(model, "RotationSpaceForLimitOnly").value_or(0) == 0;
}

}  // namespace

Transforms::Transforms(const Objects& objects) : objects_(objects) {
    for (const int64_t id : objects.all("AnimationCurveNode"))
        for (const Objects::Link& target : objects.destinations(id))
            if (target.property == kScaling) animatedScale_.insert(target.id);
    // Parents first.
    std::vector<std::pair<int64_t, int64_t>> open;
    std::unordered_set<int64_t> seen;
    const auto addChildren = [&](int64_t parent) {
        for (const int64_t child : objects.sources(parent, "Model"))
            open.emplace_back(child, parent);
    };
    addChildren(0);
    while (!open.empty()) {
        const auto [model, parent] = open.back();
        open.pop_back();
        if (!seen.insert(model).second) continue;
        findInheritance(model, parent);
        if (isMisread(model)) rebuilt_.insert(model);
        addChildren(model);
    }
}

/// What a child with `parent` inherits.
void Transforms::findInheritance(int64_t model, int64_t parent) {
    const int64_t type = objects_.integer(model, "InheritType").value_or(kUsual);
    if (parent == 0 || (type != kMultiplied && type != kLeftOut)) return;
    const auto above = inheritance_.find(parent);
    const int64_t scaleFrom = type == kMultiplied ? parent : above != inheritance_.end() ? above->second.scaleFrom : 0;
    if (!isScaled(parent)) return;
    inheritance_[model] = {parent, scaleFrom};
    split_.insert(parent);
    rebuilt_.insert({model, parent});
}

/// Whether the whole scale of a model may ever be another than 1.
bool Transforms::isScaled(int64_t model) const {
    const auto found = inheritance_.find(model);
    if (found != inheritance_.end() && found->second.scaleFrom != 0) return true;
    return animatedScale_.contains(model) ||
           objects_.vector(model, kScaling).value_or(glm::dvec3(1.0)) != glm::dvec3(1.0);
}

/// assimp does not invert the post-rotation, applies rotations that are switched off, and the order of the node's
/// rotation to that of its geometry.
bool Transforms::isMisread(int64_t model) const {
    const auto turns = [&](std::string_view property) {
        return objects_.vector(model, property).value_or(glm::dvec3(0.0)) != glm::dvec3(0.0);
    };
    if (turns("PostRotation")) return true;
    const bool ordered = objects_.integer(model, "RotationOrder").value_or(0) != 0;
    if (ordered && turns("GeometricRotation")) return true;
    return !usesRotationSpace(objects_, model) && (ordered || turns("PreRotation"));
}

glm::dvec3 Transforms::value(int64_t model, std::string_view property, double otherwise, const Moment& moment) const {
    if (moment.stack)
        if (const AnimatedProperty* const moved = moment.stack->find(model, property); moved && !moved->empty())
            return moved->at(moment.time, moment.within);
    return objects_.vector(model, property).value_or(glm::dvec3(otherwise));
}

glm::dvec3 Transforms::wholeScale(int64_t model, const Moment& moment) const {
    glm::dvec3 scale(1.0);
    for (int64_t at = model; at != 0;) {
        scale *= value(at, kScaling, 1.0, moment);
        const auto found = inheritance_.find(at);
        at = found == inheritance_.end() ? 0 : found->second.scaleFrom;
    }
    return scale;
}

LocalTransform Transforms::of(int64_t model, const Moment& moment) const {
    const auto fixed = [&](std::string_view property) {
        return objects_.vector(model, property).value_or(glm::dvec3(0.0));
    };
    LocalTransform result;
    const bool inSpace = usesRotationSpace(objects_, model);
    const int64_t order = inSpace ? objects_.integer(model, "RotationOrder").value_or(0) : 0;
    result.rotation = rotationFrom(value(model, kRotation, 0.0, moment), order);
    if (inSpace)
        result.rotation = rotationFrom(fixed("PreRotation"), 0) * result.rotation *
                          glm::inverse(rotationFrom(fixed("PostRotation"), 0));
    const glm::dvec3 ownScale = value(model, kScaling, 1.0, moment);
    glm::dvec3 translation = value(model, kTranslation, 0.0, moment);
    result.scale = ownScale;
    if (const auto found = inheritance_.find(model); found != inheritance_.end()) {
        translation *= wholeScale(found->second.parent, moment);
        if (found->second.scaleFrom != 0) result.scale *= wholeScale(found->second.scaleFrom, moment);
    }
    const glm::dvec3 scalingPivot = fixed("ScalingPivot"), rotationPivot = fixed("RotationPivot");
    const glm::dvec3 turned = scalingPivot - ownScale * scalingPivot + fixed("ScalingOffset") - rotationPivot;
    result.translation = translation + fixed("RotationOffset") + rotationPivot + result.rotation * turned;
    return result;
}

void Transforms::addScales(int64_t model, const Stack& stack, std::vector<const AnimatedProperty*>& result) const {
    for (int64_t at = model; at != 0;) {
        if (const AnimatedProperty* const moved = stack.find(at, kScaling)) result.push_back(moved);
        const auto found = inheritance_.find(at);
        at = found == inheritance_.end() ? 0 : found->second.scaleFrom;
    }
}

std::vector<const AnimatedProperty*> Transforms::movedBy(int64_t model, const Stack& stack) const {
    std::vector<const AnimatedProperty*> result;
    for (const std::string_view property : {kTranslation, kRotation})
        if (const AnimatedProperty* const moved = stack.find(model, property)) result.push_back(moved);
    addScales(model, stack, result);
    if (const auto found = inheritance_.find(model); found != inheritance_.end())
        addScales(found->second.parent, stack, result);
    std::erase_if(result, [](const AnimatedProperty* moved) { return moved->empty(); });
    return result;
}

}  // namespace sinew::fbx
