#include "import/fbx/motion.h"

#include <array>
#include <functional>
#include <limits>
#include <map>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "import/fbx/curve.h"
#include "import/scene/convert.h"

namespace sinew::fbx {
namespace {

/// Denser curves are samples of a motion, between which no author drew anything: there the shortest rotation from one
/// to the next is as good, and does not flip with the Euler angles.
constexpr double kSampledSeconds = 0.2;

/// Up to three curves of one property, and the numbers of components without a curve.
struct CurveNode {
    std::array<std::optional<AnimationCurve>, 3> curves;
    glm::dvec3 defaults{0.0};

    bool empty() const {
        return std::ranges::none_of(curves, [](const auto& curve) { return curve.has_value(); });
    }

    std::vector<double> times() const {
        std::vector<double> all;
        for (const auto& curve : curves)
            if (curve) all.insert(all.end(), curve->times().begin(), curve->times().end());
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    /// Whether an author drew how it goes from key to key. Linear keys, and samples, are as assimp reads them.
    bool isDrawn() const {
        const auto isBent = [](const auto& curve) {
            return curve && curve->interpolations() != Interpolations{Interpolation::linear} &&
                   curve->times().size() > 1;
        };
        if (std::ranges::none_of(curves, isBent)) return false;
        const std::vector<double> keys = times();
        return keys.back() - keys.front() > kSampledSeconds * static_cast<double>(keys.size() - 1);
    }

    glm::dvec3 at(double time, double within) const {
        glm::dvec3 value = defaults;
        for (int i = 0; i < 3; ++i)
            if (const auto& curve = curves[static_cast<size_t>(i)]) value[i] = curve->at(time, within);
        return value;
    }
};

}  // namespace

/// An animation stack with one layer.
struct Motion::Stack {
    std::map<std::pair<int64_t, std::string_view>, CurveNode> properties;  ///< by object
    double start = 0.0, stop = 0.0;                                        ///< equal: unknown

    const CurveNode* find(int64_t object, std::string_view property) const {
        const auto found = properties.find({object, property});
        return found == properties.end() ? nullptr : &found->second;
    }

    /// The key times of a property within the clip, which starts at 0, and its bounds where the keys go beyond.
    std::vector<double> timesOf(const CurveNode& node) const {
        std::vector<double> times = node.times();
        if (stop <= start || times.empty()) return times;
        const double first = times.front(), last = times.back();
        std::erase_if(times, [&](double time) { return time < start || time > stop; });
        if (first < start && (times.empty() || times.front() > start)) times.insert(times.begin(), start);
        if (times.empty()) times.push_back(start);
        if (last > stop && times.back() < stop) times.push_back(stop);
        return times;
    }
};

namespace {

/// Curve segments with the clip's start as their origin.
template <typename Value, typename Function>
Curve<Value> curveOf(const CurveNode& node, std::vector<double> times, double origin, const Function& valueOf) {
    std::vector<double> own = times;
    for (double& time : own)
        time -= origin;
    return {own, [&node, times = std::move(times), origin, valueOf](size_t segment, double time) {
                const double within =
                    segment + 1 < times.size() ? 0.5 * (times[segment] + times[segment + 1]) : times[segment];
                return valueOf(node.at(time + origin, within));
            }};
}

/// The components of a curve node, in the order of their curves.
size_t componentOf(std::string_view property) {
    return property == "d|Y" ? 1 : property == "d|Z" ? 2 : 0;
}

CurveNode curveNodeOf(const Objects& objects, int64_t id, Interpolations& interpolations) {
    CurveNode node;
    constexpr std::array<std::string_view, 3> kDefaults{"d|X", "d|Y", "d|Z"};
    for (int i = 0; i < 3; ++i)
        node.defaults[i] = objects.number(id, kDefaults[static_cast<size_t>(i)]).value_or(0.0);
    for (const Objects::Link& link : objects.sources(id)) {
        const Record& record = *objects.find(link.id);
        if (record.name != "AnimationCurve") continue;
        AnimationCurve curve(record);
        if (curve.times().empty()) continue;
        interpolations.insert(curve.interpolations().begin(), curve.interpolations().end());
        node.curves[componentOf(link.property)] = std::move(curve);
    }
    return node;
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

void Motion::replace(const ClipSource& source, AnimationClip& clip, Interpolations& interpolations) {
    if (!source.animation) return;
    interpolations.insert(Interpolation::unknown);  // assimp samples the curves
    std::vector<int64_t> stacks;
    for (const int64_t id : objects_.all("AnimationStack"))
        if (objects_.nameOf(id, "AnimStack") == viewOf(source.animation->mName)) stacks.push_back(id);
    if (stacks.size() != 1) return;
    const std::vector<int64_t> layers = objects_.sources(stacks.front(), "AnimationLayer");
    if (layers.size() != 1) return;
    Interpolations own;
    Stack stack;
    for (const int64_t id : objects_.sources(layers.front(), "AnimationCurveNode"))
        for (const Objects::Link& target : objects_.destinations(id))
            if (!target.property.empty())
                stack.properties.try_emplace({target.id, target.property}, curveNodeOf(objects_, id, own));
    const int64_t start = objects_.integer(stacks.front(), "LocalStart").value_or(0);
    const int64_t stop = objects_.integer(stacks.front(), "LocalStop").value_or(0);
    stack.start = static_cast<double>(start) / kTicksPerSecond,
    stack.stop = static_cast<double>(stop) / kTicksPerSecond;
    if (start == 0 && stop == 0) {
        // assimp moves the first key to 0.
        double first = std::numeric_limits<double>::max();
        for (const auto& [channel, node] : source.channels)
            if (const auto found = nodes_.find(sceneNodes_.sources[node]); found != nodes_.end())
                for (const std::string_view property : {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"})
                    if (const CurveNode* moved = stack.find(found->second.model, property); moved && !moved->empty())
                        first = std::min(first, stack.timesOf(*moved).front());
        stack.start = stack.stop = first < std::numeric_limits<double>::max() ? first : 0.0;
    }
    for (Channel& channel : clip.channels)
        replaceNode(stack, channel);
    replaceWeights(stack, clip);
    for (const auto& [key, node] : stack.properties)
        for (const auto& curve : node.curves)
            if (curve) noteFrame(clip, curve->times());
    interpolations = std::move(own);
}

void Motion::replaceNode(const Stack& stack, Channel& channel) {
    const auto found = nodes_.find(sceneNodes_.sources[channel.node]);
    if (found == nodes_.end()) return;
    const int64_t model = found->second.model;
    const NodePart part = found->second.part;
    const bool whole = part == NodePart::whole;
    const auto isOf = [&](NodePart own) { return whole || part == own; };
    const auto restOf = [&](std::string_view property, double otherwise) {
        return objects_.vector(model, property).value_or(glm::dvec3(otherwise));
    };
    const auto bakeVector = [&](std::string_view property, double otherwise, Track<glm::vec3>& track) {
        const CurveNode* const node = stack.find(model, property);
        if (node && node->isDrawn())
            track = bake(curveOf<glm::dvec3>(*node, stack.timesOf(*node), stack.start, std::identity()), budget_);
        else if (whole && (!node || node->empty()))
            track = {{0.0}, {glm::vec3(restOf(property, otherwise))}};
    };
    if (isOf(NodePart::translation)) bakeVector("Lcl Translation", 0.0, channel.translation);
    if (isOf(NodePart::scaling)) bakeVector("Lcl Scaling", 1.0, channel.scale);
    if (!isOf(NodePart::rotation)) return;
    const int64_t order = objects_.integer(model, "RotationOrder").value_or(0);
    const glm::dquat before = whole ? rotationFrom(restOf("PreRotation", 0.0), 0) : kNoRotation;
    const glm::dquat after = whole ? glm::inverse(rotationFrom(restOf("PostRotation", 0.0), 0)) : kNoRotation;
    const auto valueOf = [=](const glm::dvec3& degrees) { return before * rotationFrom(degrees, order) * after; };
    const CurveNode* const turned = stack.find(model, "Lcl Rotation");
    const bool misread = whole && restOf("PostRotation", 0.0) != glm::dvec3(0.0);  // assimp does not invert it
    if (turned && !turned->empty() && (turned->isDrawn() || misread))
        channel.rotation = bake(curveOf<glm::dquat>(*turned, stack.timesOf(*turned), stack.start, valueOf), budget_);
    else if (whole && (!turned || turned->empty()))
        channel.rotation = {{0.0}, {glm::quat(valueOf(restOf("Lcl Rotation", 0.0)))}};
}

void Motion::replaceWeights(const Stack& stack, AnimationClip& clip) {
    for (uint32_t weight = 0; weight < weightChannels_.size(); ++weight) {
        const CurveNode* const moved = stack.find(weightChannels_[weight], "DeformPercent");
        if (!moved || moved->empty()) continue;
        const auto valueOf = [](const glm::dvec3& percent) { return percent.x / 100.0; };
        std::erase_if(clip.morphs, [&](const MorphChannel& morph) { return morph.weight == weight; });
        clip.morphs.push_back(
            {weight, bake(curveOf<double>(*moved, stack.timesOf(*moved), stack.start, valueOf), budget_)});
    }
}

}  // namespace sinew::fbx
