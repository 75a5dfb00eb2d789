#pragma once

#include <span>
#include <vector>

#include "animation/ground/sync.h"
#include "animation/playback/context.h"
#include "animation/playback/graph.h"

namespace sinew {

/// An event that fired, and the weight of its clip in the pose, in (0, 1].
struct FiredEvent {
    size_t event = 0;  ///< index in Graph::events
    double weight = 0.0;
};

/// Collects the events of a graph as they fire: of one event in one step of a motion, kMostRepeats at most.
struct EventCollector {
    std::span<const GraphEvent> events;
    std::vector<FiredEvent> fired;
};

/// Plays one motion: the weights of its clips, their common position in cycles, and the events it passes. The context
/// must outlive it.
class MotionPlayer {
  public:
    /// `speed` is above 0.
    MotionPlayer(GraphMotion motion, Repeat repeat, double speed, PlaybackContext& context);

    /// Restarts with the weights for `parameters` (GraphParameters::values).
    void start(std::span<const double> parameters);

    /// Restarts at the phase of another motion; both loop.
    void startSynced(std::span<const double> parameters, const MotionPlayer& with);

    void advance(double seconds, std::span<const double> parameters);

    /// Cycles since the start: 1 at the end of the clip or of the first loop. Where no clip has a duration: 1 after the
    /// first step.
    double cycles() const { return cycles_ - startCycles_; }
    size_t clip() const { return readers_.front().clip; }  ///< the first
    bool loops() const { return repeat_ == Repeat::loop; }
    double phase() const { return advancedPhase(0.0, cycles_, 1.0); }  ///< of a looping motion, in [0, 1)

    /// The duration of a cycle with the weights for `parameters`, which become the current ones; 0 where no clip has a
    /// duration.
    double cycleSeconds(std::span<const double> parameters);
    double secondsLeft() const;  ///< in the current cycle, at the current weights

    /// The current pose, or that of `secondsEarlier` with the current weights. `out` is none of the context's clip
    /// poses.
    void sample(const PoseSpan& out, double secondsEarlier = 0.0);

    /// Whether a clip with weight has keys for that morph weight.
    bool animatesMorph(uint32_t weight) const;

    /// The displacement of the last step, relative to its start.
    Displacement displacement() const;

    /// Adds the events of the last step. `weight`: of the whole motion.
    void addEvents(double weight, EventCollector& events) const;

  private:
    void setWeights(std::span<const double> parameters);
    double cycleSeconds() const { return sinew::cycleSeconds(synced_, weights_); }
    double timeAt(size_t i, double cycles) const;
    double timesPassed(size_t i, const GraphEvent& event) const;

    const GraphMotion motion_;
    PlaybackContext& context_;
    Repeat repeat_;
    double speed_;
    // One for each clip:
    std::vector<ClipReader> readers_;
    std::vector<SyncedClip> synced_;
    std::vector<float> positionsOnLine_;
    std::vector<glm::vec2> positionsInPlane_;
    std::vector<float> weights_;

    double cycles_ = 0.0, cyclesBefore_ = 0.0, startCycles_ = 0.0;
    bool justStarted_ = true;
};

/// Plays a layer on top of a pose. The context must outlive it.
class LayerPlayer {
  public:
    LayerPlayer(GraphLayer layer, Repeat repeat, double speed, PlaybackContext& context);

    MotionPlayer& motion() { return motion_; }
    const MotionPlayer& motion() const { return motion_; }
    void setMask(NodeMask mask) { layer_.mask = std::move(mask); }

    /// The layer's own weight for `parameters`, in [0, 1].
    double weight(std::span<const double> parameters) const;

    /// Blends `weight` of the layer as it is now, or was `secondsEarlier`, over `pose`. With a mask only those morph
    /// weights change that its clips have keys for.
    void apply(const PoseSpan& pose, double weight, double secondsEarlier = 0.0);

  private:
    void applyMorphs(std::span<float> pose, std::span<const float> layer, float weight) const;

    GraphLayer layer_;
    PlaybackContext& context_;
    MotionPlayer motion_;
    Pose reference_;  ///< of an additive layer
};

}  // namespace sinew
