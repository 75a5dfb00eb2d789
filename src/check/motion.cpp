#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "check/bones.h"
#include "check/checks.h"
#include "check/tracks.h"
#include "model/poses.h"

namespace sinew {
namespace {

// A pop is at most this long, and stands out from the keys around it.
constexpr size_t kMostPopped = 3;
constexpr size_t kAround = 14;  // keys on either side that are compared
constexpr size_t kMinAround = 6;
constexpr float kTimesUsual = 4.0f;
constexpr float kStays = 0.25f;     // of the pop: the largest step inside of it
constexpr float kTimesNext = 2.0f;  // the steps before and after it
constexpr float kAbrupt = 0.7f;     // of the pop: the least step into and out of it

constexpr float kPopDegrees = 5.0f;
constexpr float kPopLength = 0.008f;  // of the model's size
constexpr float kPopScale = 0.15f;    // of the rest scale
constexpr float kWrapDegrees = 270.0f;
constexpr double kWrapSeconds = 0.2;   // slower is a spin
constexpr double kBesideFrames = 1.1;  // from a pop to what bends with it
constexpr size_t kGesture = 2;         // other bones that bend at the same time
constexpr size_t kWholeSkeleton = 5;   // other bones that pop at the same time

constexpr float kJumpDegrees = 25.0f;
constexpr float kJumpLength = 0.1f;  // of the model's size
constexpr size_t kCut = 3;           // bones that jump at the same time

constexpr float kJitterDegrees = 2.0f;
constexpr float kJitterLength = 0.004f;  // of the model's size
constexpr size_t kMinJitter = 8;         // keys in a row
constexpr float kOpposite = 0.5f;        // the cosine between two swings, negated

constexpr double kHeldSeconds = 1e-4;  // two keys that are closer are a step
constexpr size_t kMinStepped = 4;

/// Keys that stand out: [first, last] of the track, `by` from where the keys around them lead.
struct Pop {
    size_t first = 0, last = 0;
    float by = 0.0f;
    float turn = 0.0f;  ///< the sum of the steps into, within and out of it
};

/// How far the keys [first, first + width) are off the line between the keys before and after: the nearest of them.
template <typename Value>
float offLine(const Track<Value>& track, size_t first, size_t width) {
    float least = std::numeric_limits<float>::max();
    const size_t before = first - 1, after = first + width;
    const double length = track.times[after] - track.times[before];
    for (size_t key = first; key < after; ++key) {
        const auto share = static_cast<float>((track.times[key] - track.times[before]) / length);
        least = std::min(least, apart(track.values[key], between(track.values[before], track.values[after], share)));
    }
    return least;
}

template <typename Value>
std::optional<Pop> widestPop(const Track<Value>& track, float visible) {
    std::optional<Pop> widest;
    for (size_t width = 1; width <= kMostPopped; ++width) {
        if (track.size() < width + 2 + kMinAround) break;
        std::vector<float> off(track.size(), 0.0f);
        for (size_t key = 1; key + width < track.size(); ++key)
            off[key] = offLine(track, key, width);
        for (size_t key = 1; key + width < track.size(); ++key) {
            if (!(off[key] > visible) || (widest && off[key] <= widest->by)) continue;
            const size_t before = key - 1, after = key + width;
            if (track.times[after] - track.times[before] > kDenseSeconds * static_cast<double>(width + 1)) continue;
            // What the pop itself bends does not count.
            const size_t begin = key > kAround + width ? key - kAround - width : 1;
            const size_t end = std::min(track.size() - width, key + width + 1 + kAround);
            float usual = 0.0f;
            size_t around = 0;
            for (size_t other = begin; other < end; ++other) {
                if (other + width >= key && other <= after) continue;
                usual = std::max(usual, off[other]);
                ++around;
            }
            if (around < kMinAround || !(off[key] > kTimesUsual * usual)) continue;
            if (apart(track.values[before], track.values[after]) > off[key]) continue;
            const float in = apart(track.values[before], track.values[key]);
            const float out = apart(track.values[after - 1], track.values[after]);
            if (std::min(in, out) < kAbrupt * off[key]) continue;
            // Where a movement swings back, it is as fast next to the turning point.
            const float next =
                std::max(key > 1 ? apart(track.values[key - 2], track.values[before]) : 0.0f,
                         after + 1 < track.size() ? apart(track.values[after], track.values[after + 1]) : 0.0f);
            if (std::min(in, out) < kTimesNext * next) continue;
            float turn = in + out, inside = 0.0f;
            for (size_t step = key + 1; step < after; ++step) {
                const float own = apart(track.values[step - 1], track.values[step]);
                turn += own;
                inside = std::max(inside, own);
            }
            // A fast gesture moves on; what is wrong stays where it is, or turns all the way round.
            if (inside > kStays * off[key] && !(std::same_as<Value, glm::quat> && turn > kWrapDegrees)) continue;
            widest = Pop{.first = key, .last = after - 1, .by = off[key], .turn = turn};
        }
    }
    return widest;
}

/// Where a track bends most: each such key is off the line between its neighbors.
struct Bend {
    double seconds;
    uint32_t node;
};

/// Keys that are off by a good part of what is visible, and of the track's largest bend.
template <typename Value>
void addBends(const Track<Value>& track, float visible, uint32_t node, std::vector<Bend>& bends) {
    constexpr float kNotable = 0.6f, kOfLargest = 0.5f;
    std::vector<float> off(track.size(), 0.0f);
    for (size_t key = 1; key + 1 < track.size(); ++key)
        off[key] = offLine(track, key, 1);
    const float least = std::max(kNotable * visible, kOfLargest * std::ranges::max(off));
    for (size_t key = 1; key + 1 < track.size(); ++key)
        if (off[key] >= least) bends.push_back({track.times[key], node});
}

/// A key after which the track goes on elsewhere, as smoothly as before.
template <typename Value>
std::optional<Pop> widestJump(const Track<Value>& track, float visible) {
    std::optional<Pop> widest;
    for (size_t key = 2; key + 2 < track.size(); ++key) {
        const float jump = apart(track.values[key - 1], track.values[key]);
        const double seconds = track.times[key] - track.times[key - 1];
        if (!(jump > visible) || seconds > kDenseSeconds || seconds < kHeldSeconds || (widest && jump <= widest->by))
            continue;
        float usual = 0.0f;
        const size_t begin = key > kAround ? key - kAround : 1, end = std::min(track.size(), key + kAround);
        for (size_t other = begin; other < end; ++other)
            if (other != key) usual = std::max(usual, apart(track.values[other - 1], track.values[other]));
        if (end - begin > kMinAround && usual > 0.0f && jump > 2.0f * kTimesUsual * usual)
            widest = Pop{.first = key, .last = key, .by = jump};
    }
    return widest;
}

/// What is between two values, in degrees or in the track's own unit.
glm::vec3 offset(const glm::vec3& from, const glm::vec3& to) {
    return to - from;
}
glm::vec3 offset(const glm::quat& from, const glm::quat& to) {
    const glm::quat turn = to * glm::conjugate(from);
    const glm::vec3 axis(turn.x, turn.y, turn.z);
    const float length = glm::length(axis);
    return length > 0.0f ? axis * (std::copysign(1.0f, turn.w) * apart(from, to) / length) : glm::vec3(0.0f);
}

/// The most keys in a row that swing from one side of the curve to the other.
template <typename Value>
size_t jitterOf(const Track<Value>& track, float visible) {
    size_t most = 0, run = 0;
    glm::vec3 before(0.0f);
    for (size_t key = 1; key + 1 < track.size(); ++key) {
        const double length = track.times[key + 1] - track.times[key - 1];
        const auto share = static_cast<float>((track.times[key] - track.times[key - 1]) / length);
        const glm::vec3 off = offset(between(track.values[key - 1], track.values[key + 1], share), track.values[key]);
        const float size = glm::length(off);
        const bool swings = size > visible && length < 2.0 * kDenseSeconds &&
                            glm::dot(off, before) < -kOpposite * size * glm::length(before);
        run = swings ? run + 1 : 0;
        most = std::max(most, run);
        before = off;
    }
    return most;
}

template <typename Value>
size_t stepsOf(const Track<Value>& track, float visible) {
    size_t steps = 0;
    for (size_t key = 1; key < track.size(); ++key)
        steps += track.times[key] - track.times[key - 1] < kHeldSeconds &&
                 apart(track.values[key - 1], track.values[key]) > visible;
    return steps;
}

/// The largest turn within one frame of the author.
std::optional<std::pair<float, double>> turnWithinFrame(const Track<glm::quat>& track, double frameSeconds) {
    if (frameSeconds <= 0.0) return std::nullopt;
    float turn = 0.0f, widest = 0.0f;
    double start = 0.0, at = 0.0;
    for (size_t key = 1, first = 0; key < track.size(); ++key) {
        turn += apart(track.values[key - 1], track.values[key]);
        while (track.times[key] - track.times[first] > 1.01 * frameSeconds) {
            turn -= apart(track.values[first], track.values[first + 1]);
            ++first;
        }
        start = track.times[first];
        if (turn > widest) widest = turn, at = start;
    }
    return std::pair(widest, at);
}

/// The worst of its kind in a clip.
struct WorstKeys {
    float ratio = 0.0f;  ///< of what is visible
    uint32_t node = 0;
    std::string message;
    std::optional<Figure> figure;

    void take(float own, uint32_t bone, const std::string& text, const Measured& measure) {
        if (!(own > ratio)) return;
        *this = {own, bone, text, measure.figure};
    }
};

class ClipMotionCheck {
  public:
    ClipMotionCheck(const Model& model, const RestPose& rest, const AnimationClip& clip, bool mixed)
        : model_(model), rest_(rest), clip_(clip), mixed_(mixed) {}

    void run(std::vector<Finding>& findings) {
        for (const Channel& channel : clip_.channels) {
            node_ = channel.node;
            const float unit = keyUnit(model_, rest_, channel.node);
            if (unit > 0.0f) addTrack(channel.translation, kPopLength / unit, kJumpLength / unit, kJitterLength / unit);
            addTrack(channel.rotation, kPopDegrees, kJumpDegrees, kJitterDegrees);
            const glm::vec3& scale = model_.hierarchy.rest[channel.node].scale;
            if (const float usual = glm::length(scale); usual > 0.0f)
                addTrack(channel.scale, kPopScale * usual, 0.0f, 0.0f);
            if (const auto turn = turnWithinFrame(channel.rotation, clip_.authoredFrameSeconds);
                turn && turn->first > kWrapDegrees) {
                const Measured degrees = measured(static_cast<double>(turn->first), "degrees");
                wrap_.take(turn->first, node_, wrapText(degrees, turn->second), degrees);
            }
        }
        add("rotation-wraps", Severity::warning, wrap_, findings);
        addPops(findings);
        // Where the whole skeleton jumps, another take begins.
        const bool isCut = std::ranges::any_of(jumps_, [](const auto& jump) { return jump.second >= kCut; });
        add("motion-jump", isCut ? Severity::info : Severity::warning, jump_, findings);
        add("motion-jitter", Severity::warning, jitter_, findings);
        add("motion-stepped", Severity::warning, stepped_, findings);
    }

  private:
    template <typename Value>
    Measured measuredOff(const Track<Value>&, float off) const {
        if constexpr (std::same_as<Value, glm::quat>) return measured(static_cast<double>(off), "degrees");
        return measuredShare(static_cast<double>(off * keyUnit(model_, rest_, node_)), "the model's size");
    }

    std::string name() const { return "'" + model_.hierarchy.names[node_] + "'"; }

    std::string wrapText(const Measured& degrees, double seconds) const {
        return name() + " turns by " + degrees.text + " within a frame at " + figure(seconds) +
               " s: an Euler angle that wraps";
    }

    /// `jump` or `jitter` 0: not looked for.
    template <typename Value>
    void addTrack(const Track<Value>& raw, float visible, float jump, float jitter) {
        const float least = jitter > 0.0f ? jitter : visible;
        if (raw.size() < 4 || rangeOf(raw) < least) return;
        if (const size_t steps = stepsOf(raw, least); mixed_ && steps >= kMinStepped) {
            const Measured count = measuredCount(steps, "step", "steps");
            stepped_.take(static_cast<float>(steps), node_,
                          name() + " moves in " + count.text + ", while other bones move smoothly", count);
            return;
        }
        const Track<Value> track = framesOf(raw, clip_);
        addBends(track, visible, node_, bends_);
        if (const auto pop = widestPop(track, visible)) addPop(track, *pop, visible);
        if (const auto widest = jump > 0.0f ? widestJump(track, jump) : std::nullopt) {
            ++jumps_[std::llround(track.times[widest->first] * 1000.0)];
            const Measured by = measuredOff(track, widest->by);
            jump_.take(
                widest->by / jump, node_,
                name() + " jumps by " + by.text + " at " + figure(track.times[widest->first]) + " s, between two keys",
                by);
        }
        if (const size_t keys = jitter > 0.0f ? jitterOf(track, jitter) : 0; keys >= kMinJitter) {
            const Measured count = measuredCount(keys, "key", "keys");
            jitter_.take(static_cast<float>(keys), node_, name() + " trembles over " + count.text + " in a row", count);
        }
    }

    template <typename Value>
    void addPop(const Track<Value>& track, const Pop& pop, float visible) {
        const double seconds = track.times[pop.first];
        const size_t keys = pop.last - pop.first + 1;
        const double lasts = track.times[pop.last + 1] - track.times[pop.first - 1];
        if (std::same_as<Value, glm::quat> && keys > 1 && pop.turn > kWrapDegrees && lasts < kWrapSeconds) {
            const Measured degrees = measured(static_cast<double>(pop.turn), "degrees");
            wrap_.take(pop.turn, node_,
                       name() + " turns by " + degrees.text + " in " + counted(keys + 1, "key", "keys") + " at " +
                           figure(seconds) + " s: an Euler angle that wraps",
                       degrees);
            return;
        }
        const Measured by = measuredOff(track, pop.by);
        const double step = (track.times.back() - track.times.front()) / static_cast<double>(track.size() - 1);
        pops_.push_back({.from = seconds - kBesideFrames * step,
                         .to = track.times[pop.last] + kBesideFrames * step,
                         .node = node_,
                         .ratio = pop.by / visible,
                         .by = by,
                         .message = name() + " pops by " + by.text + " for " + counted(keys, "key", "keys") + " at " +
                                    figure(seconds) + " s"});
    }

    struct FoundPop {
        double from, to;  ///< seconds
        uint32_t node;
        float ratio;  ///< of what is visible
        Measured by;
        std::string message;
    };

    /// Where several bones bend at once, the figure strikes or lands.
    bool isGesture(const FoundPop& pop) const {
        std::set<uint32_t> others;
        for (const Bend& bend : bends_)
            if (bend.node != pop.node && bend.seconds >= pop.from && bend.seconds <= pop.to) others.insert(bend.node);
        return others.size() >= kGesture;
    }

    /// Other bones that pop at the same time.
    size_t popsWith(const FoundPop& pop) const {
        std::set<uint32_t> others;
        for (const FoundPop& other : pops_)
            if (other.node != pop.node && other.from <= pop.to && other.to >= pop.from) others.insert(other.node);
        return others.size();
    }

    void addPops(std::vector<Finding>& findings) {
        WorstKeys worst, gesture;
        for (const FoundPop& pop : pops_) {
            const size_t together = popsWith(pop);
            if (together >= kWholeSkeleton)
                worst.take(pop.ratio, pop.node,
                           pop.message + ", as do " + counted(together, "other bone", "other bones") +
                               ": another pose in the middle",
                           pop.by);
            else
                (isGesture(pop) ? gesture : worst).take(pop.ratio, pop.node, pop.message, pop.by);
        }
        if (worst.ratio > 0.0f)
            add("key-pop", Severity::warning, worst, findings);
        else
            add("key-pop", Severity::info, gesture, findings);
    }

    void add(const char* id, Severity severity, const WorstKeys& worst, std::vector<Finding>& findings) const {
        if (worst.ratio > 0.0f) findings.push_back({id, severity, clip_.name, worst.message, worst.figure});
    }

    const Model& model_;
    const RestPose& rest_;
    const AnimationClip& clip_;
    bool mixed_;  ///< some tracks are stepped, others are not
    uint32_t node_ = 0;
    std::map<int64_t, size_t> jumps_;  ///< bones that jump, by milliseconds
    std::vector<Bend> bends_;
    std::vector<FoundPop> pops_;
    WorstKeys wrap_, jump_, jitter_, stepped_;
};

}  // namespace

std::vector<Finding> checkMotion(const Model& model, const ImportReport& report) {
    std::vector<Finding> findings;
    const RestPose rest = restPoseOf(model);
    if (!(rest.size > 0.0f)) return findings;
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const std::vector<std::string>& modes = report.clips[i].interpolations;
        if (modes == std::vector<std::string>{"step"}) continue;
        const bool mixed = modes.size() > 1 && std::ranges::find(modes, "step") != modes.end();
        ClipMotionCheck(model, rest, model.clips[i], mixed).run(findings);
    }
    return findings;
}

}  // namespace sinew
