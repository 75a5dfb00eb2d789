#include "import/fbx/motion.h"

#include <algorithm>
#include <limits>

#include "import/build/convert.h"

namespace sinew::fbx {
namespace {

/// How far Euler angles between keys may be from the shortest rotation, as a distance of quaternions: where they are
/// nearer (0.03 degrees), the keys are kept as they are, since those of sampled motion would multiply; elsewhere they
/// are sampled within the other.
constexpr RotationTolerance kEuler{.tolerance = 1e-5, .kept = 3e-4};

using Moved = std::vector<const AnimatedProperty*>;

/// Curve segments between the key times of properties, the clip's start at 0. `valueOf` gets a Moment.
template <typename Value, typename Function>
Curve<Value> curveOf(const Stack& stack, const Moved& moved, const Function& valueOf) {
    std::vector<double> times = stack.timesOf(moved), own = times;
    for (double& time : own)
        time -= stack.start;
    return {std::move(own), [&stack, times = std::move(times), valueOf](size_t segment, double time) {
                const double within =
                    segment + 1 < times.size() ? 0.5 * (times[segment] + times[segment + 1]) : times[segment];
                return valueOf(Moment{&stack, time + stack.start, within});
            }};
}

}  // namespace

AnimationClip MotionReader::read(int64_t id, const std::string& name, ClipReport& report) {
    Stack stack(objects_, id);
    if (!stack.isBounded()) setStart(stack);
    AnimationClip clip{.name = name};
    for (uint32_t node = 0; node < nodes_.origins.size(); ++node)
        if (nodes_.origins[node].model != 0) moveNode(stack, node, clip);
    moveWeights(stack, clip);
    for (const auto& [key, property] : stack.properties())
        noteFrame(clip, property.keys());
    clip.durationSeconds = std::max(stack.stop - stack.start, lastKeySeconds(clip));
    this->report(stack, clip, report);
    return clip;
}

/// Where a stack has no bounds, the first key of a node is at 0.
void MotionReader::setStart(Stack& stack) const {
    double first = std::numeric_limits<double>::max();
    for (const auto& [key, property] : stack.properties())
        if (nodes_.nodeOf.contains(key.first) && key.second.starts_with("Lcl ") && !property.empty())
            first = std::min(first, property.keys().front());
    stack.start = stack.stop = first < std::numeric_limits<double>::max() ? first : 0.0;
}

Track<glm::vec3> MotionReader::vectorTrack(const Stack& stack, int64_t model, TransformPart part) {
    const Moved moved = transforms_.movedBy(model, part, stack);
    if (moved.empty()) return {};
    const auto valueOf = [this, model, part](const Moment& moment) {
        return part == TransformPart::scale ? transforms_.scale(model, moment) : transforms_.translation(model, moment);
    };
    const Curve<glm::dvec3> curve = curveOf<glm::dvec3>(stack, moved, valueOf);
    if (moved.size() > 1 || !moved.front()->isLinear() || !transforms_.isPlain(model, part))
        return bake(curve, budget_);
    Track<glm::vec3> track;  // its keys are all there is
    for (size_t i = 0; i < curve.times.size(); ++i) {
        const glm::vec3 value(curve.at(i, curve.times[i]));
        if (!isFinite(value)) continue;
        track.times.push_back(curve.times[i]);
        track.values.push_back(value);
    }
    return track;
}

/// A clip shows and hides a rigid mesh without children by the scale of its node.
Track<glm::vec3> MotionReader::shownTrack(const Stack& stack, int64_t model) {
    const AnimatedProperty* const shown = stack.find(model, "Visibility");
    if (!shown || shown->empty() || !objects_.sources(model, "Model").empty()) return {};
    const auto isRigid = [&](int64_t geometry) {
        return isMesh(objects_, geometry) && objects_.sources(geometry, "Deformer").empty();
    };
    const std::vector<int64_t> geometries = objects_.sources(model, "Geometry");
    if (geometries.empty() || !std::ranges::all_of(geometries, isRigid)) return {};
    const auto valueOf = [shown, scale = transforms_.scale(model, {})](const Moment& moment) {
        return shown->at(moment.within, moment.within).x != 0.0 ? scale : glm::dvec3(0.0);
    };
    Track<glm::vec3> track = bake(curveOf<glm::dvec3>(stack, {shown}, valueOf), budget_);
    return std::ranges::count(track.values, glm::vec3(0.0f)) > 0 ? track : Track<glm::vec3>();
}

void MotionReader::moveNode(const Stack& stack, uint32_t node, AnimationClip& clip) {
    const auto [model, kind] = nodes_.origins[node];
    Channel channel{.node = node};
    if (kind != Nodes::Kind::scale) {
        channel.translation = vectorTrack(stack, model, TransformPart::translation);
        if (const Moved moved = transforms_.movedBy(model, TransformPart::rotation, stack); !moved.empty()) {
            const auto valueOf = [this, model = model, &angles = *moved.front()](const Moment& moment) {
                return transforms_.rotation(model, angles.at(moment.time, moment.within));
            };
            const auto curve = curveOf<glm::dquat>(stack, moved, valueOf);
            channel.rotation = bake(curve, budget_, kEuler);
        }
    }
    if (kind != Nodes::Kind::unscaled) channel.scale = vectorTrack(stack, model, TransformPart::scale);
    if (kind != Nodes::Kind::unscaled && channel.scale.empty()) channel.scale = shownTrack(stack, model);
    if (!channel.translation.empty() || !channel.rotation.empty() || !channel.scale.empty())
        clip.channels.push_back(std::move(channel));
}

void MotionReader::moveWeights(const Stack& stack, AnimationClip& clip) {
    for (uint32_t weight = 0; weight < weights_.size(); ++weight) {
        const ChannelShape& shape = weights_[weight];
        const AnimatedProperty* const moved = shape.object != 0 ? stack.find(shape.object, shape.property) : nullptr;
        if (!moved || moved->empty()) continue;
        const auto valueOf = [&shape, moved](const Moment& moment) {
            return shape.weightAt(moved->at(moment.time, moment.within).x);
        };
        clip.morphs.push_back({weight, bake(curveOf<double>(stack, {moved}, valueOf), budget_)});
    }
}

void MotionReader::report(const Stack& stack, const AnimationClip& clip, ClipReport& report) const {
    report.interpolations = namesOf(stack.interpolations());
    KeyRepairs repairs;
    const auto count = [&](const std::vector<int64_t>& objects, KeyRepairs::Kind& kind) {
        for (const int64_t object : objects) {
            const auto node = nodes_.nodeOf.find(object);
            repairs.node = node == nodes_.nodeOf.end() ? std::nullopt : std::optional(node->second);
            repairs.add(kind);
        }
    };
    count(stack.reordered(), repairs.reordered);
    count(stack.dropped(), repairs.dropped);
    repairs.report(clip.name, nodes_.hierarchy, findings_);
}

}  // namespace sinew::fbx
