#include "import/assimp/clips.h"

#include <limits>
#include <span>

#include <fmt/format.h>

#include "import/assimp/convert.h"
#include "import/build/clip_names.h"
#include "import/build/curves.h"
#include "import/build/keys.h"
#include "model/outer_nodes.h"

namespace sinew {
namespace {

template <typename Value>
Value valueFrom(const aiVector3D& value) {
    return vec3From(value);
}
template <typename Value>
Value valueFrom(const aiQuaternion& value) {
    return quatFrom(value);
}

template <typename Value, typename Key>
Track<Value> convertTrack(const Key* keys, unsigned count, double ticksPerSecond, KeyRepairs& repairs) {
    const auto keyAt = [&](size_t i) {
        return std::pair(keys[i].mTime / ticksPerSecond, valueFrom<Value>(keys[i].mValue));
    };
    return soundTrack<Value>(keys ? count : 0, keyAt, repairs);
}

template <typename Value>
void fillWhenEmpty(Track<Value>& track, const Track<Value>& other) {
    if (track.empty()) track = other;
}

struct ClipConverter {
    const SceneNodes& nodes;
    const std::vector<bool>& isBone;
    Findings& findings;
    const ClipConventions& conventions;
    std::vector<uint32_t> channelAt = {};  ///< of the current clip, by node

    AnimationClip convert(const aiAnimation& source, const std::string& name, size_t& unmatched) {
        AnimationClip clip;
        clip.name = name;
        const double ticksPerSecond = rateOf(source);
        KeyRepairs repairs;
        channelAt.assign(nodes.hierarchy.size(), kNone);
        clip.channels.reserve(source.mNumChannels);
        for (unsigned c = 0; c < source.mNumChannels; ++c) {
            const aiNodeAnim* channel = source.mChannels[c];
            const auto found = channel ? nodes.named(viewOf(channel->mNodeName)) : std::span<const uint32_t>{};
            if (found.empty()) {
                unmatched += !channel || !nodes.leftOut.contains(viewOf(channel->mNodeName));
                continue;
            }
            addChannel(clip, *channel, chooseNode(nodes, found, isBone), ticksPerSecond, repairs);
        }
        const double duration = source.mDuration / ticksPerSecond;
        clip.durationSeconds = std::isfinite(duration) && !conventions.lastsAsKeys ? std::max(duration, 0.0) : 0.0;
        if (!conventions.storesQuaternions) repairs.scaled = {};
        freeOuterNodes(nodes.hierarchy, clip);
        clip.durationSeconds = std::max(clip.durationSeconds, lastKeySeconds(clip));
        report(name, repairs, unmatched);
        return clip;
    }

    /// The unit of the keys' times, per second. DirectX counts 4800 ticks where a file gives no rate, but many
    /// exporters write frames: as ticks count keys that are at least 1 / 60 s apart, to beyond 800, or 32 s of frames.
    double rateOf(const aiAnimation& source) const {
        constexpr double kFrames = 25.0, kTicks = 4800.0, kLeastTicks = 80.0, kLeastEnd = 800.0;
        const double given = conventions.framesPerSecond > 0.0 ? conventions.framesPerSecond : source.mTicksPerSecond;
        if (std::isfinite(given) && given > 0.0) return given;
        if (!conventions.mayCountTicks) return kFrames;
        double closest = std::numeric_limits<double>::infinity(), end = 0.0;
        const auto see = [&](const auto* keys, unsigned count) {
            for (unsigned i = 0; keys && i < count; ++i) {
                end = std::max(end, keys[i].mTime);
                if (i > 0) closest = std::min(closest, std::abs(keys[i].mTime - keys[i - 1].mTime));
            }
        };
        for (const aiNodeAnim* channel : std::span(source.mChannels, source.mNumChannels)) {
            if (!channel) continue;
            see(channel->mPositionKeys, channel->mNumPositionKeys);
            see(channel->mRotationKeys, channel->mNumRotationKeys);
            see(channel->mScalingKeys, channel->mNumScalingKeys);
        }
        return closest >= kLeastTicks && end >= kLeastEnd ? kTicks : kFrames;
    }

    static constexpr uint32_t kNone = ~0u;

    void addChannel(AnimationClip& clip, const aiNodeAnim& source, uint32_t node, double ticksPerSecond,
                    KeyRepairs& repairs) {
        repairs.node = node;
        Channel channel{
            .node = node,
            .translation =
                convertTrack<glm::vec3>(source.mPositionKeys, source.mNumPositionKeys, ticksPerSecond, repairs),
            .rotation = convertTrack<glm::quat>(source.mRotationKeys, source.mNumRotationKeys, ticksPerSecond, repairs),
            .scale = convertTrack<glm::vec3>(source.mScalingKeys, source.mNumScalingKeys, ticksPerSecond, repairs)};
        if (channelAt[node] == kNone) {
            channelAt[node] = static_cast<uint32_t>(clip.channels.size());
            clip.channels.push_back(std::move(channel));
            return;
        }
        Channel& first = clip.channels[channelAt[node]];
        fillWhenEmpty(first.translation, channel.translation);
        fillWhenEmpty(first.rotation, channel.rotation);
        fillWhenEmpty(first.scale, channel.scale);
    }

    void report(const std::string& name, const KeyRepairs& repairs, size_t unmatched) {
        if (unmatched > 0)
            findings.push_back(countFinding("channel-unmatched", Severity::warning, name, unmatched, "channel",
                                            "channels", "ignored: the target does not exist or cannot move"));
        repairs.report(name, nodes.hierarchy, findings);
    }
};

/// By node: true for joints and what clips move.
std::vector<bool> movedNodes(const aiScene& scene, const SceneNodes& nodes, const std::vector<bool>& isBone) {
    std::vector<bool> moved = isBone;
    for (unsigned a = 0; a < scene.mNumAnimations; ++a)
        for (unsigned c = 0; c < scene.mAnimations[a]->mNumChannels; ++c)
            for (const uint32_t node : nodes.named(viewOf(scene.mAnimations[a]->mChannels[c]->mNodeName)))
                moved[node] = true;
    return moved;
}

}  // namespace

std::vector<AnimationClip> convertClips(const aiScene& scene, const SceneNodes& nodes, const std::vector<bool>& isBone,
                                        const ClipConventions& conventions, ImportReport& report) {
    const std::span animations(scene.mAnimations, scene.mNumAnimations);
    std::vector<std::string> names;
    for (const aiAnimation* animation : animations)
        names.push_back(utf8From(animation->mName));
    reportDuplicateNames(names, report.findings);
    std::vector<std::string> owners = ownersOf(nodes.hierarchy, movedNodes(scene, nodes, isBone), isBone);
    if (scene.mName.length > 0) owners.push_back(utf8From(scene.mName));
    names = readableClipNames(names, owners);
    std::vector<AnimationClip> clips;
    ClipConverter converter{nodes, isBone, report.findings, conventions};
    for (size_t i = 0; i < animations.size(); ++i) {
        ClipReport& row = report.clips.emplace_back();
        clips.push_back(converter.convert(*animations[i], names[i], row.unmatchedChannels));
        row.interpolations = namesOf({conventions.isLinear ? Interpolation::linear : Interpolation::unknown});
    }
    return clips;
}

}  // namespace sinew
