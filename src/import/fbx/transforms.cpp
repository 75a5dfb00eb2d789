#include "import/fbx/transforms.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <glm/ext/matrix_transform.hpp>
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

/// A scale at rest. Exporters that take it from a matrix write 1 with its rounding, as 1.00009.
glm::dvec3 withoutNoise(const glm::dvec3& scale) {
    constexpr double kNoise = 2e-4;
    const bool isNoise =
        std::abs(scale.x - 1.0) < kNoise && std::abs(scale.y - 1.0) < kNoise && std::abs(scale.z - 1.0) < kNoise;
    return isNoise ? glm::dvec3(1.0) : scale;
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
    const CurveNode curves = curveNodeOf(objects, curveNode, glm::dvec3(1.0));
    for (int axis = 0; axis < 3; ++axis) {
        const std::optional<AnimationCurve>& curve = curves.curves[static_cast<size_t>(axis)];
        if (!(curve ? isOne(*curve) : isOne(curves.defaults[axis]))) return false;
    }
    return true;
}

glm::dvec3 valueAt(int64_t model, std::string_view property, const glm::dvec3& rest, const Moment& moment) {
    const AnimatedProperty* const moved = moment.stack ? moment.stack->find(model, property) : nullptr;
    return moved && !moved->empty() ? moved->at(moment.time, moment.within) : rest;
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
    for (const int64_t model : objects.all("Model"))
        fixed_.emplace(model, fixedOf(model));
    findAnimatedScales();
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
        addChildren(model);
    }
}

Transforms::Fixed Transforms::fixedOf(int64_t model) const {
    const auto vector = [&](std::string_view property, double otherwise = 0.0) {
        return objects_.vector(model, property).value_or(glm::dvec3(otherwise));
    };
    Fixed fixed{.translation = vector(kTranslation),
                .rotation = vector(kRotation),
                .scale = withoutNoise(vector(kScaling, 1.0))};
    if (usesRotationSpace(objects_, model)) {
        fixed.order = objects_.integer(model, "RotationOrder").value_or(0);
        fixed.before = rotationFrom(vector("PreRotation"), 0);
        fixed.after = glm::inverse(rotationFrom(vector("PostRotation"), 0));
    }
    fixed.scalingPivot = vector("ScalingPivot");
    const glm::dvec3 rotationPivot = vector("RotationPivot");
    fixed.offset = vector("RotationOffset") + rotationPivot;
    fixed.turnedOffset = fixed.scalingPivot + vector("ScalingOffset") - rotationPivot;
    return fixed;
}

const Transforms::Inheritance* Transforms::inheritanceOf(int64_t model) const {
    const auto found = inheritance_.find(model);
    return found == inheritance_.end() ? nullptr : &found->second;
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
}

/// Whether the whole scale of a model may ever be another than 1.
bool Transforms::isScaled(int64_t model) const {
    const Inheritance* const own = inheritanceOf(model);
    return (own && own->scaleFrom != 0) || animatedScale_.contains(model) || !isOne(fixed_.at(model).scale);
}

glm::dvec3 Transforms::wholeScale(int64_t model, const Moment& moment) const {
    glm::dvec3 scale(1.0);
    for (int64_t at = model; at != 0;) {
        scale *= valueAt(at, kScaling, fixed_.at(at).scale, moment);
        const Inheritance* const own = inheritanceOf(at);
        at = own ? own->scaleFrom : 0;
    }
    return scale;
}

glm::dquat Transforms::rotation(int64_t model, const Moment& moment) const {
    return rotation(model, valueAt(model, kRotation, fixed_.at(model).rotation, moment));
}

glm::dquat Transforms::rotation(int64_t model, const glm::dvec3& degrees) const {
    const Fixed& fixed = fixed_.at(model);
    return fixed.before * rotationFrom(degrees, fixed.order) * fixed.after;
}

glm::dvec3 Transforms::scale(int64_t model, const Moment& moment) const {
    return wholeScale(model, moment);
}

glm::dvec3 Transforms::translation(int64_t model, const Moment& moment) const {
    const Fixed& fixed = fixed_.at(model);
    glm::dvec3 translation = valueAt(model, kTranslation, fixed.translation, moment);
    if (const Inheritance* const own = inheritanceOf(model)) translation *= wholeScale(own->parent, moment);
    translation += fixed.offset;
    const glm::dvec3 turned =
        fixed.scalingPivot == glm::dvec3(0.0)
            ? fixed.turnedOffset
            : fixed.turnedOffset - valueAt(model, kScaling, fixed.scale, moment) * fixed.scalingPivot;
    return turned == glm::dvec3(0.0) ? translation : translation + rotation(model, moment) * turned;
}

glm::dmat4 Transforms::geometric(int64_t model) const {
    const auto vector = [&](std::string_view name, double otherwise) {
        return objects_.vector(model, name).value_or(glm::dvec3(otherwise));
    };
    const glm::dmat4 moved = glm::translate(glm::dmat4(1.0), vector("GeometricTranslation", 0.0));
    const glm::dmat4 turned = glm::mat4_cast(rotationFrom(vector("GeometricRotation", 0.0), 0));
    return moved * turned * glm::scale(glm::dmat4(1.0), vector("GeometricScaling", 1.0));
}

void Transforms::addScales(int64_t model, const Stack& stack, std::vector<const AnimatedProperty*>& result) const {
    for (int64_t at = model; at != 0;) {
        result.push_back(stack.find(at, kScaling));
        const Inheritance* const own = inheritanceOf(at);
        at = own ? own->scaleFrom : 0;
    }
}

bool Transforms::isPlain(int64_t model, TransformPart part) const {
    const Fixed& fixed = fixed_.at(model);
    const bool isTurned = fixed.turnedOffset != glm::dvec3(0.0) || fixed.scalingPivot != glm::dvec3(0.0);
    return part != TransformPart::rotation && !inheritanceOf(model) && (part == TransformPart::scale || !isTurned);
}

std::vector<const AnimatedProperty*> Transforms::movedBy(int64_t model, TransformPart part, const Stack& stack) const {
    std::vector<const AnimatedProperty*> result;
    const Inheritance* const own = inheritanceOf(model);
    if (part == TransformPart::rotation) result.push_back(stack.find(model, kRotation));
    if (part == TransformPart::scale) addScales(model, stack, result);
    if (part == TransformPart::translation) {
        result.push_back(stack.find(model, kTranslation));
        if (own) addScales(own->parent, stack, result);
        if (!isPlain(model, part)) result.push_back(stack.find(model, kRotation));
        if (fixed_.at(model).scalingPivot != glm::dvec3(0.0)) result.push_back(stack.find(model, kScaling));
    }
    std::erase_if(result, [](const AnimatedProperty* moved) { return !moved || moved->empty(); });
    return result;
}

}  // namespace sinew::fbx
