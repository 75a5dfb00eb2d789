#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "animation/playback/animator.h"
#include "animation/playback/graph.h"
#include "animation/playback/state_player.h"
#include "animation/pose/inertial.h"

namespace sinew {

/// Plays a graph over the clips of one model. Has no clock: the result follows bit for bit from the graph, the
/// parameters that were set, and the seconds it was advanced by. Allocates only in the constructor.
class StateMachine {
  public:
    /// The graph's indices and initial state are valid. `worldFromRoot` has Y up; feet and heads are placed in that
    /// space. The context must outlive it.
    StateMachine(PlaybackContext& context, Graph graph, const glm::mat4& worldFromRoot = glm::mat4(1.0f));

    /// Plays a graph that several machines share.
    StateMachine(PlaybackContext& context, std::shared_ptr<const Graph> graph,
                 const glm::mat4& worldFromRoot = glm::mat4(1.0f));
    StateMachine(const StateMachine&) = delete;
    StateMachine& operator=(const StateMachine&) = delete;

    const Graph& graph() const { return graph_; }

    /// A number, or a flag (0 or 1).
    void set(size_t parameter, double value) { parameters_.set(parameter, value); }
    void fire(size_t trigger) { parameters_.fire(trigger); }

    /// The current value of each parameter: smoothed for a number, 1 for a waiting trigger.
    std::span<const double> parameters() const { return parameters_.values(); }

    /// Starts the transitions and overlays whose conditions are met, and advances by `seconds` (negative: ignored).
    /// More than kLongestStep is split into equal steps, 64 at most, so that a stutter passes through the same states.
    /// Transitions start only between steps, so two calls equal one only where none starts between them, up to
    /// rounding.
    void advance(double seconds);
    static constexpr double kLongestStep = 0.1;

    size_t state() const { return current_ / 2; }
    /// Cycles of the current state since it was entered: 1 when its motion has played once.
    double cycles() const { return player().motion().cycles(); }
    /// Phase of the current state if it loops, in [0, 1): at 0 the common foot of its clips touches down.
    double phase() const { return player().motion().phase(); }
    /// Phase of the state that a fade leaves; none: no fade is active.
    std::optional<double> fadingPhase() const {
        return fading_ ? std::optional(players_[*fading_].motion().phase()) : std::nullopt;
    }
    bool inTransition() const { return transition_.active(); }
    /// The state that the active transition leaves, whether it still plays or not; none: no transition is active.
    std::optional<size_t> leftState() const { return inTransition() ? std::optional(left_) : std::nullopt; }
    /// Progress of the active transition, in [0, 1]; 1 where none is active.
    double transitionRatio() const { return transition_.progress(); }
    bool overlayPlaying(size_t overlay) const { return overlays_[overlay].playing(); }

    /// The events that fired in the last advance(), in order; allocates beyond 64.
    std::span<const FiredEvent> events() const { return events_.fired; }

    /// The displacement of the character in the last advance(), relative to its start, including the turn toward
    /// Graph::heading.
    const Displacement& displacement() const { return displacement_; }

    /// The angle about the up axis to which Graph::heading has turned the character, in [-pi, pi]; initially that of
    /// the parameter. 0 without a heading.
    double facingRadians() const { return facingRadians_; }

    // For evaluate():
    PlaybackContext& context() const { return context_; }
    UnblendedClip unblendedClip() { return {}; }
    void sample(const PoseSpan& out) const { copyPose(pose_, out); }
    void applyLayers(const PoseSpan& pose);
    void applyGoals(const PoseSpan& pose) { goals_.apply(pose.nodes, parameters()); }

  private:
    StatePlayer& player() { return players_[current_]; }
    const StatePlayer& player() const { return players_[current_]; }
    void checkConditions();
    const GraphTransition* nextTransition() const;
    void begin(const GraphTransition& transition);
    void step(double seconds);
    double fadeWeight() const { return fading_ ? transition_.progress() : 1.0; }
    void advanceStates(double seconds, double meanWeight);
    void samplePlayers(double seconds);
    Displacement displacementOfStates(double meanWeight) const;
    void turnToHeading(double seconds, Displacement& displacement);

    const std::shared_ptr<const Graph> sharedGraph_;
    const Graph& graph_;  ///< the shared one
    PlaybackContext& context_;
    GraphParameters parameters_;
    PoseGoals goals_;
    std::vector<StatePlayer> players_;  ///< two per state, for a state that follows itself
    std::vector<OverlayPlayer> overlays_;
    size_t current_ = 0;            ///< among the players
    size_t left_ = 0;               ///< the previous state, once there was a transition
    std::optional<size_t> fading_;  ///< the player that a fade leaves
    Transition transition_;
    bool interruptible_ = true, synced_ = false;
    InertialBlend inertial_;
    Pose pose_;  ///< of the states, without overlays
    EventCollector events_;
    Displacement displacement_;
    double facingRadians_ = 0.0;
};

}  // namespace sinew
