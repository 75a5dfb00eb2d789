#include "export/clips/motion.h"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "animation/clip/ancestry.h"
#include "animation/ground/root_motion.h"
#include "animation/pose/sampled_poses.h"
#include "base/numbered_names.h"
#include "base/text.h"
#include "export/build/mend.h"
#include "export/build/track_parts.h"
#include "model/poses.h"

namespace sinew::exporting {
namespace {

using World = std::vector<glm::mat4>;

World worldAt(const EditedModel& edited, const AnimationClip& clip, double seconds) {
    const NodeHierarchy& hierarchy = edited.model().hierarchy;
    SampleCursor cursor;
    LocalPose pose(hierarchy.size());
    World world(hierarchy.size());
    sample(clip, hierarchy, seconds, cursor, pose);
    walkHierarchy(hierarchy, pose, edited.worldFromRoot, world);
    return world;
}

/// How far the last pose is from the first, without root motion.
double seamOf(const EditedModel& edited, const AnimationClip& clip) {
    const World first = worldAt(edited, clip, 0.0), last = worldAt(edited, clip, clip.durationSeconds);
    const RootMotion motion = findRootMotion(edited.model().hierarchy, clip, edited.worldFromRoot);
    const Displacement way = motion.inPose() ? motion.between(0.0, clip.durationSeconds) : Displacement{};
    double seam = 0.0;
    for (const uint32_t node : movingNodes(edited.model())) {
        const glm::dvec3 start(first[node][3]);
        const bool travels = motion.inPose() && isAtOrBelow(edited.model().hierarchy.parents, node, *motion.root());
        const glm::dvec3 moved = travels ? way.rotation * start + way.translation : start;
        seam = std::max(seam, glm::length(glm::dvec3(last[node][3]) - moved));
    }
    return seam;
}

/// How far a node with root motion goes, and turns, from the start to the end.
std::string driftText(const EditedModel& edited, const AnimationClip& clip, uint32_t node) {
    const NodeHierarchy& hierarchy = edited.model().hierarchy;
    World rest(hierarchy.size());
    walkHierarchy(hierarchy, hierarchy.rest, edited.worldFromRoot, rest);
    const int32_t parent = hierarchy.parents[node];
    const glm::mat4 above = parent == kNoParent ? edited.worldFromRoot : rest[static_cast<size_t>(parent)];
    const glm::vec3 up = glm::transpose(glm::mat3(above)) * glm::vec3(0.0f, 1.0f, 0.0f);
    const RootMotion motion(clip, hierarchy, node, up, above);
    const Displacement way = motion.between(0.0, clip.durationSeconds);
    const double degrees = std::abs(glm::degrees(yawRadians(way, {0.0, 1.0, 0.0})));
    return shareText(edited, glm::length(way.translation)) +
           (degrees < 0.05 ? "" : fmt::format(" and {:.1f} degrees", degrees));
}

Channel& channelOf(AnimationClip& clip, uint32_t node) {
    const auto found = std::ranges::find(clip.channels, node, &Channel::node);
    if (found != clip.channels.end()) return *found;
    return clip.channels.emplace_back(Channel{.node = node});
}

/// As motionKeys().
class MotionKeys {
  public:
    using At = std::function<Transform(double)>;

    MotionKeys(const At& at, double size) : at_(at), size_(size) {}

    Channel keys(const std::set<double>& times) {
        add(*times.begin(), at_(*times.begin()));
        for (auto time = std::next(times.begin()); time != times.end(); ++time)
            refine(*std::prev(time), at_(*std::prev(time)), *time, at_(*time), kMostHalvings);
        return std::move(channel_);
    }

  private:
    static constexpr int kMostHalvings = 6;
    static constexpr double kTolerance = 1e-6, kRounding = 4e-7;

    void add(double time, Transform pose) {
        std::vector<glm::quat>& turns = channel_.rotation.values;
        if (!turns.empty() && glm::dot(turns.back(), pose.rotation) < 0.0f) pose.rotation = -pose.rotation;
        channel_.translation.times.push_back(time);
        channel_.rotation.times.push_back(time);
        channel_.translation.values.push_back(pose.translation);
        turns.push_back(pose.rotation);
    }

    bool isLine(double a, const Transform& atA, double b, const Transform& atB) const {
        for (const float ratio : {0.23f, 0.5f, 0.71f}) {
            const Transform real = at_(a + static_cast<double>(ratio) * (b - a));
            const glm::vec3 place = between(atA.translation, atB.translation, ratio);
            const glm::quat turn = between(atA.rotation, atB.rotation, ratio);
            if (distance(widen(place), widen(real.translation)) >
                    kTolerance * size_ + kRounding * magnitude(real.translation) ||
                distance(widen(turn), widen(real.rotation)) > kTolerance)
                return false;
        }
        return true;
    }

    void refine(double a, const Transform& atA, double b, const Transform& atB, int depth) {
        if (depth == 0 || b - a < 1e-9 || isLine(a, atA, b, atB)) return add(b, atB);
        const double middle = 0.5 * (a + b);
        const Transform atMiddle = at_(middle);
        refine(a, atA, middle, atMiddle, depth - 1);
        refine(middle, atMiddle, b, atB, depth - 1);
    }

    const At& at_;
    double size_;
    Channel channel_;
};

/// Gives a track the keys of `moved`, unless they are on it anyway.
template <typename Value>
void replaceTrack(Track<Value>& track, const Value& rest, Track<Value>& moved) {
    for (size_t i = 0; i < moved.size(); ++i) {
        const Value own = track.empty() ? rest : sampled(track, moved.times[i]);
        if (distance(widen(own), widen(moved.values[i])) > 1e-7 * magnitude(own)) {
            track = std::move(moved);
            return;
        }
    }
}

/// Gives a node other places and rotations: `at` has its whole transform.
void moveNode(const EditedModel& edited, AnimationClip& clip, uint32_t node, std::set<double> times,
              const MotionKeys::At& at) {
    const Transform& rest = edited.model().hierarchy.rest[node];
    addTimes(channelOf(clip, node), clip.durationSeconds, times);
    Channel moved = MotionKeys(at, edited.size).keys(times);
    Channel& channel = channelOf(clip, node);
    replaceTrack(channel.translation, rest.translation, moved.translation);
    replaceTrack(channel.rotation, rest.rotation, moved.rotation);
}

bool isUniform(const glm::vec3& scale) {
    return scale.x == scale.y && scale.y == scale.z && scale.x != 0.0f;
}

/// Inserts a node above another one, which moves to the next number.
void insertAbove(ImportedModel& imported, uint32_t node) {
    Model& model = imported.model;
    NodeHierarchy& nodes = model.hierarchy;
    NumberedNames taken;
    for (const std::string& name : nodes.names)
        taken.take(name);
    const std::string name = taken.take("Root") ? "Root" : taken.takeNumbered("Root ");
    const auto at = static_cast<std::ptrdiff_t>(node);
    const auto shift = [&](auto& number) {
        if (static_cast<int64_t>(number) >= at) ++number;
    };
    const int32_t parent = nodes.parents[node];
    std::ranges::for_each(nodes.parents, shift);
    nodes.names.insert(nodes.names.begin() + at, name);
    nodes.parents.insert(nodes.parents.begin() + at, parent);
    nodes.rest.insert(nodes.rest.begin() + at, Transform{});
    nodes.parents[node + 1] = static_cast<int32_t>(node);
    const auto shiftBones = [&](std::vector<Bone>& bones) {
        for (Bone& bone : bones)
            shift(bone.node);
    };
    for (MeshInstance& instance : model.instances)
        shift(instance.node), shiftBones(instance.bones);
    for (CutMesh& cut : imported.report.cutMeshes)
        shiftBones(cut.bones);
    for (AnimationClip& clip : model.clips)
        for (Channel& channel : clip.channels)
            shift(channel.node);
    for (NodeExtras& extras : model.nodeExtras)
        shift(extras.node);
    for (HumanoidBone& bone : model.humanoid)
        shift(bone.node);
}

/// The nodes below `parent` that are animated, or move vertices, or are above such.
std::vector<uint32_t> movedBelow(const Model& model, const AnimationClip& clip, int32_t parent) {
    std::vector<bool> matters(model.hierarchy.size());
    for (const uint32_t moving : movingNodes(model))
        matters[moving] = true;
    for (const Channel& channel : clip.channels)
        matters[channel.node] = true;
    std::vector<uint32_t> moved;
    for (uint32_t n = static_cast<uint32_t>(model.hierarchy.size()); n-- > 0;) {
        if (!matters[n]) continue;
        const int32_t above = model.hierarchy.parents[n];
        if (above != kNoParent) matters[static_cast<size_t>(above)] = true;
        if (above == parent) moved.push_back(n);
    }
    return moved;
}

Transform withoutMotion(const Transform& pose, const Displacement& motion) {
    const Displacement back = inverse(motion);
    return {glm::vec3(back.translation + back.rotation * glm::dvec3(pose.translation)),
            glm::quat(glm::normalize(back.rotation * glm::dquat(pose.rotation))), pose.scale};
}

}  // namespace

void addTimes(const Channel& channel, double durationSeconds, std::set<double>& times) {
    for (const std::vector<double>* own : {&channel.translation.times, &channel.rotation.times})
        for (const double time : *own)
            if (time > 0.0 && time < durationSeconds) times.insert(time);
    times.insert({0.0, durationSeconds});
}

Channel motionKeys(const std::set<double>& times, const std::function<Transform(double)>& at, double size) {
    return MotionKeys(at, size).keys(times);
}

EditedModel editedModel(ImportedModel& imported, std::optional<UpAxis> up) {
    const Model& model = imported.model;
    const RestPose rest = restPoseOf(model);
    double size = static_cast<double>(rest.size);
    for (size_t i = 0; i < rest.worldFromNode.size() && !(rest.size > 0.0f); ++i)
        size = std::max(size, glm::length(glm::dvec3(rest.worldFromNode[i][3] - rest.worldFromNode[0][3])));
    return {imported, up ? yUpFrom(*up) * glm::transpose(yUpFrom(model.rootUp)) : yUpFrom(model.up), size};
}

std::string shareText(const EditedModel& edited, double length) {
    return fmt::format("{:.2g} %", edited.size > 0.0 ? 100.0 * length / edited.size : 0.0);
}

double largestDistance(const EditedModel& edited, const AnimationClip& clip, const AnimationClip& other) {
    constexpr int kTimes = 8;
    double largest = 0.0;
    for (int i = 0; i <= kTimes; ++i) {
        const double seconds = clip.durationSeconds * i / kTimes;
        const World own = worldAt(edited, clip, seconds), others = worldAt(edited, other, seconds);
        for (size_t node = 0; node < own.size(); ++node)
            largest = std::max(largest, glm::length(glm::dvec3(own[node][3] - others[node][3])));
    }
    return largest;
}

std::string closeLoop(const EditedModel& edited, AnimationClip& clip) {
    const double before = seamOf(edited, clip);
    mendLoop(edited.model(), clip);
    return fmt::format("seam {} -> {} of the model's size", shareText(edited, before),
                       shareText(edited, seamOf(edited, clip)));
}

std::string makeInPlace(const EditedModel& edited, AnimationClip& clip) {
    const NodeHierarchy& hierarchy = edited.model().hierarchy;
    const AnimationClip own = clip;
    const RootMotion motion = findRootMotion(hierarchy, own, edited.worldFromRoot);
    if (!motion.inPose()) return "in place already";
    const uint32_t node = *motion.root();
    const std::string before = driftText(edited, clip, node);
    std::set<double> times;
    addTimes(channelOf(clip, node), clip.durationSeconds, times);
    for (const uint32_t below : movedBelow(edited.model(), own, hierarchy.parents[node])) {
        const Channel old = channelOf(clip, below);
        moveNode(edited, clip, below, times, [&](double seconds) {
            return withoutMotion(sampleChannel(old, hierarchy.rest[below], seconds), motion.at(seconds));
        });
    }
    return fmt::format("drift {} -> {} of the model's size", before, driftText(edited, clip, node));
}

std::string moveToRoot(const EditedModel& edited, size_t index, std::set<std::string>& made) {
    Model& model = edited.model();
    NodeHierarchy& nodes = model.hierarchy;
    AnimationClip& clip = model.clips[index];
    const AnimationClip own = clip;
    const RootMotion motion = findRootMotion(nodes, own, edited.worldFromRoot);
    if (!motion.inPose()) return "no root motion to move";
    uint32_t node = *motion.root();
    const std::string name = inQuotes(nodes.names[node]), before = driftText(edited, clip, node);
    const Channel channel = channelOf(clip, node);
    std::set<double> times;
    addTimes(channel, clip.durationSeconds, times);
    const auto isAtStart = [&](double seconds) {
        constexpr double kStill = 1e-4;
        const Transform first = sampleChannel(channel, nodes.rest[node], 0.0);
        const Transform pose = withoutMotion(sampleChannel(channel, nodes.rest[node], seconds), motion.at(seconds));
        return distance(widen(pose.translation), widen(first.translation)) < kStill * edited.size &&
               distance(widen(pose.rotation), widen(first.rotation)) < kStill;
    };
    if (std::ranges::all_of(times, isAtStart)) return fmt::format("{} is the root already: drift {}", name, before);
    const int32_t parent = nodes.parents[node];
    const auto isRoot = [&](uint32_t above) {
        return (nodes.parents[above] != kNoParent || made.contains(nodes.names[above])) &&
               isUniform(nodes.rest[above].scale) &&
               std::ranges::find(clip.channels, above, &Channel::node) == clip.channels.end();
    };
    const bool isThere = parent != kNoParent && isRoot(static_cast<uint32_t>(parent));
    const uint32_t root = isThere ? static_cast<uint32_t>(parent) : node;
    if (!isThere) {
        insertAbove(edited.imported, node++);
        made.insert(nodes.names[root]);
    }
    const Transform rest = nodes.rest[root];
    const auto scale = static_cast<double>(rest.scale.x);
    Channel way{.node = root};
    for (const double time : times) {
        const Displacement at = motion.at(time);
        way.translation.times.push_back(time);
        way.translation.values.push_back(
            glm::vec3(widen(rest.translation) + widen(rest.rotation) * (scale * at.translation)));
        way.rotation.times.push_back(time);
        way.rotation.values.push_back(narrow(widen(rest.rotation) * at.rotation));
    }
    for (const uint32_t below : movedBelow(model, clip, static_cast<int32_t>(root))) {
        const Channel old = channelOf(clip, below);
        moveNode(edited, clip, below, times, [&](double seconds) {
            const Transform pose = sampleChannel(way, rest, seconds);
            const glm::dquat back = glm::conjugate(widen(rest.rotation));
            const Displacement sofar{back * (widen(pose.translation) - widen(rest.translation)) / scale,
                                     back * widen(pose.rotation)};
            return withoutMotion(sampleChannel(old, nodes.rest[below], seconds), sofar);
        });
    }
    clip.channels.push_back(std::move(way));
    std::ranges::sort(clip.channels, {}, &Channel::node);
    return fmt::format("root motion of {} is now that of {}{}: its drift {} -> {} of the model's size", name,
                       isThere ? "" : "the new node ", inQuotes(nodes.names[root]), before,
                       driftText(edited, clip, node));
}

void makeAdditive(const Model& model, AnimationClip& clip, const AnimationClip& reference) {
    const NodeHierarchy& nodes = model.hierarchy;
    const AnimationClip first = reference;  // may be the clip itself
    for (const Channel& other : first.channels)
        channelOf(clip, other.node);
    for (Channel& channel : clip.channels) {
        const Transform& rest = nodes.rest[channel.node];
        const auto other = std::ranges::find(first.channels, channel.node, &Channel::node);
        const Transform start = other == first.channels.end() ? rest : sampleChannel(*other, rest, 0.0);
        const glm::vec3 offset = rest.translation - start.translation;
        mapTrack(
            channel.translation, rest.translation, rest.translation,
            [&](const glm::vec3& value) { return value + offset; }, std::identity{});
        const glm::dquat turn = widen(rest.rotation) * glm::conjugate(widen(start.rotation));
        const auto turned = [&](const glm::quat& value) { return glm::quat(turn * glm::dquat(value)); };
        mapTrack(channel.rotation, rest.rotation, rest.rotation, turned, turned);
        glm::vec3 ratio(1.0f);
        for (int i = 0; i < 3; ++i)
            if (start.scale[i] != 0.0f) ratio[i] = rest.scale[i] / start.scale[i];
        const auto scaled = [&](const glm::vec3& value) { return value * ratio; };
        mapTrack(channel.scale, rest.scale, rest.scale, scaled, scaled);
    }
    for (const MorphChannel& other : first.morphs)
        if (std::ranges::find(clip.morphs, other.weight, &MorphChannel::weight) == clip.morphs.end())
            clip.morphs.push_back({other.weight, {}});
    for (MorphChannel& morph : clip.morphs) {
        const float rest = model.restMorphWeights[morph.weight];
        const auto other = std::ranges::find(first.morphs, morph.weight, &MorphChannel::weight);
        const bool isThere = other != first.morphs.end() && !other->track.empty();
        const float offset = rest - (isThere ? sampled(other->track, 0.0) : rest);
        mapTrack(
            morph.track, rest, rest, [&](float value) { return value + offset; }, std::identity{});
    }
}

}  // namespace sinew::exporting
