#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "check/bones.h"
#include "check/checks.h"
#include "check/key_shapes.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

// What the steps of one bone from key to key are compared with: what is visible, and the steps of the other bones.

constexpr float kVisibleDegrees = 5.0f;
constexpr float kVisibleLength = 0.008f;  // of the model's size
constexpr size_t kMinStepKeys = 6;
constexpr size_t kMinSmoothBones = 3;

constexpr float kEdgeJump = 3.0f;         // times what is visible, as all below
constexpr float kTimesOtherSteps = 3.0f;  // a step, by all others of its track
constexpr float kTimesSomeSteps = 1.8f;   // the same, where the next step is much shorter
constexpr float kTimesNextStep = 4.0f;
constexpr size_t kMinLoneKeys = 10;
constexpr float kTimesLoneStep = 4.5f;
constexpr float kWideJump = 5.0f, kTimesWideStep = 8.0f;  // what widestJump() finds

constexpr size_t kMinJumpyKeys = 16;
constexpr double kMostlyHeld = 0.5;  // of the steps
constexpr size_t kMinJumps = 3;
constexpr float kJumpOf = 0.8f;
constexpr double kHardlyHeld = 0.2;  // of the steps
constexpr float kHeldShare = 0.0002f;

constexpr int kMostSquare = 300;       // of whole numbers: steps of 1/17
constexpr int kMinSquare = 9;          // what also comes about by turns of 45, 60 or 90 degrees
constexpr float kWholeNumber = 6e-6f;  // off one
constexpr size_t kMinRounded = 4;      // rotations
constexpr size_t kMinRoundedFew = 2;   // where each is held for several keys
constexpr size_t kHeldEach = 3;        // keys
constexpr size_t kMostSeen = 64;       // rotations that are told apart: enough to judge a track
constexpr float kOneRotation = 0.01f;  // degrees

constexpr float kOffLine = 0.8f;     // between its neighbors
constexpr float kRough = 0.6f;       // of the steps to and from that key
constexpr size_t kMinTrembling = 5;  // keys
constexpr size_t kMostElsewhere = 1;

constexpr size_t kMinPaused = 6;      // steps
constexpr double kPausedShare = 0.2;  // of a track
constexpr float kPauseSpeed = 0.2f;
constexpr float kFullSpeed = 0.6f;  // of the usual step
constexpr float kSteady = 0.6f;     // of the step next to it

/// The steps of one track.
struct Steps {
    uint32_t node;
    bool isTurn;
    const std::vector<double>* times;
    std::vector<float> by;   ///< from key to key, in multiples of what is visible
    std::vector<float> off;  ///< of each key but the first and the last from the line between its neighbors, the same
    float range = 0.0f;      ///< the same
    float unit;              ///< of what is visible: degrees, or shares of the model's size
    size_t held = 1;         ///< keys, as heldKeys()

    bool isDense() const {
        for (size_t key = 1; key < times->size(); ++key)
            if ((*times)[key] - (*times)[key - 1] > kDenseSeconds) return false;
        return true;
    }
    bool isHeld(size_t step) const { return by[step] <= kHeldShare; }

    /// The longest step but one.
    float longestBut(size_t step) const {
        float longest = 0.0f;
        for (size_t other = 0; other < by.size(); ++other)
            if (other != step) longest = std::max(longest, by[other]);
        return longest;
    }
    Measured measuredAs(float of) const {
        if (isTurn) return measured(static_cast<double>(of * unit), "degrees");
        return measuredShare(static_cast<double>(of * unit), "the model's size");
    }
};

template <typename Value>
void addSteps(const Track<Value>& track, uint32_t node, float visible, float unit, std::vector<Steps>& all) {
    if (track.size() < kMinStepKeys || !(visible > 0.0f)) return;
    Steps steps{.node = node, .isTurn = std::same_as<Value, glm::quat>, .times = &track.times, .unit = unit};
    for (size_t key = 1; key < track.size(); ++key) {
        steps.by.push_back(apart(track.values[key - 1], track.values[key]) / visible);
        if (key + 1 == track.size()) break;
        const double start = track.times[key - 1];
        const auto share = static_cast<float>((track.times[key] - start) / (track.times[key + 1] - start));
        const Value line = between(track.values[key - 1], track.values[key + 1], share);
        steps.off.push_back(apart(line, track.values[key]) / visible);
    }
    steps.range = rangeOf(track) / visible;
    steps.held = heldKeys(track);
    all.push_back(std::move(steps));
}

class OddStepsCheck {
  public:
    OddStepsCheck(const Model& model, const RestPose& rest, const AnimationClip& clip) : model_(model), clip_(clip) {
        for (const Channel& channel : clip.channels) {
            addSteps(channel.rotation, channel.node, kVisibleDegrees, kVisibleDegrees, all_);
            if (const float unit = keyUnit(model, rest, channel.node); unit > 0.0f)
                addSteps(channel.translation, channel.node, kVisibleLength / unit, kVisibleLength, all_);
        }
    }

    void run(std::vector<Finding>& findings) const {
        addEdge(false, findings);
        addEdge(true, findings);
        addLoneJump(findings);
        addJumpy(findings);
        addTrembling(findings);
        addPause(findings);
    }

  private:
    std::string name(const Steps& steps) const { return "'" + model_.hierarchy.names[steps.node] + "'"; }
    static const char* verb(const Steps& steps) { return steps.isTurn ? "turns " : "moves "; }

    /// The step from the first key of a smooth track to the next one, or from the last but one to the last, if it is
    /// many times as long as all others; 0 otherwise.
    static float edgeStep(const Steps& steps, bool atEnd) {
        const size_t edge = atEnd ? steps.by.size() - 1 : 0, next = atEnd ? edge - 1 : 1;
        if ((*steps.times)[edge + 1] - (*steps.times)[edge] > kDenseSeconds) return 0.0f;
        const float step = steps.by[edge], others = steps.longestBut(edge);
        const bool isOdd = step > kTimesOtherSteps * others ||
                           (step > kTimesSomeSteps * others && step > kTimesNextStep * steps.by[next]);
        return others > 0.0f && isOdd ? step : 0.0f;
    }

    /// A bone that jumps from its first key, or to its last one, as no other bone of the clip does.
    void addEdge(bool atEnd, std::vector<Finding>& findings) const {
        const Steps* odd = nullptr;
        float by = 0.0f;
        size_t smooth = 0;
        for (const Steps& steps : all_) {
            const float step = edgeStep(steps, atEnd);
            smooth += step == 0.0f && steps.range > 0.0f;
            if (step < kEdgeJump) continue;
            if (odd && odd->node != steps.node) return;
            odd = &steps, by = step;
        }
        if (!odd || smooth < kMinSmoothBones) return;
        const Measured jump = odd->measuredAs(by);
        const double seconds = atEnd ? odd->times->back() : odd->times->front();
        findings.push_back({"motion-jump", Severity::info, clip_.name,
                            verb(*odd) + name(*odd) + " by " + jump.text +
                                (atEnd ? " to its last key at " : " from its first key at ") + figure(seconds) +
                                " s, and moves smoothly otherwise, as all other bones do",
                            jump.figure});
    }

    /// The only step of a track that is several times as long as all others.
    static std::optional<size_t> loneStep(const Steps& steps) {
        if (steps.by.size() < kMinLoneKeys || !steps.isDense()) return std::nullopt;
        const auto longest = static_cast<size_t>(std::ranges::max_element(steps.by) - steps.by.begin());
        if (longest == 0 || longest + 1 == steps.by.size() || steps.by[longest] < 1.0f) return std::nullopt;
        const float others = steps.longestBut(longest);
        if (others == 0.0f || steps.by[longest] < kTimesLoneStep * others) return std::nullopt;
        return longest;
    }

    /// A bone that jumps once, as no other bone of the clip does.
    void addLoneJump(std::vector<Finding>& findings) const {
        const Steps* odd = nullptr;
        size_t at = 0, smooth = 0;
        for (const Steps& steps : all_) {
            const std::optional<size_t> step = loneStep(steps);
            smooth += !step && steps.range > 0.0f;
            if (!step) continue;
            if (odd && odd->node != steps.node) return;
            odd = &steps, at = *step;
        }
        if (!odd || smooth < kMinSmoothBones) return;
        if (odd->by[at] > kWideJump && odd->by[at] > kTimesWideStep * odd->longestBut(at)) return;
        const Measured jump = odd->measuredAs(odd->by[at]);
        findings.push_back({"motion-jump", Severity::info, clip_.name,
                            verb(*odd) + name(*odd) + " by " + jump.text + " from " + figure((*odd->times)[at]) +
                                " s to " + figure((*odd->times)[at + 1]) +
                                " s, and by less than a quarter of that between all other keys",
                            jump.figure});
    }

    /// How often a track holds its value from key to key, and how often it jumps.
    struct Jumpy {
        double held = 1.0;  ///< share of the steps
        size_t jumps = 0;
    };
    static std::optional<Jumpy> jumpyOf(const Steps& steps) {
        const size_t count = steps.by.size();
        if (count + 1 < kMinJumpyKeys || steps.range < 1.0f) return std::nullopt;
        if (steps.times->back() - steps.times->front() > kDenseSeconds * static_cast<double>(count))
            return std::nullopt;
        size_t held = 0, jumps = 0;
        for (size_t step = 0; step < count; ++step) {
            held += steps.isHeld(step);
            jumps += steps.by[step] > kJumpOf;
        }
        return Jumpy{static_cast<double>(held) / static_cast<double>(count), held + jumps < count ? 0 : jumps};
    }

    /// A bone that jumps from value to value and holds each, for any time, while others move at each key.
    void addJumpy(std::vector<Finding>& findings) const {
        const Steps* jumpy = nullptr;
        size_t jumps = 0, smooth = 0;
        for (const Steps& steps : all_) {
            if (!steps.isTurn) continue;  // a target of inverse kinematics may move so
            const std::optional<Jumpy> own = jumpyOf(steps);
            if (!own) continue;
            if (own->held > kMostlyHeld && own->jumps >= kMinJumps && steps.held == 1) {
                if (jumpy && jumpy->node != steps.node) return;
                jumpy = &steps, jumps = own->jumps;
            }
            smooth += own->held < kHardlyHeld;
        }
        if (!jumpy || smooth < kMinSmoothBones) return;
        if (hasWord(wordsOf(model_.hierarchy.names[jumpy->node]),
                    {"eye", "eyes", "lid", "eyelid", "brow", "jaw", "mouth", "tongue"}))
            return;
        const Measured count = measuredCount(jumps, "jump", "jumps");
        findings.push_back({"motion-stepped", Severity::info, clip_.name,
                            "moves " + name(*jumpy) + " in " + count.text + " and holds it between them, while " +
                                counted(smooth, "other bone moves", "other bones move") + " smoothly",
                            count.figure});
    }

    /// Keys that are off the line between their neighbors by about as much as they are from these.
    static size_t tremblingKeys(const Steps& steps) {
        size_t keys = 0;
        for (size_t key = 0; key < steps.off.size(); ++key)
            keys += steps.off[key] > kOffLine && steps.off[key] > kRough * 0.5f * (steps.by[key] + steps.by[key + 1]);
        return keys;
    }

    /// A bone with many keys off the line, where no other bone has any.
    void addTrembling(std::vector<Finding>& findings) const {
        const Steps* trembling = nullptr;
        size_t keys = 0, smooth = 0;
        for (const Steps& steps : all_) {
            if (!steps.isDense() || steps.range == 0.0f) continue;
            if (const auto jumpy = jumpyOf(steps); jumpy && jumpy->held > kMostlyHeld) continue;
            const size_t own = tremblingKeys(steps);
            smooth += own <= kMostElsewhere;
            if (own <= kMostElsewhere) continue;
            if ((trembling && trembling->node != steps.node) || own < kMinTrembling) return;
            trembling = &steps, keys = own;
        }
        if (!trembling || smooth < kMinSmoothBones || trembling->held > 1) return;
        const Measured count = measuredCount(keys, "key", "keys");
        findings.push_back({"motion-jitter", Severity::info, clip_.name,
                            name(*trembling) + " has " + count.text +
                                " far from the line between the keys beside them, and no other bone has",
                            count.figure});
    }

    /// The first and the last step of the only time that a track stands still, between movements of full and steady
    /// speed.
    static std::optional<std::pair<size_t, size_t>> abruptPause(const Steps& steps) {
        const size_t count = steps.by.size();
        size_t first = count, last = 0, held = 0;
        std::vector<float> moving;
        for (size_t step = 0; step < count; ++step) {
            if (!steps.isHeld(step)) {
                moving.push_back(steps.by[step]);
                continue;
            }
            first = std::min(first, step), last = step, ++held;
        }
        if (held < kMinPaused || last - first + 1 != held || first < 2 || last + 3 > count || moving.empty())
            return std::nullopt;
        if (static_cast<double>(held) < kPausedShare * static_cast<double>(count)) return std::nullopt;
        const float stop = steps.by[first - 1], start = steps.by[last + 1];
        const auto isSteady = [](float step, float next) { return step > kSteady * next && next > kSteady * step; };
        if (std::min(stop, start) < std::max(kPauseSpeed, kFullSpeed * medianOf(moving)) ||
            !isSteady(stop, steps.by[first - 2]) || !isSteady(start, steps.by[last + 2]))
            return std::nullopt;
        return std::pair(first, last);
    }

    /// A bone that stops and starts at full speed, while no other bone stands still.
    void addPause(std::vector<Finding>& findings) const {
        const Steps* paused = nullptr;
        std::pair<size_t, size_t> at;
        size_t moving = 0;
        for (const Steps& steps : all_) {
            if (!steps.isDense() || steps.range < 1.0f) continue;
            const auto pause = abruptPause(steps);
            moving += !pause;
            if (!pause) continue;
            if (paused && paused->node != steps.node) return;
            paused = &steps, at = *pause;
        }
        if (!paused || moving < kMinSmoothBones) return;
        const double from = (*paused->times)[at.first], to = (*paused->times)[at.second + 1];
        const Measured held = measured(to - from, "s");
        findings.push_back({"keys-held", Severity::info, clip_.name,
                            "holds " + name(*paused) + " for " + held.text + " from " + figure(from) +
                                " s on, in the middle of a movement of full speed before and after",
                            held.figure});
    }

    const Model& model_;
    const AnimationClip& clip_;
    std::vector<Steps> all_;
};

// Rotations that were rounded.

/// The step of the whole numbers that a quaternion is a multiple of: 1/6 for (1, 0, 0, 6) of unit length. 0: of none.
float roundedTo(const glm::quat& rotation) {
    const float components[] = {rotation.x, rotation.y, rotation.z, rotation.w};
    for (int square = 1; square <= kMostSquare; ++square) {
        const float length = std::sqrt(static_cast<float>(square));
        const bool isWhole = std::ranges::all_of(components, [&](float component) {
            return std::abs(component * length - std::round(component * length)) < kWholeNumber * length;
        });
        if (isWhole) return 1.0f / length;
    }
    return 0.0f;
}

/// The step of a track whose rotations are all rounded, as by a reduction to few bits. 0 for others.
float roundedTo(const Track<glm::quat>& track) {
    if (track.size() < kMinStepKeys) return 0.0f;
    std::vector<glm::quat> seen;
    std::vector<float> steps;
    for (const glm::quat& value : track.values) {
        const auto isOne = [&](const glm::quat& other) { return apart(value, other) < kOneRotation; };
        if (seen.size() < kMostSeen && std::ranges::any_of(seen, isOne)) continue;
        const float step = roundedTo(value);
        if (step == 0.0f) return 0.0f;
        if (seen.size() == kMostSeen) continue;
        seen.push_back(value);
        if (step * step * static_cast<float>(kMinSquare) <= 1.0f) steps.push_back(step);
    }
    const bool areEnough =
        steps.size() >= kMinRounded ||
        (steps.size() >= kMinRoundedFew && track.size() >= kHeldEach * std::max(seen.size(), kMinStepKeys));
    return areEnough ? medianOf(steps) : 0.0f;
}

/// A bone whose rotations were rounded, unlike those of the others.
void checkRounded(const Model& model, const AnimationClip& clip, std::vector<Finding>& findings) {
    const Channel* rounded = nullptr;
    float step = 0.0f;
    size_t others = 0;
    for (const Channel& channel : clip.channels) {
        if (channel.rotation.size() < kMinStepKeys || rangeOf(channel.rotation) == 0.0f) continue;
        const float own = roundedTo(channel.rotation);
        others += own == 0.0f;
        if (own == 0.0f || rangeOf(channel.rotation) < kVisibleDegrees) continue;
        if (rounded) return;
        rounded = &channel, step = own;
    }
    const auto isStepped = [&](const Finding& finding) {
        return finding.id == "motion-stepped" && finding.object == clip.name;
    };
    if (!rounded || others < kMinSmoothBones || std::ranges::any_of(findings, isStepped)) return;
    findings.push_back({"motion-stepped", Severity::info, clip.name,
                        "turns '" + model.hierarchy.names[rounded->node] + "' by quaternions that are rounded to 1/" +
                            std::to_string(std::lround(1.0f / step)) + ", unlike those of all other bones"});
}

}  // namespace

std::vector<Finding> checkOddSteps(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    for (const AnimationClip& clip : checked.model.clips) {
        if (clip.authoredFrameSeconds > 0.0) continue;  // these are not the file's keys
        OddStepsCheck(checked.model, checked.rest, clip).run(findings);
        checkRounded(checked.model, clip, findings);
    }
    return findings;
}

}  // namespace sinew
