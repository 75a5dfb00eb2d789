#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "check/bones.h"
#include "check/checks.h"
#include "check/key_shapes.h"
#include "check/tracks.h"

namespace sinew {
namespace {

constexpr size_t kMinTrackKeys = 6;
constexpr float kNotIdentity = 15.0f;    // degrees: what a rotation key is expected to be off the identity
constexpr float kNotIdentityRun = 5.0f;  // the same of several keys in a row
constexpr size_t kMinRun = 3;            // keys
constexpr float kTimesBesideRun = 3.0f;  // the steps into and out of such a run, by all others of the track
constexpr float kIdentityAxis = 1e-6f;   // of a quaternion
constexpr size_t kFewUnset = 2;          // bones at one time; more are a pose of the whole figure
constexpr float kInverseOff = 10.0f;     // degrees from where its neighbors lead
constexpr float kInverseFits = 0.15f;    // of that
constexpr float kOthersSmooth = 0.5f;    // of that
constexpr float kSameKeyTurn = 1e-3f;    // degrees
constexpr float kTurnsVisibly = 5.0f;    // degrees
constexpr float kRestsUnlike = 10.0f;    // degrees: bones that rest so far apart do not turn alike
constexpr size_t kMostCopies = 64;       // pairs of a clip; more are a style
constexpr float kClosed = 10.0f;         // degrees from the first to the last key
constexpr float kSurelyNearer = 45.0f;   // degrees between keys: beyond, the way round is not known

const glm::quat kIdentity(1.0f, 0.0f, 0.0f, 0.0f);

bool isIdentity(const glm::quat& rotation) {
    return std::max({std::abs(rotation.x), std::abs(rotation.y), std::abs(rotation.z)}) < kIdentityAxis;
}

/// A key that nobody set, or that was misread.
struct OddKey {
    uint32_t node;
    double seconds;
    float by;  ///< degrees from the keys beside it
};

/// The longest step from key to key, not counting those to and from the identity.
float longestOtherStep(const Track<glm::quat>& track) {
    float longest = 0.0f;
    for (size_t key = 1; key < track.size(); ++key)
        if (isIdentity(track.values[key - 1]) == isIdentity(track.values[key]))
            longest = std::max(longest, apart(track.values[key - 1], track.values[key]));
    return longest;
}

/// Keys that are exactly the identity, far from the rest pose and the keys beside them.
void addUnsetKeys(const Model& model, const Channel& channel, std::vector<OddKey>& unset) {
    const Track<glm::quat>& track = channel.rotation;
    if (track.size() < kMinTrackKeys || apart(model.hierarchy.rest[channel.node].rotation, kIdentity) < kNotIdentity)
        return;
    if (2 * std::ranges::count_if(track.values, isIdentity) > std::ssize(track.values)) return;
    const float others = longestOtherStep(track);
    for (size_t key = 0, next = 0; key < track.size(); key = next) {
        next = key + 1;
        if (!isIdentity(track.values[key])) continue;
        while (next < track.size() && isIdentity(track.values[next]))
            ++next;
        float by = std::numeric_limits<float>::max();  // to the nearer one; a hinge may stop at the identity
        if (key > 0) by = std::min(by, apart(track.values[key - 1], kIdentity));
        if (next < track.size()) by = std::min(by, apart(track.values[next], kIdentity));
        const bool isOddRun = next - key >= kMinRun && by > kNotIdentityRun && by > kTimesBesideRun * others;
        if (by > kNotIdentity || isOddRun) unset.push_back({channel.node, track.times[key], by});
    }
}

/// True if another clip has the identity as a key of that bone: what it does is to pass there.
bool passesIdentity(const Model& model, const AnimationClip& clip, uint32_t node) {
    return std::ranges::any_of(model.clips, [&](const AnimationClip& other) {
        return &other != &clip && std::ranges::any_of(other.channels, [&](const Channel& channel) {
            return channel.node == node && std::ranges::any_of(channel.rotation.values, isIdentity);
        });
    });
}

void checkUnsetKeys(const Model& model, const AnimationClip& clip, std::vector<Finding>& findings) {
    std::vector<OddKey> unset;
    for (const Channel& channel : clip.channels)
        addUnsetKeys(model, channel, unset);
    std::erase_if(unset, [&](const OddKey& key) { return passesIdentity(model, clip, key.node); });
    std::set<uint32_t> bones;
    for (const OddKey& key : unset)
        bones.insert(key.node);
    if (bones.empty() || bones.size() > kFewUnset) return;
    const OddKey& widest = *std::ranges::max_element(unset, {}, &OddKey::by);
    const Measured by = measured(static_cast<double>(widest.by), "degrees");
    findings.push_back({"key-misread", Severity::warning, clip.name,
                        "has the identity as the rotation of '" + model.hierarchy.names[widest.node] + "' at " +
                            figure(widest.seconds) + " s, " + by.text + " from the key beside it: was it never set?",
                        by.figure});
}

/// The only key of a smooth track whose inverse fits where it does not.
std::optional<OddKey> inverseKey(const Channel& channel) {
    const Track<glm::quat>& track = channel.rotation;
    if (track.size() < kMinTrackKeys) return std::nullopt;
    std::vector<float> off(track.size(), 0.0f);  // from the line between the keys beside it
    std::optional<size_t> inverse;
    for (size_t key = 1; key + 1 < track.size(); ++key) {
        const double before = track.times[key - 1], length = track.times[key + 1] - before;
        if (length > 2.0 * kDenseSeconds) continue;
        const glm::quat line = between(track.values[key - 1], track.values[key + 1],
                                       static_cast<float>((track.times[key] - before) / length));
        off[key] = apart(track.values[key], line);
        if (off[key] < kInverseOff || apart(glm::conjugate(track.values[key]), line) > kInverseFits * off[key])
            continue;
        inverse = key;
    }
    if (!inverse) return std::nullopt;
    for (size_t key = 0; key < track.size(); ++key) {
        const bool isBentByIt = key + 1 >= *inverse && key <= *inverse + 1;
        if (!isBentByIt && off[key] > kOthersSmooth * off[*inverse]) return std::nullopt;
    }
    return OddKey{channel.node, track.times[*inverse], off[*inverse]};
}

void checkInverseKeys(const Model& model, const AnimationClip& clip, std::vector<Finding>& findings) {
    std::vector<OddKey> inverse;
    for (const Channel& channel : clip.channels)
        if (const auto key = inverseKey(channel)) inverse.push_back(*key);
    if (inverse.size() != 1) return;
    const Measured by = measured(static_cast<double>(inverse.front().by), "degrees");
    findings.push_back({"key-misread", Severity::warning, clip.name,
                        "has the inverse rotation of '" + model.hierarchy.names[inverse.front().node] + "' at " +
                            figure(inverse.front().seconds) + " s: it is " + by.text +
                            " from where the keys beside it lead, and its inverse fits",
                        by.figure});
}

bool areSame(const Track<glm::quat>& one, const Track<glm::quat>& other) {
    if (one.size() != other.size()) return false;
    for (size_t key = 0; key < one.size(); ++key)
        if (apart(one.values[key], other.values[key]) > kSameKeyTurn) return false;
    return true;
}

/// Two bones that rest unlike each other, and turn by the same keys in this clip alone.
void checkCopied(const CheckedModel& checked, const std::vector<bool>& isBone, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    struct Copy {
        const AnimationClip* clip;
        size_t pairs = 0;
    };
    const auto turns = [&](const Channel& channel) {
        return isBone[channel.node] && channel.rotation.size() >= kMinTrackKeys &&
               rangeOf(channel.rotation) > kTurnsVisibly;
    };
    std::map<std::pair<uint32_t, uint32_t>, Copy> copies;  // by the two bones
    std::map<const AnimationClip*, size_t> pairs;
    for (const AnimationClip& clip : model.clips) {
        std::multimap<std::pair<size_t, float>, const Channel*> alike;  // by their number of keys and range
        for (const Channel& channel : clip.channels)
            if (turns(channel)) alike.emplace(std::pair(channel.rotation.size(), rangeOf(channel.rotation)), &channel);
        for (auto one = alike.begin(); one != alike.end(); ++one)
            for (auto other = std::next(one); other != alike.end() && other->first.first == one->first.first &&
                                              other->first.second < one->first.second + kSameKeyTurn;
                 ++other) {
                if (!areSame(one->second->rotation, other->second->rotation)) continue;
                if (++pairs[&clip] > kMostCopies) break;
                Copy& copy = copies[std::minmax(one->second->node, other->second->node)];
                copy.clip = &clip, ++copy.pairs;
            }
    }
    for (const auto& [bones, copy] : copies) {
        const auto& [names, parents, rest] = model.hierarchy;
        if (copy.pairs > 1 || pairs[copy.clip] > 1 ||
            apart(rest[bones.first].rotation, rest[bones.second].rotation) < kRestsUnlike)
            continue;
        // Both feet may follow one target.
        const bool areTwins = checked.twins[bones.first] == bones.second;
        findings.push_back({"channel-mistaken", areTwins ? Severity::info : Severity::warning, copy.clip->name,
                            "turns '" + names[bones.first] + "' and '" + names[bones.second] +
                                "' by the same keys, although they rest in different directions: were those of one "
                                "copied to the other?"});
    }
}

/// True if a rotation ends where it begins after an odd number of whole turns: its quaternion has changed its sign.
bool windsRound(const Track<glm::quat>& track) {
    if (track.size() < kMinTrackKeys || apart(track.values.front(), track.values.back()) > kClosed) return false;
    glm::quat last = track.values.front();
    for (const glm::quat& value : track.values) {
        if (apart(last, value) > kSurelyNearer) return false;
        last = glm::dot(last, value) < 0.0f ? -value : value;
    }
    return glm::dot(last, track.values.front()) < 0.0f && !wholeTurn(track);
}

/// A limb that turns all the way round in the course of one clip, and in no other. The one on the other side does not.
void checkWinding(const Model& model, const std::vector<std::optional<uint32_t>>& twins,
                  const std::vector<bool>& isLimb, std::vector<Finding>& findings) {
    std::map<uint32_t, std::vector<const AnimationClip*>> winding;  // by bone
    std::map<uint32_t, size_t> turning;                             // clips, the same
    std::map<const AnimationClip*, size_t> bones;
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels) {
            turning[channel.node] += channel.rotation.size() > 1;
            if (isLimb[channel.node] && windsRound(channel.rotation)) {
                winding[channel.node].push_back(&clip);
                ++bones[&clip];
            }
        }
    for (const auto& [node, clips] : winding) {
        const bool hasOther = turning[node] > 1 || (twins[node] && turning.contains(*twins[node]));
        if (clips.size() > 1 || bones[clips.front()] > 1 || !hasOther) continue;
        findings.push_back({"rotation-wraps", Severity::info, clips.front()->name,
                            "turns '" + model.hierarchy.names[node] +
                                "' all the way round from start to end, which no other bone and no other clip does: "
                                "the long way round?"});
    }
}

}  // namespace

std::vector<Finding> checkOddTracks(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    const std::vector<bool> isBone = boneNodes(model);
    for (const AnimationClip& clip : model.clips) {
        if (clip.authoredFrameSeconds > 0.0) continue;  // these are not the file's keys
        checkUnsetKeys(model, clip, findings);
        checkInverseKeys(model, clip, findings);
    }
    checkCopied(checked, isBone, findings);
    checkWinding(model, checked.twins, limbNodes(model), findings);
    return findings;
}

}  // namespace sinew
