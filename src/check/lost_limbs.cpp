#include <algorithm>
#include <optional>

#include "animation/clip/ancestry.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr size_t kMinOtherClips = 2;
constexpr size_t kMinLostBones = 2;
constexpr size_t kManyClips = 4;           // most of so many others tell
constexpr double kMostOthersKeyed = 0.75;  // of the other clips
constexpr float kAtRestDegreesOfKeys = 0.1f;
constexpr float kOtherSideTurns = 10.0f;  // degrees

/// The rotation keys of a bone in a clip.
struct BoneKeys {
    bool any = false;      ///< and not a single one only
    bool rests = false;    ///< all are those of the rest pose
    float degrees = 0.0f;  ///< from its first rotation, or from the rest pose
};

using KeysOfClips = std::vector<std::vector<BoneKeys>>;  // [clip][node]

KeysOfClips keysOf(const Model& model) {
    KeysOfClips keys(model.clips.size(), std::vector<BoneKeys>(model.hierarchy.size()));
    for (size_t c = 0; c < keys.size(); ++c)
        for (const Channel& channel : model.clips[c].channels)
            if (const Track<glm::quat>& track = channel.rotation; track.size() > 1) {
                const float away = apart(track.values.front(), model.hierarchy.rest[channel.node].rotation);
                const float most = std::max(rangeOf(track), away);
                keys[c][channel.node] = {true, most < kAtRestDegreesOfKeys, most};
            }
    return keys;
}

/// How many of the clips have keys of each node.
std::vector<size_t> keyedClips(const KeysOfClips& keys, const std::vector<size_t>& clips) {
    std::vector<size_t> counts(keys.empty() ? 0 : keys.front().size());
    for (const size_t clip : clips)
        for (size_t node = 0; node < counts.size(); ++node)
            counts[node] += keys[clip][node].any;
    return counts;
}

/// The bones without keys in a clip of which at least so many clips have some.
std::vector<uint32_t> lostIn(const std::vector<BoneKeys>& keys, const std::vector<size_t>& keyed, double others) {
    std::vector<uint32_t> lost;
    for (uint32_t node = 0; node < keys.size(); ++node)
        if (!keys[node].any && static_cast<double>(keyed[node]) >= others) lost.push_back(node);
    return lost;
}

/// True if the clip has keys of bones that rest, which an exporter may leave out.
bool hasRestingKeys(const std::vector<BoneKeys>& keys) {
    return std::ranges::any_of(keys, &BoneKeys::rests);
}

/// True if a clip has no keys of these bones and all below them, but turns the one on the other side, if there is one.
bool isWholeLimb(const CheckedModel& checked, const std::vector<BoneKeys>& keys, const std::vector<uint32_t>& bones) {
    const std::vector<int32_t>& parents = checked.model.hierarchy.parents;
    const uint32_t top = bones.front();
    for (uint32_t node = 0; node < keys.size(); ++node)
        if (keys[node].any && isAtOrBelow(parents, node, top)) return false;
    if (!std::ranges::all_of(bones, [&](uint32_t node) { return isAtOrBelow(parents, node, top); })) return false;
    const std::optional<uint32_t> twin = checked.twins[top];
    return twin ? keys[*twin].degrees > kOtherSideTurns : hasRestingKeys(keys);
}

bool twinsHaveKeys(const CheckedModel& checked, const std::vector<BoneKeys>& keys, const std::vector<uint32_t>& bones) {
    return std::ranges::all_of(bones, [&](uint32_t node) {
        const std::optional<uint32_t> twin = checked.twins[node];
        return twin && keys[*twin].any;
    });
}

}  // namespace

std::vector<Finding> checkLostLimbs(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    std::vector<size_t> clips;
    for (size_t c = 0; c < model.clips.size(); ++c)
        if (!model.clips[c].channels.empty() && !isNamedLikePose(model.clips[c].name)) clips.push_back(c);
    if (clips.size() < kMinOtherClips + 1) return findings;
    const KeysOfClips keys = keysOf(model);
    const std::vector<size_t> keyedIn = keyedClips(keys, clips);
    const auto others = static_cast<double>(clips.size() - 1);
    for (const size_t clip : clips) {
        const auto keyed = static_cast<size_t>(std::ranges::count_if(keys[clip], &BoneKeys::any));
        const auto isLost = [&](const std::vector<uint32_t>& bones) {
            return bones.size() >= kMinLostBones && bones.size() <= keyed && isWholeLimb(checked, keys[clip], bones);
        };
        std::vector<uint32_t> lost = lostIn(keys[clip], keyedIn, others);
        const bool isByAll = isLost(lost);
        if (!isByAll && clips.size() > kManyClips && !lost.empty()) {
            lost = lostIn(keys[clip], keyedIn, kMostOthersKeyed * others);
            if (!isLost(lost) || !twinsHaveKeys(checked, keys[clip], lost)) continue;
        } else if (!isByAll) {
            continue;
        }
        findings.push_back({"bone-still", Severity::info, model.hierarchy.names[lost.front()],
                            "has no rotation keys in '" + model.clips[clip].name + "', nor have " +
                                counted(lost.size() - 1, "bone", "bones") + " below it, although " +
                                (isByAll ? "all" : "most") + " other clips have"});
    }
    return findings;
}

}  // namespace sinew
