#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "animation/additive.h"
#include "animation/animator.h"
#include "animation/mask.h"
#include "animation/pose_goals.h"

namespace sinew {

// The plain data of a state machine. What refers to another thing does so by its index: a parameter in
// Graph::parameters, a state in Graph::states, a clip among the model's, a node in its hierarchy.

/// A flag is 0 or 1. A trigger is fired and waits until a transition or an overlay takes it.
enum class ParameterKind { number, flag, trigger };

struct GraphParameter {
    std::string name;
    ParameterKind kind = ParameterKind::number;
    double initial = 0.0;  ///< of a number or a flag
    double smoothSeconds =
        0.0;  ///< a number covers all but 1/e of the way to what it was set to in this time; 0: at once
    double waitSeconds = std::numeric_limits<double>::infinity();  ///< how long a fired trigger waits; 0: for one step
};

enum class Comparison { less, lessOrEqual, equal, notEqual, greaterOrEqual, greater };

/// parameter `comparison` value. Of a trigger only the parameter counts: it holds while that waits.
struct GraphCondition {
    size_t parameter = 0;
    Comparison comparison = Comparison::equal;
    double value = 0.0;
};

struct GraphClip {
    size_t clip = 0;
    glm::vec2 position{0.0f};  ///< where it stands in its blend space; on a line only x counts
    /// SynchronisedClip::contactSeconds, of motions that loop. None: what findSteps() finds, or else 0.
    std::optional<double> contactSeconds;
};

/// One clip, or a blend space of clips that are played in step: on a line where `x` alone is given (positions
/// ascending), in a plane where both are. `x` and `y` are numbers.
struct GraphMotion {
    std::vector<GraphClip> clips;  ///< at least one; the first alone where there is no `x`
    std::optional<size_t> x, y;
};

enum class LayerMode { override, additive };

/// A motion on top of what is below it.
struct GraphLayer {
    GraphMotion motion;
    LayerMode mode = LayerMode::override;
    AdditiveReference reference = AdditiveReference::firstFrame;  ///< of the motion's first clip, where it is additive
    NodeMask mask;                                                ///< no weights: 1 everywhere
    std::optional<size_t> weight;                                 ///< a number, cut to [0, 1]; none: 1
};

struct GraphState {
    std::string name;
    GraphMotion motion;
    double speed = 1.0;  ///< above 0
    Repeat repeat = Repeat::loop;
    std::vector<GraphLayer> layers;  ///< from the lowest; they loop
};

/// A transition that interrupts a fade is always inertial, so there are never more than two states to play and never a
/// jump.
struct GraphTransition {
    std::optional<size_t> from;  ///< none: from any state but `to`
    size_t to = 0;
    std::vector<GraphCondition> conditions;  ///< all of them; none: always
    double durationSeconds = 0.2;            ///< 0 cuts
    TransitionKind kind = TransitionKind::fade;
    std::optional<double>
        exitTime;               ///< not before this many rounds of the state: 1 is its end, 2 that of a second loop
    bool interruptible = true;  ///< the new state may be left while the transition is under way
    /// Where both states loop, the new one begins at the phase of the old one, and in a fade both take as long for a
    /// round, between the one's time and the other's.
    bool keepsStep = false;
};

/// A name that is reported when a clip passes a time, wherever the clip is played.
struct GraphEvent {
    std::string name;
    size_t clip = 0;
    double timeSeconds = 0.0;  ///< in [0, duration]
};

/// A layer that plays over all states when its conditions hold: it starts from its beginning, fades in, and out again
/// towards its end (once) or when `stop` holds (loop).
struct GraphOverlay {
    std::string name;
    GraphLayer layer;
    double speed = 1.0;  ///< above 0
    Repeat repeat = Repeat::once;
    std::vector<GraphCondition> start, stop;  ///< all of them; without `stop` a loop goes on for ever
    double fadeInSeconds = 0.2, fadeOutSeconds = 0.2;
};

struct GraphRoot {
    uint32_t node = 0;
    glm::vec3 up{0.0f, 1.0f, 0.0f};  ///< in the space of its parent
};

/// Which way the character faces: it turns there the short way round, and goes on where it then faces.
struct GraphHeading {
    size_t parameter = 0;  ///< a number: degrees to the left about the ground's up axis, from how the model is made
    double degreesPerSecond = 720.0;  ///< how fast it turns, above 0
};

/// A whole state machine. Transitions are looked at in their order, and the first one that may be taken is.
struct Graph {
    std::vector<GraphParameter> parameters;
    std::vector<GraphState> states;  ///< at least one
    size_t initialState = 0;
    std::vector<GraphTransition> transitions;
    std::vector<GraphOverlay> overlays;  ///< from the lowest
    std::vector<GraphEvent> events;
    std::optional<GraphRoot> root;  ///< whose way over the ground is taken out of the pose and reported
    std::optional<GraphHeading> heading;
    std::vector<GraphFoot> feet;   ///< over all of it, as the heads after them
    std::vector<GraphLook> looks;  ///< one after another
};

/// Whether a number or a flag of that value fulfils the condition.
bool holds(const GraphCondition& condition, double value);

/// The first state that no chain of transitions leads to.
std::optional<size_t> unreachableState(const Graph& graph);

/// A transition that belongs to a circle of cuts that one set of parameters lets through all at once, without a trigger
/// or an exit time on the way: the machine would never come to rest. A graph with so many cuts that looking at their
/// combinations takes too long counts as having one.
std::optional<size_t> instantCycle(const Graph& graph);

}  // namespace sinew
