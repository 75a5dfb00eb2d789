#pragma once

#include <memory>
#include <span>
#include <vector>

#include "animation/clip_travel.h"
#include "animation/graph.h"
#include "animation/layers.h"
#include "animation/packed_clip.h"
#include "animation/sample.h"
#include "animation/synchronised.h"

namespace sinew {

/// An event that was passed, and how much of the pose its clip makes up, in (0, 1].
struct PassedEvent {
    size_t event = 0;  ///< its place in Graph::events
    double weight = 0.0;
};

/// What all players of one machine share: the model's motion, and room for poses that last no longer than a call.
struct MotionStudio {
    const NodeHierarchy& hierarchy;
    std::span<const AnimationClip> clips;
    std::span<const GraphEvent> events;
    std::span<const float> restMorphWeights;
    std::vector<ClipTravel> travels;   ///< one for each clip; empty: none travels
    glm::dvec3 up{0.0, 1.0, 0.0};      ///< of the ground that travels speak of
    bool rootsOut = true;              ///< the roots' ways are taken out of the poses and part of the ground motion
    std::vector<LocalPose> clipPoses;  ///< as many as the largest motion has clips
    std::vector<PoseLayer> layers;     ///< with room for as many
    LocalPose layerPose;
    std::vector<float> clipMorphs, layerMorphs;  ///< as many as restMorphWeights
    std::shared_ptr<PackedClips> packed;
};

/// Plays one motion of a graph: how much each clip has, the common phase, the events that it passes. The motion and the
/// studio are the caller's and must outlive it; `speed` is above 0.
class MotionPlayer {
  public:
    MotionPlayer(const GraphMotion& motion, Repeat repeat, double speed, MotionStudio& studio);

    /// Back to the beginning, with the weights of `parameters` (GraphParameters::values).
    void start(std::span<const double> parameters);

    /// The same at the phase of another motion; both loop.
    void startInStep(std::span<const double> parameters, const MotionPlayer& with);

    void advance(double seconds, std::span<const double> parameters);

    /// Rounds since the start: 1 is the end of the clip or of one loop. Without a clip that has a duration: 1 after the
    /// first step.
    double rounds() const { return rounds_ - startRounds_; }
    bool loops() const { return repeat_ == Repeat::loop; }
    double phase() const { return advancedPhase(0.0, rounds_, 1.0); }  ///< of a motion that loops, in [0, 1)

    /// How long a round takes with the weights of `parameters`, which become those of now; 0 where no clip has a
    /// duration.
    double secondsOfRound(std::span<const double> parameters);
    double secondsLeft() const;  ///< of the present round, at the present weights

    /// The pose of now, or of `secondsEarlier` with the weights of now. `out` is none of the studio's clip poses.
    void pose(double secondsEarlier, std::span<Transform> out);

    /// The morph weights of now: the clips' in the mean. `out` is none of the studio's.
    void morphs(std::span<float> out);

    /// Whether a clip that is seen has keys for that morph weight.
    bool movesMorph(uint32_t weight) const;

    /// What the last step did over the ground, in the directions of its beginning.
    GroundMotion groundMotion() const;

    /// Adds the events of the last step, as far as `passed` has room. `weight`: that of the whole motion.
    void addEvents(double weight, std::vector<PassedEvent>& passed) const;

  private:
    void weigh(std::span<const double> parameters);
    double timeAt(size_t i, double rounds) const;
    double timesPassed(size_t i, const GraphEvent& event) const;

    const GraphMotion& motion_;
    MotionStudio& studio_;
    Repeat repeat_;
    double speed_;
    std::vector<SynchronisedClip> clips_;
    std::vector<float> positionsOnLine_;
    std::vector<glm::vec2> positionsInPlane_;
    std::vector<float> weights_;
    std::vector<const PackedClip*> packed_;  ///< for each clip of the motion
    std::vector<SampleCursor> cursors_;      ///< in the morph weights' tracks, of each
    double rounds_ = 0.0, roundsBefore_ = 0.0, startRounds_ = 0.0;
    bool justStarted_ = true;
};

}  // namespace sinew
