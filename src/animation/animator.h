#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "animation/clip.h"
#include "animation/pose.h"
#include "animation/sample.h"

namespace sinew {

/// What a clip's time becomes when it runs past an end.
enum class Repeat { once, loop };

/// One of the clips that make up the picture of this moment, oldest first; the weights sum to 1. No clip: the rest
/// pose.
struct PlayedClip {
    std::optional<size_t> clip;
    double timeSeconds = 0.0;
    double weight = 0.0;
};

/// Plays clips of one model: which clip, where in it, how fast, and the fade from the clip before. It keeps no clock:
/// time comes in through advance(). The hierarchy, the clips and the weights are the caller's and must outlive it.
/// Without clips it holds the rest pose.
class Animator {
  public:
    /// `restMorphWeights`: those that no clip moves.
    Animator(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips,
             std::span<const float> restMorphWeights = {});

    /// Starts `clip` at its beginning and fades to it over `fadeSeconds` of played time (0: at once). A switch in
    /// mid-fade fades from the picture as it then stands, which goes on moving. `clip` empty: the rest pose.
    void play(std::optional<size_t> clip, double fadeSeconds = 0.0);

    /// Goes on by `seconds` of real time (times the speed); does nothing while paused.
    void advance(double seconds);

    /// Moves to that time of the clip and ends a fade. The time is wrapped or clamped as repeat() says.
    void seek(double timeSeconds);

    /// Pauses and moves by whole frames of the clip, backwards when negative.
    void step(int frames);

    void setPaused(bool paused) { paused_ = paused; }
    void setSpeed(double speed) { speed_ = speed; }  ///< 1 as authored; negative plays backwards
    void setRepeat(Repeat repeat) { repeat_ = repeat; }

    std::optional<size_t> clip() const;
    const AnimationClip* currentClip() const;
    double timeSeconds() const;  ///< in [0, duration]
    double speed() const { return speed_; }
    bool paused() const { return paused_; }
    bool fading() const { return layers_.size() > 1; }
    Repeat repeat() const { return repeat_; }

    /// What is being blended, valid until the next call of a member.
    std::span<const PlayedClip> playing();

    /// The pose of this moment, valid until the next call of a member. Allocates nothing.
    std::span<const Transform> pose();

    /// The morph weights of this moment, as many as there are at rest; in a fade they go in a straight line. Valid and
    /// free of allocation as pose().
    std::span<const float> morphWeights();

  private:
    struct Layer {
        std::optional<size_t> clip;
        double timeSeconds = 0.0;
        double fadeSeconds = 0.0;   ///< how long this layer takes to cover those below
        double shownSeconds = 0.0;  ///< how long it has been doing so
        SampleCursor cursor;
    };
    double placed(const Layer& layer, double timeSeconds) const;
    static double cover(const Layer& layer);

    const NodeHierarchy& hierarchy_;
    std::span<const AnimationClip> clips_;
    std::vector<Layer> layers_;  ///< oldest first; the last one is the clip being played
    LocalPose pose_;
    LocalPose layerPose_;
    std::span<const float> restMorphWeights_;
    std::vector<float> morphWeights_, layerMorphWeights_;
    std::vector<PlayedClip> playing_;
    double speed_ = 1.0;
    bool paused_ = false;
    Repeat repeat_ = Repeat::loop;
};

/// `timeSeconds` brought into [0, duration]: wrapped when looping (exactly the duration, give or take the rounding of a
/// written number, stays and shows the last pose), else clamped. 0 for a clip without duration.
double placeTime(const AnimationClip& clip, double timeSeconds, Repeat repeat);

}  // namespace sinew
