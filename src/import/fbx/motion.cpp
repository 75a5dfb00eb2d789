#include "import/fbx/motion.h"

#include <functional>
#include <limits>

#include <glm/gtc/quaternion.hpp>

#include "import/assimp/convert.h"

namespace sinew::fbx {
namespace {

/// Curve segments between the times, with `origin` as their 0. `valueOf` gets a time and the one that tells on which
/// side of a jump it is.
template <typename Value, typename Function>
Curve<Value> curveBetween(std::vector<double> times, double origin, const Function& valueOf) {
    std::vector<double> own = times;
    for (double& time : own)
        time -= origin;
    return {own, [times = std::move(times), origin, valueOf](size_t segment, double time) {
                const double within =
                    segment + 1 < times.size() ? 0.5 * (times[segment] + times[segment + 1]) : times[segment];
                return valueOf(time + origin, within);
            }};
}

template <typename Value, typename Function>
Curve<Value> curveOf(const AnimatedProperty& property, std::vector<double> times, double origin,
                     const Function& valueOf) {
    return curveBetween<Value>(std::move(times), origin, [&property, valueOf](double time, double within) {
        return valueOf(property.at(time, within));
    });
}

/// The shortest rotations from one time to the next.
Curve<glm::dquat> shortest(const Curve<glm::dquat>& curve) {
    return {curve.times, [curve](size_t segment, double time) {
                const glm::dquat from = curve.at(segment, curve.times[segment]);
                if (segment + 1 >= curve.times.size()) return from;
                const double start = curve.times[segment], end = curve.times[segment + 1];
                return glm::slerp(from, curve.at(segment, end), (time - start) / (end - start));
            }};
}

}  // namespace

/// The stack of a clip: the only one of its name or, where assimp read them all, the one in the same place.
std::optional<int64_t> Motion::stackOf(const ClipSource& source) const {
    const std::string_view name = viewOf(source.animation->mName);
    std::vector<int64_t> stacks;
    for (const int64_t id : objects_.all("AnimationStack"))
        if (objects_.nameOf(id, "AnimStack") == name) stacks.push_back(id);
    size_t place = 0, count = 0;
    for (unsigned i = 0; i < scene_.mNumAnimations; ++i) {
        if (viewOf(scene_.mAnimations[i]->mName) != name) continue;
        if (scene_.mAnimations[i] == source.animation) place = count;
        ++count;
    }
    if (stacks.size() != std::max<size_t>(count, 1)) return std::nullopt;
    return stacks[place];
}

/// Where a stack has no bounds, assimp moves the first key to 0.
void Motion::setStart(Stack& stack, const ClipSource& source) const {
    if (stack.start != 0.0 || stack.stop != 0.0) return;
    double first = std::numeric_limits<double>::max();
    const auto note = [&](int64_t model) {
        for (const std::string_view property : {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"})
            if (const AnimatedProperty* moved = stack.find(model, property); moved && !moved->empty())
                first = std::min(first, stack.timesOf(*moved).front());
    };
    for (const auto& [channel, node] : source.channels)
        if (const auto found = nodes_.find(sceneNodes_.sources[node]); found != nodes_.end()) note(found->second.model);
    for (const auto& [node, origin] : nodes_)
        if (isRebuilt(origin.part)) note(origin.model);
    stack.start = stack.stop = first < std::numeric_limits<double>::max() ? first : 0.0;
}

void Motion::replace(const ClipSource& source, AnimationClip& clip, Interpolations& interpolations) {
    if (!source.animation) return;
    interpolations.insert(Interpolation::unknown);  // assimp samples the curves
    const std::optional<int64_t> id = stackOf(source);
    if (!id) return;
    Stack stack(objects_, *id);
    setStart(stack, source);
    for (Channel& channel : clip.channels)
        replaceNode(stack, channel);
    moveRebuilt(stack, clip);
    replaceWeights(stack, clip);
    for (const auto& [key, property] : stack.properties())
        noteFrame(clip, property.times());
    interpolations = stack.interpolations();
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
        const AnimatedProperty* const moved = stack.find(model, property);
        if (moved && !moved->empty() && (moved->isDrawn() || moved->isLayered()))
            track = bake(curveOf<glm::dvec3>(*moved, stack.timesOf(*moved), stack.start, std::identity()), budget_);
        else if (whole && (!moved || moved->empty()))
            track = {{0.0}, {glm::vec3(restOf(property, otherwise))}};
    };
    if (isOf(NodePart::translation)) bakeVector("Lcl Translation", 0.0, channel.translation);
    if (isOf(NodePart::scaling)) bakeVector("Lcl Scaling", 1.0, channel.scale);
    if (!isOf(NodePart::rotation)) return;
    const int64_t order = objects_.integer(model, "RotationOrder").value_or(0);
    const glm::dquat before = whole ? rotationFrom(restOf("PreRotation", 0.0), 0) : kNoRotation;
    const auto valueOf = [=](const glm::dvec3& degrees) { return before * rotationFrom(degrees, order); };
    const AnimatedProperty* const turned = stack.find(model, "Lcl Rotation");
    if (turned && !turned->empty() && (turned->isDrawn() || turned->isLayered())) {
        const Curve<glm::dquat> curve = curveOf<glm::dquat>(*turned, stack.timesOf(*turned), stack.start, valueOf);
        channel.rotation = bake(turned->isDrawn() ? curve : shortest(curve), budget_);
    } else if (whole && (!turned || turned->empty())) {
        channel.rotation = {{0.0}, {glm::quat(valueOf(restOf("Lcl Rotation", 0.0)))}};
    }
}

/// assimp's channels of rebuilt nodes, if any, are of no use.
void Motion::moveRebuilt(const Stack& stack, AnimationClip& clip) {
    const auto sourceOf = [&](uint32_t node) {
        const auto found = nodes_.find(sceneNodes_.sources[node]);
        return found != nodes_.end() && transforms_.isRebuilt(found->second.model) ? &found->second : nullptr;
    };
    std::erase_if(clip.channels, [&](const Channel& channel) { return sourceOf(channel.node) != nullptr; });
    for (uint32_t node = 0; node < sceneNodes_.sources.size(); ++node) {
        const NodeSource* const source = sourceOf(node);
        if (!source || !isRebuilt(source->part)) continue;
        const std::vector<const AnimatedProperty*> moved = transforms_.movedBy(source->model, stack);
        if (moved.empty()) continue;
        std::vector<double> times;
        bool drawn = false;
        for (const AnimatedProperty* property : moved) {
            const std::vector<double> own = property->times();
            times.insert(times.end(), own.begin(), own.end());
            drawn = drawn || property->isDrawn();
        }
        std::ranges::sort(times);
        times.erase(std::unique(times.begin(), times.end()), times.end());
        times = stack.within(std::move(times));
        const auto at = [&](double time, double within) {
            return partOf(transforms_.of(source->model, {&stack, time, within}), source->part);
        };
        const auto curve = [&]<typename Value>(Value LocalTransform::*member) {
            return curveBetween<Value>(times, stack.start,
                                       [=](double time, double within) { return at(time, within).*member; });
        };
        const Curve<glm::dquat> rotation = curve(&LocalTransform::rotation);
        clip.channels.push_back({.node = node,
                                 .translation = bake(curve(&LocalTransform::translation), budget_),
                                 .rotation = bake(drawn ? rotation : shortest(rotation), budget_),
                                 .scale = bake(curve(&LocalTransform::scale), budget_)});
    }
}

void Motion::replaceWeights(const Stack& stack, AnimationClip& clip) {
    // Assimp's keys name targets by its own order, which may be another one.
    std::erase_if(clip.morphs, [&](const MorphChannel& morph) {
        return morph.weight < shapes_.size() && shapes_[morph.weight].channel != 0;
    });
    for (uint32_t weight = 0; weight < shapes_.size(); ++weight) {
        const ChannelShape& shape = shapes_[weight];
        if (shape.channel == 0) continue;
        const AnimatedProperty* const moved = stack.find(shape.channel, "DeformPercent");
        if (!moved || moved->empty()) continue;
        const auto valueOf = [&](const glm::dvec3& percent) { return shape.weightAt(percent.x); };
        clip.morphs.push_back(
            {weight, bake(curveOf<double>(*moved, stack.timesOf(*moved), stack.start, valueOf), budget_)});
    }
}

}  // namespace sinew::fbx
