#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "animation/ground/root_motion.h"
#include "animation/playback/clip_time.h"
#include "animation/playback/pose_goals.h"
#include "animation/playback/transition.h"
#include "animation/pose/layers.h"

namespace sinew {

// A state machine as plain data. References are indices: a parameter in Graph::parameters, a state in Graph::states, a
// clip among the model's, a node in its hierarchy.

/// A flag is 0 or 1. A trigger is fired and stays set until a transition or an overlay consumes it.
enum class ParameterKind { number, flag, trigger };

struct GraphParameter {
    std::string name;
    ParameterKind kind = ParameterKind::number;
    double initial = 0.0;        ///< of a number or a flag
    double smoothSeconds = 0.0;  ///< time constant with which a number approaches its target; 0: at once
    double waitSeconds = std::numeric_limits<double>::infinity();  ///< how long a fired trigger waits; 0: one step
};

enum class Comparison { less, lessOrEqual, equal, notEqual, greaterOrEqual, greater };

/// parameter `comparison` value. Of a trigger only the parameter is used: the condition is met while it waits.
struct GraphCondition {
    size_t parameter = 0;
    Comparison comparison = Comparison::equal;
    double value = 0.0;
};

struct GraphClip {
    size_t clip = 0;
    glm::vec2 position{0.0f};  ///< in its blend space; in one dimension only x is used
    /// SyncedClip::contactSeconds of looping motions. None: as findContactPhases() finds it, or else 0.
    std::optional<double> contactSeconds;
};

/// One clip, or a blend space of synced clips: one-dimensional with `x` alone (positions ascending), two-dimensional
/// with both. `x` and `y` are numbers.
struct GraphMotion {
    std::vector<GraphClip> clips;  ///< at least one; only the first is played where `x` is missing
    std::optional<size_t> x, y;
};

enum class LayerMode { override, additive };

/// A motion on top of the pose below it.
struct GraphLayer {
    GraphMotion motion;
    LayerMode mode = LayerMode::override;
    AdditiveReference reference = AdditiveReference::firstFrame;  ///< of the first clip, if the layer is additive
    NodeMask mask;                                                ///< no weights: 1 everywhere
    std::optional<size_t> weight;                                 ///< a number, clamped to [0, 1]; none: 1
};

struct GraphState {
    std::string name;
    GraphMotion motion;
    double speed = 1.0;  ///< above 0
    Repeat repeat = Repeat::loop;
    std::vector<GraphLayer> layers;  ///< from the lowest; they loop
};

/// A transition that interrupts a fade is always inertial, so that at most two states play and nothing pops.
struct GraphTransition {
    std::optional<size_t> from;  ///< none: from any state but `to`
    size_t to = 0;
    std::vector<GraphCondition> conditions;  ///< all must be met; none: always
    double durationSeconds = 0.2;            ///< 0 cuts
    TransitionKind kind = TransitionKind::fade;
    std::optional<double> exitTime;  ///< earliest start in cycles of the state: 1 is its end, 2 that of a second loop
    bool interruptible = true;       ///< another transition may leave the new state while this one is active
    /// Where both states loop, the new one starts at the phase of the old one, and during a fade both play at a common
    /// cycle duration, interpolated between theirs.
    bool sync = false;

    bool leaves(size_t state) const { return from ? *from == state : to != state; }
};

/// A name that is reported when a clip passes a time, wherever the clip plays.
struct GraphEvent {
    std::string name;
    size_t clip = 0;
    double timeSeconds = 0.0;  ///< in [0, duration]
};

/// A layer over all states, started by its conditions: it restarts, fades in, and fades out toward its end (once) or
/// when `stop` is met (loop).
struct GraphOverlay {
    std::string name;
    GraphLayer layer;
    double speed = 1.0;  ///< above 0
    Repeat repeat = Repeat::once;
    std::vector<GraphCondition> start, stop;  ///< all must be met; without `stop` a loop never ends
    double fadeInSeconds = 0.2, fadeOutSeconds = 0.2;
};

/// Turns the character to face a direction, the short way round.
struct GraphHeading {
    size_t parameter = 0;             ///< a number: degrees to the left about the ground's up axis, 0 as modeled
    double degreesPerSecond = 720.0;  ///< the turning speed, above 0
};

/// A state machine. Transitions are tried in order; the first that may be taken is.
struct Graph {
    std::vector<GraphParameter> parameters;
    std::vector<GraphState> states;  ///< at least one
    size_t initialState = 0;
    std::vector<GraphTransition> transitions;
    std::vector<GraphOverlay> overlays;  ///< from the lowest
    std::vector<GraphEvent> events;
    std::optional<RootNode> root;  ///< the node whose root motion is extracted
    std::optional<GraphHeading> heading;
    std::vector<GraphFoot> feet;   ///< on top of all layers
    std::vector<GraphLook> looks;  ///< after the feet, in order
};

/// Whether a number or a flag of that value meets the condition.
bool isMet(const GraphCondition& condition, double value);

/// The least number of transitions from the initial state to each state; kUnreachable where no chain of them leads
/// there.
std::vector<size_t> depthsOf(const Graph& graph);
inline constexpr size_t kUnreachable = std::numeric_limits<size_t>::max();

/// A transition on a cycle of cuts that one set of parameters can take all at once, without a trigger or an exit time:
/// the state machine would never settle. A graph with too many cuts to search counts as having one.
std::optional<size_t> instantCycle(const Graph& graph);

/// The current values of a graph's parameters. Allocates only in the constructor. `parameters` must outlive it.
class GraphParameters {
  public:
    explicit GraphParameters(std::span<const GraphParameter> parameters);

    /// Sets the target of a number or the value of a flag (0 or 1). NaN and infinity are ignored.
    void set(size_t parameter, double value);
    void fire(size_t trigger);

    bool allMet(std::span<const GraphCondition> conditions) const;

    /// Resets the triggers among the conditions.
    void consumeTriggers(std::span<const GraphCondition> conditions);

    void advance(double seconds);

    /// One per parameter; 1 for a waiting trigger, else 0.
    std::span<const double> values() const { return values_; }

  private:
    std::span<const GraphParameter> parameters_;
    std::vector<double> values_;
    std::vector<double> targets_;  ///< of a trigger: the seconds that it keeps waiting
};

}  // namespace sinew
