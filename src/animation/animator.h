#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "animation/clip.h"
#include "animation/clip_travel.h"
#include "animation/inertial.h"
#include "animation/loop_range.h"
#include "animation/packed_clip.h"
#include "animation/pose.h"
#include "animation/sample.h"

namespace sinew {

/// How a switch is drawn: a fade plays both motions, an inertial one only the new one, and what the pose differed by
/// dies away (InertialBlend).
enum class TransitionKind { fade, inertial };

/// One of the clips that make up the picture of this moment, oldest first; the weights sum to 1. No clip: the rest
/// pose.
struct PlayedClip {
    std::optional<size_t> clip;
    double timeSeconds = 0.0;
    double weight = 0.0;
};

/// Plays clips of one model: which clip, where in it, how fast, and the change from the clip before. It keeps no clock:
/// time comes in through advance(). The hierarchy, the clips and the weights are the caller's and must outlive it.
/// Without clips it holds the rest pose.
class Animator {
  public:
    /// `restMorphWeights`: those that no clip moves. `packed`: of the same clips, where somebody has them already.
    Animator(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips,
             std::span<const float> restMorphWeights = {}, std::shared_ptr<PackedClips> packed = nullptr);

    /// Starts `clip` at its beginning and changes to it over `seconds` of played time (0: at once), as transition()
    /// says. A switch in mid-fade fades from the picture as it then stands, which goes on moving; an inertial one
    /// starts from what is seen and how fast it moves. `clip` empty: the rest pose. `inStepSeconds`: where `clip` is in
    /// step with what is being played (timeInStep); it starts there, and while both are seen, both take as long for a
    /// round: the mean of their durations by weight.
    void play(std::optional<size_t> clip, double seconds = 0.0, std::optional<double> inStepSeconds = {});

    /// Goes on by `seconds` of real time (times the speed); does nothing while paused.
    void advance(double seconds);

    /// Moves to that time of the clip and ends a fade. The time is wrapped or clamped as repeat() says.
    void seek(double timeSeconds);

    /// Pauses and moves by whole frames of the clip, backwards when negative.
    void step(int frames);

    void setPaused(bool paused) { paused_ = paused; }
    void setSpeed(double speed) { speed_ = speed; }  ///< 1 as authored; negative plays backwards
    void setRepeat(Repeat repeat);

    /// What advance() stays in, until another clip is played: brought into the clip, its ends in order. None, or one
    /// shorter than a frame: the whole clip. seek() and step() may leave it.
    void setLoopRange(std::optional<LoopRange> range);
    void setTransition(TransitionKind kind);

    /// How the clips travel: none, or one for each of them, the caller's, which may change while a clip is not played.
    void setTravels(std::span<const ClipTravel> travels) { travels_ = travels; }

    /// Whether the roots' ways are taken out of the poses, and are part of groundMotion(); at first not.
    void takeOutRoots(bool takeOut) { rootsOut_ = takeOut; }

    std::optional<size_t> clip() const;
    const AnimationClip* currentClip() const;
    double timeSeconds() const;  ///< in [0, duration]
    double speed() const { return speed_; }
    bool paused() const { return paused_; }
    bool fading() const { return layers_.size() > 1 || sinceSwitchSeconds_ < offsetLeft_.durationSeconds; }
    Repeat repeat() const { return repeat_; }
    std::optional<LoopRange> loopRange() const { return layers_.back().range; }
    bool backwards() const { return (speed_ < 0.0) != layers_.back().turned; }  ///< as ping-pong goes just now
    TransitionKind transition() const { return transition_; }

    /// What the last advance() or step() did over the ground, in the directions of its beginning; after seek() what
    /// playing from the clip's beginning to there does. Past an end a clip that loops goes on from there; in ping-pong
    /// the way back is walked backwards.
    const GroundMotion& groundMotion() const { return groundMotion_; }

    /// What is being blended, valid until the next call of a member.
    std::span<const PlayedClip> playing();

    /// The pose of this moment, valid until the next call of a member. Allocates nothing.
    std::span<const Transform> pose();

    /// pose() and walkHierarchy() in one, and quicker where one clip plays as it is, without a fade and with its root:
    /// the packed clip walks by itself then. Allocates nothing.
    void walk(const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode);

    /// The morph weights of this moment, as many as there are at rest; in a fade they go in a straight line. Valid and
    /// free of allocation as pose().
    std::span<const float> morphWeights();

  private:
    struct Layer {
        std::optional<size_t> clip;
        double timeSeconds = 0.0;
        double fadeSeconds = 0.0;   ///< how long this layer takes to cover those below
        double shownSeconds = 0.0;  ///< how long it has been doing so
        unsigned group = 0;         ///< layers of one group are in step
        std::optional<LoopRange> range;
        bool turned = false;  ///< ping-pong is on its way back
        SampleCursor cursor;  ///< in the morph weights' tracks
        const PackedClip* packed = nullptr;
    };
    void advanceOnly(double seconds);
    void beginInertial(double seconds);
    void forgetOffset();
    void samplePose(Layer& layer, double timeSeconds, std::span<Transform> out);
    void sampleMorphs(Layer& layer, std::span<float> out);
    double pace(const Layer& layer) const;
    LoopRange rangeOf(const Layer& layer) const;
    void reach(Layer& layer, double timeSeconds);
    GroundMotion motionOf(const Layer& layer, double fromSeconds, double toSeconds) const;
    double placed(const Layer& layer, double timeSeconds) const;
    static double cover(const Layer& layer);

    // What each frame of each character in a crowd reads stands together.
    std::vector<Layer> layers_;  ///< oldest first; the last one is the clip being played
    std::span<const AnimationClip> clips_;
    std::span<const ClipTravel> travels_;
    double speed_ = 1.0;
    double unseenSeconds_ = 0.0;  ///< played since pose() gave one
    double sinceSwitchSeconds_ = 0.0;
    GroundMotion groundMotion_;
    Repeat repeat_ = Repeat::loop;
    TransitionKind transition_ = TransitionKind::fade;
    bool paused_ = false;
    bool rootsOut_ = false;

    InertialBlend inertial_;
    const NodeHierarchy& hierarchy_;
    std::shared_ptr<PackedClips> packed_;
    LocalPose pose_;
    LocalPose layerPose_;
    std::span<const float> restMorphWeights_;
    std::vector<float> morphWeights_, layerMorphWeights_;
    std::vector<PlayedClip> playing_;
    OffsetDecay offsetLeft_;  ///< of the morph weights' offset, as a share
    std::vector<float> morphOffsets_;
};

/// `timeSeconds` brought into [0, duration]: wrapped when looping (exactly the duration, give or take the rounding of a
/// written number, stays and shows the last pose), else clamped, in ping-pong too. 0 for a clip without duration.
double placeTime(const AnimationClip& clip, double timeSeconds, Repeat repeat);

}  // namespace sinew
