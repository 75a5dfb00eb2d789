#include <algorithm>
#include <cmath>
#include <optional>

#include "animation/clip/ancestry.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/tracks.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kMinGapKeys = 10;
constexpr double kSameTime = 0.2;    // of the usual time between keys
constexpr double kLongGap = 4.5;     // times the usual time between keys
constexpr float kOtherSpeed = 0.6f;  // of the speed on both sides
constexpr float kMoreAbrupt = 2.0f;  // the change of speed at both ends, over that between other keys
constexpr float kNotableOff = 0.1f;  // of what is visible: the same change, over the usual time between keys
constexpr size_t kMinWhole = 4;      // tracks with all of their keys
constexpr double kMostWhole = 0.8;   // of the dense tracks
constexpr float kOfVisible = 0.1f;   // where all other keys are there
constexpr double kMostSmooth = 0.8;  // of the other changes: the largest may be a strike
constexpr size_t kMinHeld = 4;       // keys of equal values
constexpr float kHeldStill = 0.02f;  // of the snap: how far these values may be apart
constexpr float kSnap = 2.0f;        // times the largest other step from key to key, where the movement goes on
constexpr float kSnapBack = 3.5f;    // the same where it turns around, as a knee does that was straight
constexpr float kStopsAt = 0.3f;     // of the median step: the last one before the hold
constexpr float kSnapDegrees = 15.0f;
constexpr float kSnapLength = 0.03f;    // of the model's size
constexpr float kPauseDegrees = 0.02f;  // from key to key
constexpr size_t kMinPause = 6;         // keys
constexpr double kPauseShare = 0.2;     // of a clip
constexpr float kPauseSnap = 4.0f;      // degrees
constexpr float kPauseTimes = 2.0f;     // the median step
constexpr double kMostPausing = 0.4;    // of the moving bones
constexpr float kGapDegrees = 2.0f;     // from one side to the other
constexpr float kGapLength = 0.003f;    // of the model's size
constexpr size_t kMinSparse = 3;        // keys: two are a start and an end
constexpr size_t kTimesSparser = 3;     // than other tracks
constexpr double kSparseSpan = 0.8;     // of their time
constexpr float kSparseTrackDegrees = 10.0f;
constexpr size_t kMostSparse = 2;  // tracks

/// The times between the keys of a track.
struct Spacing {
    std::vector<double> gaps;
    double usual = 0.0;

    explicit Spacing(const std::vector<double>& times) : gaps(gapsOf(times)) {
        std::vector<double> sorted = gaps;
        if (!gaps.empty()) usual = medianOf(sorted);
    }

    bool isDense() const { return gaps.size() + 1 >= kMinGapKeys && usual > 0.0 && usual <= kDenseSeconds; }
    bool isUsual(double gap) const { return std::abs(gap - usual) < kSameTime * usual; }
    bool isWhole() const {
        return std::ranges::all_of(gaps, [this](double gap) { return isUsual(gap); });
    }

    /// The only time that is far longer than the others, neither the first nor the last.
    std::optional<size_t> onlyGap() const {
        std::optional<size_t> only;
        for (size_t i = 0; i < gaps.size(); ++i) {
            if (isUsual(gaps[i])) continue;
            if (only || gaps[i] < kLongGap * usual) return std::nullopt;
            only = i;
        }
        return only && *only > 0 && *only + 1 < gaps.size() ? only : std::nullopt;
    }
};

/// True if the movement slows down in that gap, or changes its speed abruptly at both ends. Where it goes on as before,
/// keys on a straight line were removed.
template <typename Value>
bool breaksOff(const Track<Value>& track, const Spacing& spacing, size_t gap, float visible) {
    const auto velocity = [&](size_t i) {
        return offset(track.values[i], track.values[i + 1]) / static_cast<float>(spacing.gaps[i]);
    };
    const auto change = [&](size_t i) { return glm::distance(velocity(i), velocity(i + 1)); };
    std::vector<float> changes;
    for (size_t i = 0; i + 1 < spacing.gaps.size(); ++i)
        if (i != gap && i + 1 != gap) changes.push_back(change(i));
    std::ranges::sort(changes);
    const float usualChange = changes[static_cast<size_t>(kMostSmooth * static_cast<double>(changes.size()))];
    const float least = std::max(kMoreAbrupt * usualChange, kNotableOff * visible / static_cast<float>(spacing.usual));
    const bool isAbrupt = std::min(change(gap - 1), change(gap)) > least;
    const auto speed = [&](size_t i) { return glm::length(velocity(i)); };
    const bool slows = speed(gap) < kOtherSpeed * std::min(speed(gap - 1), speed(gap + 1));
    return (isAbrupt || slows) && apart(track.values[gap], track.values[gap + 1]) > visible;
}

/// Keys of equal values in the middle of a movement, from `first` to `last`, after which the track jumps.
struct Hold {
    size_t first, last;
    float snap;  ///< in the unit of the values
};

/// The only such keys; none where the track holds several times, as in stepped motion.
template <typename Value>
std::optional<Hold> onlyHold(const Track<Value>& track, float visible) {
    std::vector<float> steps;
    for (size_t key = 1; key < track.size(); ++key)
        steps.push_back(apart(track.values[key - 1], track.values[key]));
    const auto largest = std::ranges::max_element(steps);
    const auto snap = static_cast<size_t>(largest - steps.begin());  // from this key to the next
    if (*largest < visible || snap < kMinHeld) return std::nullopt;
    const auto isStill = [&](size_t step) { return steps[step] <= kHeldStill * *largest; };
    size_t first = snap;
    while (first > 0 && isStill(first - 1))
        --first;
    if (snap - first + 1 < kMinHeld || first == 0) return std::nullopt;
    std::vector<float> others;
    for (size_t step = 0; step < steps.size(); ++step)
        if (step < first || step > snap) others.push_back(steps[step]);
    std::ranges::sort(others);
    if (others.size() < kMinHeld) return std::nullopt;
    const glm::vec3 before = offset(track.values[first - 1], track.values[first]),
                    after = offset(track.values[snap], track.values[snap + 1]);
    const float times = glm::dot(before, after) > 0.0f ? kSnap : kSnapBack;
    if (others.back() * times > *largest || steps[first - 1] < kStopsAt * others[others.size() / 2])
        return std::nullopt;
    return Hold{first, snap, *largest};
}

/// The usual number of keys of dense tracks, if nearly all of these have all of their keys: the exporter removed none.
/// 0 otherwise.
size_t keysIfWhole(const AnimationClip& clip) {
    size_t dense = 0;
    std::vector<size_t> whole;
    const auto look = [&](const auto& track) {
        if (track.size() < kMinGapKeys) return;
        const Spacing spacing(track.times);
        dense += spacing.isDense();
        if (spacing.isDense() && spacing.isWhole()) whole.push_back(track.size());
    };
    for (const Channel& channel : clip.channels)
        look(channel.rotation), look(channel.translation);
    const bool isWhole =
        whole.size() >= kMinWhole && static_cast<double>(whole.size()) >= kMostWhole * static_cast<double>(dense);
    return isWhole ? medianOf(whole) : 0;
}

/// A bone that turns, with a third of the keys that the other bones have, or fewer.
void checkSparse(const Model& model, const AnimationClip& clip, size_t usual, std::vector<Finding>& findings) {
    const Channel* widest = nullptr;
    size_t sparse = 0;
    for (const Channel& channel : clip.channels) {
        const Track<glm::quat>& track = channel.rotation;
        if (track.size() < kMinSparse || track.size() * kTimesSparser > usual || rangeOf(track) < kSparseTrackDegrees ||
            track.times.back() - track.times.front() < kSparseSpan * clip.durationSeconds)
            continue;
        ++sparse;
        if (!widest || rangeOf(track) > rangeOf(widest->rotation)) widest = &channel;
    }
    if (!widest || sparse > kMostSparse) return;
    findings.push_back({"keys-missing", Severity::info, clip.name,
                        "has only " + std::to_string(widest->rotation.size()) + " keys of '" +
                            model.hierarchy.names[widest->node] + "', where other bones have " +
                            std::to_string(usual)});
}

/// Neighboring keys of equal values, neither from the first nor to the last key.
struct Pause {
    uint32_t node;
    size_t first, last;
    double from, to;  ///< seconds
    bool snaps;
};

/// The longest one of a rotation that moves otherwise.
std::optional<Pause> longestPause(const Track<glm::quat>& track, uint32_t node) {
    std::vector<float> steps;
    for (size_t key = 1; key < track.size(); ++key)
        steps.push_back(apart(track.values[key - 1], track.values[key]));
    Pause longest{.node = node};
    for (size_t first = 0, last = 0; first < steps.size(); first = last + 1) {
        last = first;
        while (last < steps.size() && steps[last] < kPauseDegrees)
            ++last;
        if (first > 0 && last < steps.size() && last - first > longest.last - longest.first)
            longest.first = first, longest.last = last;
    }
    const size_t held = longest.last - longest.first;
    if (held < kMinPause || static_cast<double>(held) < kPauseShare * static_cast<double>(steps.size()))
        return std::nullopt;
    longest.from = track.times[longest.first], longest.to = track.times[longest.last];
    const float snap = steps[longest.last];
    std::vector<float> moving;
    for (size_t step = 0; step < steps.size(); ++step)
        if (step + 1 < longest.first || step > longest.last) moving.push_back(steps[step]);
    if (moving.size() < kMinHeld) return std::nullopt;
    longest.snaps = snap > kPauseSnap && snap > kPauseTimes * medianOf(moving);
    return longest;
}

/// A limb whose bones pause together, and then jump, while most others move.
std::optional<Pause> pausedLimb(const CheckedModel& checked, const AnimationClip& clip) {
    std::vector<Pause> pauses;
    size_t moving = 0;
    for (const Channel& channel : clip.channels) {
        if (channel.rotation.size() < kMinGapKeys || !Spacing(channel.rotation.times).isDense() ||
            rangeOf(channel.rotation) < kPauseSnap)
            continue;
        ++moving;
        if (const auto pause = longestPause(channel.rotation, channel.node)) pauses.push_back(*pause);
    }
    for (const Pause& top : pauses) {
        size_t same = 0;
        bool snaps = false;
        for (const Pause& other : pauses) {
            if (other.from != top.from || other.to != top.to) continue;
            if (!isAtOrBelow(checked.model.hierarchy.parents, other.node, top.node)) {
                same = 0;
                break;
            }
            ++same, snaps |= other.snaps;
        }
        if (same >= 2 && snaps && static_cast<double>(pauses.size()) < kMostPausing * static_cast<double>(moving))
            return top;
    }
    return std::nullopt;
}

void checkHolds(const CheckedModel& checked, const AnimationClip& clip, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    struct Longest {
        uint32_t node;
        double from, to;
    };
    std::optional<Longest> longest;
    const auto look = [&](const auto& track, uint32_t node, float visible) {
        if (track.size() < kMinGapKeys || !Spacing(track.times).isDense()) return;
        const std::optional<Hold> hold = onlyHold(track, visible);
        if (!hold) return;
        const double from = track.times[hold->first], to = track.times[hold->last];
        if (!longest || to - from > longest->to - longest->from) longest = Longest{node, from, to};
    };
    for (const Channel& channel : clip.channels) {
        look(channel.rotation, channel.node, kSnapDegrees);
        if (const float unit = keyUnit(model, checked.rest, channel.node); unit > 0.0f)
            look(channel.translation, channel.node, kSnapLength / unit);
    }
    if (const std::optional<Pause> pause = pausedLimb(checked, clip); pause && !longest)
        longest = Longest{pause->node, pause->from, pause->to};
    if (!longest) return;
    const Measured held = measured(longest->to - longest->from, "s");
    findings.push_back({"keys-held", Severity::info, clip.name,
                        "holds '" + model.hierarchy.names[longest->node] + "' for " + held.text + " from " +
                            figure(longest->from) + " s on, in the middle of a movement, and then snaps",
                        held.figure});
}

}  // namespace

std::vector<Finding> checkGaps(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    if (!(rest.size > 0.0f)) return findings;
    for (const AnimationClip& clip : model.clips) {
        if (clip.authoredFrameSeconds > 0.0) continue;  // these are not the file's keys
        checkHolds(checked, clip, findings);
        const size_t whole = keysIfWhole(clip);
        checkSparse(model, clip, whole, findings);
        double longest = 0.0, from = 0.0;
        uint32_t node = 0;
        const auto look = [&](const auto& track, uint32_t of, float visible) {
            if (track.size() < kMinGapKeys) return;
            const Spacing spacing(track.times);
            const std::optional<size_t> gap = spacing.isDense() ? spacing.onlyGap() : std::nullopt;
            if (!gap || spacing.gaps[*gap] <= longest) return;
            const float moved = apart(track.values[*gap], track.values[*gap + 1]);
            if (!(whole > 0 && moved > kOfVisible * visible) && !breaksOff(track, spacing, *gap, visible)) return;
            longest = spacing.gaps[*gap];
            from = track.times[*gap];
            node = of;
        };
        for (const Channel& channel : clip.channels) {
            look(channel.rotation, channel.node, kGapDegrees);
            if (const float unit = keyUnit(model, rest, channel.node); unit > 0.0f)
                look(channel.translation, channel.node, kGapLength / unit);
        }
        if (longest == 0.0) continue;
        const Measured gap = measured(longest, "s");
        // An exporter that reduces keys leaves such gaps, too.
        findings.push_back({"keys-missing", Severity::info, clip.name,
                            "has no keys of '" + model.hierarchy.names[node] + "' for " + gap.text + " from " +
                                figure(from) + " s on, in the middle of a movement",
                            gap.figure});
    }
    return findings;
}

}  // namespace sinew
