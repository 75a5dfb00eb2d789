#pragma once

#include <optional>
#include <span>
#include <vector>

#include "animation/graph.h"
#include "animation/graph_parameters.h"
#include "animation/inertial.h"
#include "animation/overlay_player.h"
#include "animation/state_player.h"

namespace sinew {

/// Plays a graph over the clips of one model. It keeps no clock: what it shows follows from the graph, the parameters
/// that were set and the seconds that it was advanced by, bit for bit. The hierarchy and the clips are the caller's and
/// must outlive it; the graph's indices are good, its initial state is there. Nothing is allocated once it is made.
class StateMachine {
  public:
    /// `restMorphWeights`: those that no clip moves; the caller's, as the hierarchy. `travels`: one for each clip, on a
    /// ground of Y up; none: as Graph::root says, in the space of its parent. `packed`: of the same clips, where
    /// somebody has them already.
    StateMachine(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips, Graph graph,
                 std::span<const float> restMorphWeights = {}, std::vector<ClipTravel> travels = {},
                 std::shared_ptr<PackedClips> packed = nullptr);
    StateMachine(const StateMachine&) = delete;
    StateMachine& operator=(const StateMachine&) = delete;

    /// Whether the roots' ways are taken out of the poses, and are part of groundMotion(); at first they are.
    void takeOutRoots(bool takeOut) { studio_.rootsOut = takeOut; }

    const Graph& graph() const { return graph_; }

    void setNumber(size_t parameter, double value) { parameters_.set(parameter, value); }
    void setFlag(size_t parameter, bool value) { parameters_.set(parameter, value ? 1.0 : 0.0); }
    void fire(size_t trigger) { parameters_.fire(trigger); }

    /// One for each parameter, as they are now: a number on its smooth way, a waiting trigger as 1.
    std::span<const double> parameters() const { return parameters_.values(); }

    /// Looks which transitions and overlays may begin now, and goes on by `seconds` (0 or more, else nothing happens).
    /// More than kLongestStep is taken in equal steps, 64 at most, so that a stutter passes through the same states.
    /// Within a step nothing begins, so two steps are one of both only where nothing begins between them, and then up
    /// to rounding.
    void advance(double seconds);
    static constexpr double kLongestStep = 0.1;

    /// The pose of this moment, one transform for each node.
    std::span<const Transform> pose() const { return pose_; }
    void pose(std::span<Transform> out) const;

    /// The morph weights of this moment, as many as there are at rest. In an inertial transition what they differed by
    /// dies away from a standstill.
    std::span<const float> morphWeights() const { return morphs_; }

    size_t state() const { return current_ / 2; }
    /// Rounds of the present state since it was entered: 1 when its motion has been played once.
    double rounds() const { return players_[current_].rounds(); }
    /// Where in its round the present state is, in [0, 1), if it loops: at 0 the foot touches down that its clips agree
    /// upon. That of the state that a fade leaves; none: there is no fade.
    double phase() const { return players_[current_].phase(); }
    std::optional<double> fadingPhase() const {
        return fading_ ? std::optional(players_[*fading_].phase()) : std::nullopt;
    }
    bool inTransition() const { return elapsedSeconds_ < transitionSeconds_; }
    /// The state that the transition under way leaves, whether it is still played or not; none: there is no transition.
    std::optional<size_t> leftState() const { return inTransition() ? std::optional(left_) : std::nullopt; }
    /// How far the transition under way has come, in [0, 1]; 1 where there is none.
    double transitionRatio() const { return inTransition() ? elapsedSeconds_ / transitionSeconds_ : 1.0; }
    bool overlayPlaying(size_t overlay) const { return overlays_[overlay].playing(); }

    /// What was passed in the last advance(), in the order of its steps; past 64 the rest is left out.
    std::span<const PassedEvent> events() const { return events_; }

    /// How the character came over the ground in the last advance(), in its directions before it: as its clips go, and
    /// turned as Graph::heading says. Without travels, Graph::root and Graph::heading no motion.
    const GroundMotion& groundMotion() const { return groundMotion_; }

    /// The angle about the up axis that Graph::heading has turned the character to, in [-pi, pi]; in the beginning that
    /// of the parameter. Without a heading 0.
    double facingRadians() const { return facingRadians_; }

  private:
    void look();
    const GraphTransition* nextTransition() const;
    void begin(const GraphTransition& transition);
    void step(double seconds);
    double cover() const;
    void advanceStates(double seconds, double ratio);
    void turnToHeading(double seconds, GroundMotion& ground);
    void playMorphs();

    const Graph graph_;
    MotionStudio studio_;
    GraphParameters parameters_;
    std::vector<StatePlayer> players_;  ///< two for each state, for one that follows itself
    std::vector<OverlayPlayer> overlays_;
    size_t current_ = 0;
    size_t left_ = 0;               ///< the state before, once there was a transition
    std::optional<size_t> fading_;  ///< the player that a fade comes from
    double elapsedSeconds_ = 0.0, transitionSeconds_ = 0.0;
    bool interruptible_ = true, keepsStep_ = false;
    InertialBlend inertial_;
    LocalPose pose_, before_;
    std::vector<float> morphs_, morphsBefore_;
    std::vector<float> stateMorphs_;   ///< without the overlays
    std::vector<float> morphOffsets_;  ///< of the inertial transition
    OffsetDecay offsetLeft_;           ///< of them, as a share
    double sinceSwitchSeconds_ = 0.0;
    std::vector<PassedEvent> events_;
    GroundMotion groundMotion_;
    double facingRadians_ = 0.0;
};

}  // namespace sinew
