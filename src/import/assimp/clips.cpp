#include "import/assimp/clips.h"

#include <iterator>
#include <limits>
#include <map>
#include <span>

#include <fmt/format.h>

#include "import/assimp/convert.h"
#include "import/build/clip_names.h"
#include "import/build/keys.h"
#include "model/outer_nodes.h"

namespace sinew {
namespace {

/// True for animations that assimp joined and named itself.
bool isJoined(const aiAnimation& animation) {
    return viewOf(animation.mName).starts_with("combinedAnim_");
}

/// True when a file's animations are one movement in parts: each moves nodes that no other one moves, and all last
/// about as long.
bool isOneMovement(const aiScene& scene) {
    double longest = 0.0;
    for (unsigned a = 0; a < scene.mNumAnimations; ++a)
        longest = std::max(longest, scene.mAnimations[a]->mDuration);
    std::set<std::string_view> moved;
    for (unsigned a = 0; a < scene.mNumAnimations; ++a) {
        const aiAnimation& animation = *scene.mAnimations[a];
        const bool aboutAsLong =
            animation.mDuration >= 0.9 * longest || animation.mDuration == 0.0;  // 0: one key, a constant
        if (!aboutAsLong || (animation.mNumChannels != 1 && !isJoined(animation))) return false;
        if (animation.mTicksPerSecond != scene.mAnimations[0]->mTicksPerSecond) return false;
        for (unsigned c = 0; c < animation.mNumChannels; ++c)
            if (!moved.insert(viewOf(animation.mChannels[c]->mNodeName)).second) return false;
    }
    return scene.mNumAnimations > 1;
}

/// Removes the name of a Collada root, which assimp takes from the first animation, from the front of all names.
void dropRootName(std::vector<std::string>& names) {
    if (names.empty() || names.front().size() < 3 || names.front().size() % 2 == 0) return;
    const std::string word = names.front().substr(0, names.front().size() / 2), prefix = word + "_";
    if (names.front() != prefix + word) return;
    const auto prefixed = [&](const std::string& name) { return name.empty() || name.starts_with(prefix); };
    if (!std::all_of(names.begin(), names.end(), prefixed)) return;
    for (std::string& name : names)
        if (!name.empty()) name.erase(0, prefix.size());
}

/// Adds to a clip one that moves other things.
void join(AnimationClip& whole, AnimationClip part) {
    whole.durationSeconds = std::max(whole.durationSeconds, part.durationSeconds);
    whole.authoredFrameSeconds = std::max(whole.authoredFrameSeconds, part.authoredFrameSeconds);
    std::ranges::move(part.channels, std::back_inserter(whole.channels));
    std::ranges::move(part.morphs, std::back_inserter(whole.morphs));
}

/// True when `unread`, which moves only weights, moves different ones than the clip and does not last much longer:
/// weights have keys only where they change.
bool belongsTo(const AnimationClip& clip, const AnimationClip& unread) {
    return clip.durationSeconds >= 0.9 * unread.durationSeconds &&
           std::ranges::none_of(unread.morphs, [&](const MorphChannel& morph) { return isMoved(clip, morph.weight); });
}

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
    Dialect& dialect;
    Findings& findings;
    const ClipConventions& conventions;
    std::vector<uint32_t> channelAt = {};  ///< of the current clip, by node

    AnimationClip convert(size_t index, const aiAnimation& source, const std::string& name,
                          Interpolations& interpolations, size_t& unmatched) {
        ClipSource read{.index = index, .animation = &source, .channels = {}};
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
            read.channels.emplace_back(channel, chooseNode(nodes, found, isBone));
            addChannel(clip, *channel, read.channels.back().second, ticksPerSecond, repairs);
        }
        const double duration = source.mDuration / ticksPerSecond;
        clip.durationSeconds = std::isfinite(duration) && !conventions.lastsAsKeys ? std::max(duration, 0.0) : 0.0;
        dialect.motion(read, clip, interpolations);
        // assimp passes on the tangents of splines as keys.
        if (!conventions.storesQuaternions || interpolations.contains(Interpolation::cubic)) repairs.scaled = {};
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

    /// A clip that assimp did not read; without channels when there are no more.
    AnimationClip convertUnread(size_t index, Interpolations& interpolations) const {
        AnimationClip clip;
        dialect.motion({.index = index, .animation = nullptr, .channels = {}}, clip, interpolations);
        clip.durationSeconds = std::max(clip.durationSeconds, lastKeySeconds(clip));
        if (clip.name.empty()) clip.name = fmt::format("Animation {}", index);
        return clip;
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

/// Adds the clips that assimp did not read.
void addUnread(const ClipConverter& converter, bool mayJoin, std::vector<AnimationClip>& clips,
               std::vector<Interpolations>& interpolations) {
    const size_t read = clips.size();
    while (clips.size() == read || !clips.back().morphs.empty())
        clips.push_back(converter.convertUnread(clips.size(), interpolations.emplace_back()));
    clips.pop_back(), interpolations.pop_back();
    if (!mayJoin || read != 1 || clips.size() != 2 || !belongsTo(clips.front(), clips.back())) return;
    join(clips.front(), std::move(clips.back()));
    interpolations.front().merge(interpolations.back());
    clips.pop_back(), interpolations.pop_back();
}

}  // namespace

std::vector<AnimationClip> convertClips(const aiScene& scene, const SceneNodes& nodes, const std::vector<bool>& isBone,
                                        const ClipConventions& conventions, Dialect& dialect, ImportReport& report) {
    std::vector<std::string> names;
    for (unsigned a = 0; a < scene.mNumAnimations; ++a)
        names.push_back(isJoined(*scene.mAnimations[a]) ? std::string() : utf8From(scene.mAnimations[a]->mName));
    const bool joined = conventions.mayJoin && isOneMovement(scene);
    const auto isGiven = [&](const std::string& name) {
        return !conventions.rootNamed || name.substr(name.rfind('_') + 1) != "animation";  // assimp's word for none
    };
    std::vector<std::string> given;
    std::ranges::copy_if(names, std::back_inserter(given), isGiven);
    if (!joined) reportDuplicateNames(given, report.findings);
    if (conventions.rootNamed) dropRootName(names);
    if (joined) std::fill(names.begin(), names.end(), std::string());
    std::vector<std::string> owners = ownersOf(nodes.hierarchy, movedNodes(scene, nodes, isBone), isBone);
    if (scene.mName.length > 0) owners.push_back(utf8From(scene.mName));
    names = readableClipNames(names, owners);
    if (joined) std::fill(names.begin(), names.end(), std::string(names.front()));  // for findings

    std::vector<AnimationClip> clips;
    std::vector<Interpolations> interpolations(scene.mNumAnimations);
    ClipConverter converter{nodes, isBone, dialect, report.findings, conventions};
    for (unsigned a = 0; a < scene.mNumAnimations; ++a)
        clips.push_back(converter.convert(a, *scene.mAnimations[a], names[a], interpolations[a],
                                          report.clips.emplace_back().unmatchedChannels));
    if (joined) {
        for (size_t i = 1; i < clips.size(); ++i) {
            join(clips.front(), std::move(clips[i]));
            interpolations.front().merge(interpolations[i]);
            report.clips.front().unmatchedChannels += report.clips[i].unmatchedChannels;
        }
        clips.resize(1), interpolations.resize(1);
    }
    addUnread(converter, conventions.mayJoin, clips, interpolations);
    report.clips.resize(clips.size());
    for (size_t i = 0; i < clips.size(); ++i)
        report.clips[i].interpolations = namesOf(interpolations[i]);
    return clips;
}

}  // namespace sinew
