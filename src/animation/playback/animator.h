#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "animation/playback/clip_time.h"
#include "animation/playback/context.h"
#include "animation/playback/transition.h"
#include "animation/pose/inertial.h"

namespace sinew {

/// A clip that contributes to the current pose. No clip: the rest pose.
struct PlayedClip {
    std::optional<size_t> clip;
    double timeSeconds = 0.0;
    double weight = 0.0;
};

/// A clip and its time, for the fast path of evaluate(); null: the pose has to be blended.
struct UnblendedClip {
    ClipReader* clip = nullptr;
    double timeSeconds = 0.0;
};

/// Plays single clips of a model: which clip, its time and speed, and the transition from the previous clip. Has no
/// clock of its own: time comes in through advance(). Without a clip it holds the rest pose.
class Animator {
  public:
    /// The context must outlive it.
    explicit Animator(PlaybackContext& context);

    /// Starts `clip` (none: the rest pose) with a transition of `seconds` of playback (0: a cut), as transition() says.
    /// A fade that interrupts a fade starts from the blended pose, whose clips go on playing; an inertial transition
    /// starts from the current pose and its velocity. `syncedSeconds`: the time at which `clip` is in sync with the
    /// current clip (syncedTime); it starts there, and during the fade both play at a common cycle duration, the mean
    /// of theirs by weight.
    void play(std::optional<size_t> clip, double seconds = 0.0, std::optional<double> syncedSeconds = {});

    /// Advances by `seconds` of real time, at speed() or at another speed for this step. Does nothing while paused.
    void advance(double seconds) { advance(seconds, speed_); }
    void advance(double seconds, double speed);

    /// Moves to a time of the clip, wrapped or clamped as repeat() says, and ends a transition.
    void seek(double timeSeconds);

    /// Pauses and moves by whole frames of the clip, backward when negative.
    void step(int frames);

    void setPaused(bool paused) { paused_ = paused; }
    void setSpeed(double speed) { speed_ = speed; }  ///< 1 as authored; negative plays backward
    void setRepeat(Repeat repeat);

    /// The range that advance() stays in until another clip is played; clamped to the clip, its ends in any order. The
    /// whole clip if it is missing or shorter than a frame. seek() and step() may leave it.
    void setLoopRange(std::optional<LoopRange> range);
    void setTransition(TransitionKind kind);

    std::optional<size_t> clip() const { return clips_.back().clip; }
    const AnimationClip* currentClip() const;
    double timeSeconds() const { return clips_.back().timeSeconds; }  ///< in [0, duration]
    double speed() const { return speed_; }
    bool paused() const { return paused_; }
    bool fading() const { return clips_.size() > 1 || clips_.back().transition.active(); }
    Repeat repeat() const { return repeat_; }
    std::optional<LoopRange> loopRange() const { return clips_.back().range; }
    bool backward() const { return (speed_ < 0.0) != clips_.back().reversed; }  ///< the current direction
    TransitionKind transition() const { return transition_; }

    /// The displacement of the last advance() or step(), relative to its start; after seek() that of playing up to
    /// there from the start of the clip. A loop continues past its ends; in ping-pong the way back is walked backward.
    const Displacement& displacement() const { return displacement_; }

    /// The clips that are blended, oldest first; the weights sum to 1. Valid until the next call of a member.
    std::span<const PlayedClip> playing();

    /// The current pose. Valid until the next call of a member. Allocates nothing.
    PoseView pose();

    // For evaluate():
    PlaybackContext& context() const { return context_; }
    UnblendedClip unblendedClip();
    void sample(const PoseSpan& out);
    void applyLayers(const PoseSpan&) {}
    void applyGoals(const PoseSpan&) {}

  private:
    struct Clip {
        std::optional<size_t> clip;
        std::optional<ClipReader> reader;
        double timeSeconds = 0.0;
        Transition transition;   ///< from the clips below
        unsigned syncGroup = 0;  ///< clips of one group share a cycle duration
        std::optional<LoopRange> range;
        bool reversed = false;  ///< on the way back in ping-pong
    };
    void sampleClip(Clip& clip, double timeSeconds, const PoseSpan& out);
    void beginInertial(double seconds);
    void resetInertial();
    double syncRate(const Clip& clip) const;
    LoopRange rangeOf(const Clip& clip) const;
    double wrapped(const Clip& clip, double timeSeconds) const;
    void moveTo(Clip& clip, double timeSeconds);
    Displacement displacementOf(const Clip& clip, double fromSeconds, double toSeconds) const;

    // Members that every frame of every character reads come first.
    std::vector<Clip> clips_;  ///< oldest first; the last one is the current clip
    PlaybackContext& context_;
    double speed_ = 1.0;
    double pendingSeconds_ = 0.0;  ///< since the last sampled pose, for inertial_
    Displacement displacement_;
    Repeat repeat_ = Repeat::loop;
    TransitionKind transition_ = TransitionKind::fade;
    bool paused_ = false;

    InertialBlend inertial_;
    Pose pose_;
    std::vector<PlayedClip> playing_;
};

/// The duration of a frame of a timeline: of 30, 24, 25, 60, 50, 120 or 100 a second, the first on whose frames all
/// keys of the densest track are; else frameSeconds(), if that is at most 0.1 s, else 1/30 s.
double stepSeconds(const AnimationClip& clip);

}  // namespace sinew
