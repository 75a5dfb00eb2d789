#include "import/fbx/stack.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>

#include "animation/clip/transform.h"

namespace sinew::fbx {
namespace {

/// A power that keeps the sign.
double powerOf(double value, double exponent) {
    return std::copysign(std::pow(std::abs(value), exponent), value);
}

/// The components of a curve node, in the order of their curves.
size_t componentOf(std::string_view property) {
    return property == "d|Y" ? 1 : property == "d|Z" ? 2 : 0;
}

Layer layerOf(const Objects& objects, int64_t id) {
    Layer layer;
    const int64_t mode = objects.integer(id, "BlendMode").value_or(0);
    layer.mode = mode == 0 ? Layer::Mode::add : mode == 2 ? Layer::Mode::blend : Layer::Mode::replace;
    layer.composesRotations = objects.integer(id, "RotationAccumulationMode").value_or(0) == 0;
    layer.multipliesScales = objects.integer(id, "ScaleAccumulationMode").value_or(0) == 0;
    layer.weight = objects.number(id, "Weight").value_or(100.0) / 100.0;
    return layer;
}

/// The value of a property without animation.
AnimatedProperty restOf(const Objects& objects, int64_t object, std::string_view property) {
    using Kind = AnimatedProperty::Kind;
    const Kind kind = property == "Lcl Rotation"  ? Kind::rotation
                      : property == "Lcl Scaling" ? Kind::scale
                                                  : Kind::plain;
    const auto one = objects.number(object, property).value_or(0.0);
    const glm::dvec3 rest =
        objects.vector(object, property).value_or(kind == Kind::scale ? glm::dvec3(1.0) : glm::dvec3(one, 0.0, 0.0));
    return {kind, rest};
}

}  // namespace

glm::dquat rotationFrom(const glm::dvec3& degrees, int64_t order) {
    constexpr int kOrders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    glm::dquat rotation = kNoRotation;
    for (const int axis : kOrders[order >= 0 && order < 6 ? order : 0]) {
        glm::dvec3 direction(0.0);
        direction[axis] = 1.0;
        rotation = glm::angleAxis(glm::radians(degrees[axis]), direction) * rotation;
    }
    return rotation;
}

glm::dvec3 degreesFrom(const glm::dquat& rotation) {
    const glm::dmat3 m = glm::mat3_cast(rotation);  // columns
    const double sine = std::clamp(-m[0][2], -1.0, 1.0), y = std::asin(sine);
    if (std::abs(sine) > 1.0 - 1e-12) return glm::degrees(glm::dvec3(std::atan2(-m[2][1], m[1][1]), y, 0.0));
    return glm::degrees(glm::dvec3(std::atan2(m[1][2], m[2][2]), y, std::atan2(m[0][1], m[0][0])));
}

bool CurveNode::empty() const {
    return std::ranges::none_of(curves, [](const auto& curve) { return curve.has_value(); });
}

glm::dvec3 CurveNode::at(double time, double within) const {
    glm::dvec3 value = defaults;
    for (int i = 0; i < 3; ++i)
        if (const auto& curve = curves[static_cast<size_t>(i)]) value[i] = curve->at(time, within);
    return value;
}

double Layer::weightAt(double time, double within) const {
    const double own = weightCurve.empty() ? weight : weightCurve.at(time, within).x / 100.0;
    return std::clamp(own, 0.0, 1.0);
}

void AnimatedProperty::add(const Layer& layer, bool lowest, CurveNode node) {
    parts_.push_back({&layer, lowest, std::move(node)});
}

bool AnimatedProperty::empty() const {
    return std::ranges::all_of(parts_, [](const Part& part) { return part.node.empty(); });
}

std::vector<double> AnimatedProperty::times(double first, double last) const {
    std::vector<double> all;
    const auto addFrom = [&](const CurveNode& node) {
        for (const auto& curve : node.curves) {
            if (!curve) continue;
            const std::vector<double> own = curve->timesWithin(first, last);
            all.insert(all.end(), own.begin(), own.end());
        }
    };
    for (const Part& part : parts_) {
        addFrom(part.node);
        if (!part.lowest) addFrom(part.layer->weightCurve);
    }
    return all;
}

std::vector<double> AnimatedProperty::keys() const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    std::vector<double> all = times(kInfinity, -kInfinity);
    std::ranges::sort(all);
    return all;
}

bool AnimatedProperty::isLinear() const {
    const auto isBent = [](const auto& curve) {
        return curve &&
               ((curve->times().size() > 1 && curve->interpolations() != Interpolations{Interpolation::linear}) ||
                curve->isRepeated() || curve->isReordered());
    };
    return parts_.size() == 1 && parts_.front().lowest && std::ranges::none_of(parts_.front().node.curves, isBent);
}

glm::dvec3 AnimatedProperty::combined(const Layer& layer, double weight, const glm::dvec3& below,
                                      const glm::dvec3& own) const {
    if (layer.mode == Layer::Mode::replace) return own;
    const bool adds = layer.mode == Layer::Mode::add;
    if (kind_ == Kind::scale && layer.multipliesScales) {
        glm::dvec3 result;
        for (int i = 0; i < 3; ++i)
            result[i] = (adds ? below[i] : powerOf(below[i], 1.0 - weight)) * powerOf(own[i], weight);
        return result;
    }
    if (kind_ == Kind::rotation && layer.composesRotations) {
        // Maya exports angles that are composed like this, whatever the node's rotation order is.
        const glm::dquat a = rotationFrom(below, 0), b = rotationFrom(own, 0);
        return degreesFrom(adds ? a * glm::slerp(kNoRotation, b, weight) : glm::slerp(a, b, weight));
    }
    return adds ? below + weight * own : (1.0 - weight) * below + weight * own;
}

glm::dvec3 AnimatedProperty::at(double time, double within) const {
    glm::dvec3 value = rest_;
    for (const Part& part : parts_) {
        const glm::dvec3 own = part.node.at(time, within);
        value = part.lowest ? own : combined(*part.layer, part.layer->weightAt(time, within), value, own);
    }
    return value;
}

CurveNode curveNodeOf(const Objects& objects, int64_t id, const glm::dvec3& rest) {
    CurveNode node;
    constexpr std::array<std::string_view, 3> kDefaults{"d|X", "d|Y", "d|Z"};
    for (int i = 0; i < 3; ++i)
        node.defaults[i] = objects.number(id, kDefaults[static_cast<size_t>(i)]).value_or(rest[i]);
    for (const Objects::Link& link : objects.sources(id)) {
        const Record& record = *objects.find(link.id);
        if (record.name != "AnimationCurve") continue;
        AnimationCurve curve(record, objects.ticksPerSecond);
        if (!curve.times().empty()) node.curves[componentOf(link.property)] = std::move(curve);
    }
    return node;
}

CurveNode Stack::noted(CurveNode node, int64_t object) {
    for (const std::optional<AnimationCurve>& curve : node.curves) {
        if (!curve) continue;
        interpolations_.insert(curve->interpolations().begin(), curve->interpolations().end());
        if (curve->isReordered()) reordered_.push_back(object);
        dropped_.insert(dropped_.end(), curve->dropped(), object);
    }
    return node;
}

Stack::Stack(const Objects& objects, int64_t id) {
    const std::vector<int64_t> layers = objects.sources(id, "AnimationLayer");
    for (const int64_t layer : layers)
        layers_.push_back(layerOf(objects, layer));
    for (size_t i = 0; i < layers.size(); ++i)
        for (const int64_t curves : objects.sources(layers[i], "AnimationCurveNode"))
            for (const Objects::Link& target : objects.destinations(curves)) {
                if (target.property.empty()) continue;
                if (target.id == layers[i] && target.property == "Weight")
                    layers_[i].weightCurve = curveNodeOf(objects, curves, glm::dvec3(100.0));
                const std::pair key{target.id, target.property};
                auto found = properties_.find(key);
                if (found == properties_.end())
                    found = properties_.emplace(key, restOf(objects, target.id, target.property)).first;
                const bool adds = i > 0 && layers_[i].mode == Layer::Mode::add;
                const double neutral = target.property == "Lcl Scaling" && layers_[i].multipliesScales ? 1.0 : 0.0;
                const glm::dvec3 rest = adds ? glm::dvec3(neutral) : found->second.rest();
                found->second.add(layers_[i], i == 0, noted(curveNodeOf(objects, curves, rest), target.id));
            }
    start = static_cast<double>(objects.integer(id, "LocalStart").value_or(0)) / objects.ticksPerSecond;
    stop = static_cast<double>(objects.integer(id, "LocalStop").value_or(0)) / objects.ticksPerSecond;
}

const AnimatedProperty* Stack::find(int64_t object, std::string_view property) const {
    const auto found = properties_.find({object, property});
    return found == properties_.end() ? nullptr : &found->second;
}

std::vector<double> Stack::timesOf(const std::vector<const AnimatedProperty*>& properties) const {
    std::vector<double> times;
    for (const AnimatedProperty* property : properties) {
        const std::vector<double> own = isBounded() ? property->times(start, stop) : property->keys();
        times.insert(times.end(), own.begin(), own.end());
    }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    if (!isBounded() || times.empty()) return times;
    const double first = times.front(), last = times.back();
    std::erase_if(times, [&](double time) { return time < start || time > stop; });
    if (first < start && (times.empty() || times.front() > start)) times.insert(times.begin(), start);
    if (times.empty()) times.push_back(start);
    if (last > stop && times.back() < stop) times.push_back(stop);
    return times;
}

}  // namespace sinew::fbx
