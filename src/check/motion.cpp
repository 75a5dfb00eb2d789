#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "check/bones.h"
#include "check/checks.h"
#include "check/key_shapes.h"
#include "check/tracks.h"
#include "check/words.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr float kPopDegrees = 5.0f;
constexpr float kPopLength = 0.008f;   // of the model's size
constexpr float kPopScale = 0.15f;     // of the rest scale
constexpr double kBesideFrames = 1.1;  // from a pop to what bends with it
constexpr size_t kGesture = 2;         // other bones that bend at the same time
constexpr float kFarPop = 7.0f;        // times what is visible
constexpr float kWhip = 18.0f;         // the same, of a turn: an antenna or a tail, in any gesture
constexpr float kAlsoBends = 0.5f;     // of such a pop: the bends of others
constexpr size_t kWholeSkeleton = 5;   // other bones that pop at the same time

constexpr float kJumpDegrees = 25.0f;
constexpr float kJumpLength = 0.1f;  // of the model's size
constexpr size_t kCut = 3;           // bones that jump at the same time

constexpr float kOffDegrees = 12.0f;  // for a stretch of keys
constexpr float kOffLength = 0.03f;   // of the model's size
constexpr float kAlso = 0.4f;         // of that: another bone jumps at the same time
constexpr float kAlive = 1.0f;        // degrees: a bone that moves within the stretch

constexpr float kTurning = 6.0f;  // degrees over a clip
constexpr float kStepDegrees = 3.0f;
constexpr size_t kMinTurning = 5;         // bones
constexpr double kMostTurning = 0.5;      // of them: a jump of the whole pose
constexpr std::ptrdiff_t kMostJumps = 3;  // of the whole pose; more are a style, such as animation on twos

constexpr float kJitterDegrees = 2.0f;
constexpr float kJitterLength = 0.004f;  // of the model's size
constexpr size_t kMinJitter = 8;         // keys in a row

constexpr float kFlattened = 0.1f;  // of the rest scale, along one axis

constexpr size_t kMinStepped = 4;
constexpr size_t kMostHeld = 8;   // keys: what moves more seldom is a mechanism
constexpr size_t kMinSmooth = 3;  // bones
constexpr float kStep = 0.01f;    // of a track's range

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
    ClipMotionCheck(const Model& model, const RestPose& rest, const AnimationClip& clip, bool mixed,
                    const std::vector<bool>& isLimb)
        : model_(model), rest_(rest), clip_(clip), mixed_(mixed), isLimb_(isLimb) {}

    void run(std::vector<Finding>& findings) {
        for (const Channel& channel : clip_.channels) {
            node_ = channel.node;
            scale_ = &channel.scale;
            const float unit = keyUnit(model_, rest_, channel.node);
            if (unit > 0.0f) addTrack(channel.translation, kPopLength / unit, kJumpLength / unit, kJitterLength / unit);
            addTrack(channel.rotation, kPopDegrees, kJumpDegrees, kJitterDegrees);
            addSteps(channel.rotation);
            if (const auto turn = wholeTurn(channel.rotation); turn && !isLimb_[node_]) {
                somersaults_ = true;
            } else if (turn) {
                const Measured degrees = measured(static_cast<double>(turn->by), "degrees");
                spin_.take(turn->by, node_,
                           name() + " turns by " + degrees.text + " from " +
                               figure(channel.rotation.times[turn->first]) + " s to " +
                               figure(channel.rotation.times[turn->last]) + " s: the long way round?",
                           degrees);
            }
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
        if (wrap_.ratio == 0.0f && !somersaults_) add("rotation-wraps", Severity::info, spin_, findings);
        addPops(findings);
        // Where the whole skeleton jumps, another take begins.
        const bool isCut = std::ranges::any_of(jumps_, [](const auto& jump) { return jump.second >= kCut; });
        add("motion-jump", isCut ? Severity::info : Severity::warning, jump_, findings);
        add("keys-exchanged", Severity::warning, exchanged_, findings);
        addOffs(findings);
        if (!isHeld()) {
            addPoseJump(findings);
            add("motion-jitter", Severity::warning, jitter_, findings);
        }
        add("motion-stepped", Severity::warning, stepped_, findings);
        if (stepped_.ratio == 0.0f) addHeld(findings);
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
        if (const size_t steps = stepsOf(raw, kStep * rangeOf(raw)); mixed_ && steps >= kMinStepped) {
            const Measured count = measuredCount(steps, "step", "steps");
            stepped_.take(static_cast<float>(steps), node_,
                          name() + " moves in " + count.text + ", while other bones move smoothly", count);
            return;
        }
        const Track<Value> track = framesOf(raw, clip_);
        for (const OffLine& bend : bendsOf(track, visible))
            bends_.push_back({bend.seconds, node_, bend.by / visible});
        if (const auto pop = widestPop(track, visible); pop && !isFlat(track.times[pop->first]))
            addPop(track, *pop, visible);
        if (const auto keys = exchangedKeys(track, visible);
            keys && !isFlat(track.times[keys->first]) && !isFlat(track.times[keys->last])) {
            const Measured by = measuredOff(track, keys->by);
            exchanged_.take(keys->by / visible, node_,
                            name() + " has the key at " + figure(track.times[keys->last]) + " s at " +
                                figure(track.times[keys->first]) + " s, and the other way round: each is " + by.text +
                                " off its place, and fits into the other",
                            by);
        }
        const float off = std::same_as<Value, glm::quat> ? kOffDegrees : kOffLength / kJumpLength * jump;
        const std::vector<float> jumps = off > 0.0f ? jumpsOf(track) : std::vector<float>();
        for (size_t key = 0; key < jumps.size(); ++key)
            if (jumps[key] > kAlso * off) jumpsAt_.push_back({track.times[key], node_, jumps[key] / off});
        if (const auto stretch = off > 0.0f ? offStretch(track, off) : std::nullopt;
            stretch && isAlive(track, *stretch)) {
            const Measured by = measuredOff(track, stretch->by);
            const double from = track.times[stretch->first], to = track.times[stretch->last];
            offs_.push_back({.from = from,
                             .to = to,
                             .step = from - track.times[stretch->first - 1],
                             .node = node_,
                             .ratio = stretch->by / off,
                             .by = by,
                             .message = name() + " is off its movement by " + by.text + " from " + figure(from) +
                                        " s to " + figure(to) + " s"});
        }
        if (const auto widest = jump > 0.0f ? widestJump(track, jump) : std::nullopt) {
            ++jumps_[std::llround(track.times[widest->first] * 1000.0)];
            const Measured by = measuredOff(track, widest->by);
            jump_.take(
                widest->by / jump, node_,
                name() + " jumps by " + by.text + " at " + figure(track.times[widest->first]) + " s, between two keys",
                by);
        }
        // Poses that are held swing from one side of the line to the other.
        if (const size_t keys = jitter > 0.0f && heldKeys(track) == 1 ? jitterOf(track, jitter) : 0;
            keys >= kMinJitter) {
            const Measured count = measuredCount(keys, "key", "keys");
            jitter_.take(static_cast<float>(keys), node_, name() + " trembles over " + count.text, count);
        }
    }

    /// An eyelid that closes stands still then; what is wrong goes on moving.
    template <typename Value>
    bool isAlive(const Track<Value>& track, const Pop& stretch) const {
        if constexpr (!std::same_as<Value, glm::quat>) return true;
        float moved = 0.0f;
        for (size_t key = stretch.first + 1; key <= stretch.last; ++key)
            moved = std::max(moved, apart(track.values[stretch.first], track.values[key]));
        return moved > kAlive;
    }

    void addSteps(const Track<glm::quat>& raw) {
        if (raw.size() < 4 || rangeOf(raw) < kTurning) return;
        ++turning_;
        const Track<glm::quat> track = framesOf(raw, clip_);
        if (const double length = track.times.back() - track.times.front();
            length <= kDenseSeconds * static_cast<double>(track.size() - 1)) {
            const size_t held = heldKeys(track);
            (held > 1 && held <= kMostHeld ? held_[held] : smooth_).push_back(node_);
        }
        for (const size_t key : longSteps(track, kStepDegrees))
            ++longSteps_[std::llround(track.times[key] * 1000.0)];
    }

    /// Whether most bones hold each pose for some keys: a style.
    bool isHeld() const {
        size_t held = 0;
        for (const auto& [keys, bones] : held_)
            held += bones.size();
        return held >= kMinTurning && 2 * held > turning_;
    }

    /// Bones that hold each pose for some keys, while as many others move at each key. All of them: a style.
    void addHeld(std::vector<Finding>& findings) const {
        const auto most = std::ranges::max_element(held_, {}, [](const auto& bones) { return bones.second.size(); });
        if (most == held_.end() || smooth_.size() < std::max(kMinSmooth, most->second.size())) return;
        std::vector<std::string> names;
        for (const uint32_t node : most->second)
            names.push_back(model_.hierarchy.names[node]);
        findings.push_back({"motion-stepped", Severity::info, clip_.name,
                            "moves " + listed(names) + " only once in " + std::to_string(most->first) +
                                " keys, while " + counted(smooth_.size(), "other bone moves", "other bones move") +
                                " smoothly"});
    }

    /// Where most bones jump at once, frames are missing, or two takes were joined.
    void addPoseJump(std::vector<Finding>& findings) const {
        if (longSteps_.empty()) return;
        const auto most = std::ranges::max_element(longSteps_, {}, [](const auto& at) { return at.second; });
        const auto isJump = [&](const auto& at) {
            return at.second >= kMinTurning &&
                   static_cast<double>(at.second) >= kMostTurning * static_cast<double>(turning_);
        };
        if (!isJump(*most) || std::ranges::count_if(longSteps_, isJump) > kMostJumps) return;
        const Measured bones = measuredPart(most->second, turning_, "bone", "bones");
        findings.push_back({"pose-jump", isNamedLikeLoop(clip_.name) ? Severity::warning : Severity::info, clip_.name,
                            bones.text + " jump at " + figure(static_cast<double>(most->first) / 1000.0) +
                                " s: frames are missing there, or two movements were joined",
                            bones.figure});
    }

    /// What is scaled to nothing along an axis is not seen to turn or move: exporters take any rotation out of it.
    bool isFlat(double seconds) const {
        if (scale_->empty()) return false;
        const glm::vec3 share = glm::abs(valueAt(*scale_, seconds) / model_.hierarchy.rest[node_].scale);
        return std::min({share.x, share.y, share.z}) < kFlattened;
    }

    template <typename Value>
    void addPop(const Track<Value>& track, const Pop& pop, float visible) {
        const double seconds = track.times[pop.first];
        const size_t keys = pop.last - pop.first + 1;
        if (pop.wraps) {
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
                         .isTurn = std::same_as<Value, glm::quat>,
                         .isOffCurve = pop.isOffCurve,
                         .message = name() + " pops by " + by.text + " for " + counted(keys, "key", "keys") + " at " +
                                    figure(seconds) + " s"});
    }

    /// Where a track bends most.
    struct Bend {
        double seconds;
        uint32_t node;
        float ratio;  ///< of what is visible
    };

    struct FoundPop {
        double from, to;  ///< seconds
        uint32_t node;
        float ratio;  ///< of what is visible
        Measured by;
        bool isTurn, isOffCurve;
        std::string message;
    };

    /// Where several bones bend at once, the figure strikes or lands; not where one bends far more than all others.
    bool isGesture(const FoundPop& pop) const {
        std::set<uint32_t> others;
        for (const Bend& bend : bends_)
            if (bend.node != pop.node && bend.seconds >= pop.from && bend.seconds <= pop.to &&
                (pop.ratio < kFarPop || (pop.isTurn && pop.ratio > kWhip) || bend.ratio > kAlsoBends * pop.ratio))
                others.insert(bend.node);
        return others.size() >= kGesture;
    }

    struct Jump {
        double seconds;
        uint32_t node;
        float ratio;  ///< of what is visible
    };

    struct FoundOff {
        double from, to, step;  ///< seconds
        uint32_t node;
        float ratio;  ///< of what is visible
        Measured by;
        std::string message;
    };

    /// Where other bones change their movement, too, the figure does something else.
    void addOffs(std::vector<Finding>& findings) const {
        WorstKeys worst;
        for (const FoundOff& off : offs_) {
            const bool isAlone = std::ranges::none_of(jumpsAt_, [&](const Jump& jump) {
                const auto isNear = [&](double seconds) { return std::abs(jump.seconds - seconds) < 1.5 * off.step; };
                return jump.node != off.node && jump.ratio > kAlso * off.ratio && (isNear(off.from) || isNear(off.to));
            });
            if (isAlone) worst.take(off.ratio, off.node, off.message, off.by);
        }
        add("keys-off", Severity::warning, worst, findings);
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
            else if (const bool gestures = isGesture(pop); !gestures || !pop.isOffCurve)
                (gestures ? gesture : worst).take(pop.ratio, pop.node, pop.message, pop.by);
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
    const std::vector<bool>& isLimb_;
    bool somersaults_ = false;  ///< the body turns all the way round, and an antenna may do so against it
    uint32_t node_ = 0;
    const Track<glm::vec3>* scale_ = nullptr;       ///< of that node
    std::map<int64_t, size_t> jumps_;               ///< bones that jump, by milliseconds
    std::map<int64_t, size_t> longSteps_;           ///< the same, by less
    size_t turning_ = 0;                            ///< bones that turn
    std::map<size_t, std::vector<uint32_t>> held_;  ///< of them, those that hold each pose for so many keys
    std::vector<uint32_t> smooth_;                  ///< of them, those that move at each key
    std::vector<Bend> bends_;
    std::vector<FoundPop> pops_;
    std::vector<FoundOff> offs_;
    std::vector<Jump> jumpsAt_;
    WorstKeys wrap_, spin_, jump_, exchanged_, jitter_, stepped_;
};

}  // namespace

std::vector<Finding> checkMotion(const CheckedModel& checked, const ImportReport& report) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    if (!(rest.size > 0.0f)) return findings;
    const std::vector<bool> isLimb = limbNodes(model);
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const std::vector<std::string>& modes = report.clips[i].interpolations;
        if (modes == std::vector<std::string>{"step"}) continue;
        if (steppedBones(model.clips[i]).areMost()) continue;  // a style
        const bool mixed = modes.size() > 1 && std::ranges::find(modes, "step") != modes.end();
        ClipMotionCheck(model, rest, model.clips[i], mixed, isLimb).run(findings);
    }
    return findings;
}

}  // namespace sinew
