#include "import/fbx/transforms.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

namespace sinew::fbx {
namespace {

constexpr std::string_view kTranslation = "Lcl Translation", kRotation = "Lcl Rotation", kScaling = "Lcl Scaling";

constexpr double kNoScale = 1e-6;  // SDKs write scales of 1 with noise, as 1.0000000000000004

enum InheritType { kMultiplied = 0, kUsual = 1, kLeftOut = 2 };

/// Whether pre- and post-rotation and the rotation order count.
bool usesRotationSpace(const Objects& objects, int64_t model) {
    return objects.integer(model, "RotationActive").value_or(1) != 0 &&
           objects.integer(model, "RotationSpaceForLimitOnly").value_or(0) == 0;
}

bool isOne(double scale) {
    return std::abs(scale - 1.0) <= kNoScale;
}

bool isOne(const glm::dvec3& scale) {
    return isOne(scale.x) && isOne(scale.y) && isOne(scale.z);
}

/// Whether the curve is 1 from its first key to its last one.
bool isOne(const AnimationCurve& curve) {
    const std::vector<double>& times = curve.times();
    for (size_t key = 0; key < times.size(); ++key)
        for (const double ratio : {0.0, 0.25, 0.5, 0.75}) {
            const double end = key + 1 < times.size() ? times[key + 1] : times[key];
            const double time = times[key] + ratio * (end - times[key]);
            if (!isOne(curve.at(time, 0.5 * (times[key] + end)))) return false;
        }
    return true;
}

/// Whether a property of that curve node keeps a scale of 1. Where layers are mixed, the value of one says nothing.
bool keepsOne(const Objects& objects, int64_t curveNode) {
    for (const Objects::Link& layer : objects.destinations(curveNode))
        if (const Record* const record = objects.find(layer.id); record && record->name == "AnimationLayer")
            for (const Objects::Link& stack : objects.destinations(layer.id))
                if (objects.sources(stack.id, "AnimationLayer").size() > 1) return false;
    const CurveNode curves = curveNodeOf(objects, curveNode);
    for (int axis = 0; axis < 3; ++axis) {
        const std::optional<AnimationCurve>& curve = curves.curves[static_cast<size_t>(axis)];
        if (!(curve ? isOne(*curve) : isOne(curves.defaults[axis]))) return false;
    }
    return true;
}

}  // namespace

void Transforms::findAnimatedScales() {
    for (const int64_t id : objects_.all("AnimationCurveNode")) {
        std::optional<bool> keeps;  // sampling the curves takes long, and they may have many targets
        for (const Objects::Link& target : objects_.destinations(id)) {
            if (target.property != kScaling) continue;
            if (!keeps) keeps = keepsOne(objects_, id);
            if (!*keeps) animatedScale_.insert(target.id);
        }
    }
}

Transforms::Transforms(const Objects& objects) : objects_(objects) {
    findAnimatedScales();
    rebuildTwins();
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

/// assimp's channels name the node that they move: models that share a name, of which one moves, are rebuilt.
void Transforms::rebuildTwins() {
    std::unordered_map<std::string, std::vector<int64_t>> byName;
    for (const int64_t model : objects_.all("Model"))
        byName[objects_.nameOf(model, "Model")].push_back(model);
    std::unordered_set<int64_t> moved;
    for (const int64_t id : objects_.all("AnimationCurveNode"))
        for (const Objects::Link& target : objects_.destinations(id))
            if (target.property == kTranslation || target.property == kRotation || target.property == kScaling)
                moved.insert(target.id);
    for (const auto& [name, models] : byName)
        if (models.size() > 1 && std::ranges::any_of(models, [&](int64_t model) { return moved.contains(model); }))
            rebuilt_.insert(models.begin(), models.end());
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
    return animatedScale_.contains(model) || !isOne(objects_.vector(model, kScaling).value_or(glm::dvec3(1.0)));
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
