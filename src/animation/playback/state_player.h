#pragma once

#include "animation/playback/motion_player.h"

namespace sinew {

/// Plays a state of a graph: its motion and the layers on top. The context must outlive it.
class StatePlayer {
  public:
    StatePlayer(const GraphState& state, PlaybackContext& context);

    void start(std::span<const double> parameters);
    /// Starts at the phase of another state; both loop. The layers start at their beginning.
    void startSynced(std::span<const double> parameters, const StatePlayer& with);

    /// The state's own motion.
    MotionPlayer& motion() { return motion_; }
    const MotionPlayer& motion() const { return motion_; }

    /// `rate`: a factor on the speed of the state's own motion, not of its layers.
    void advance(double seconds, std::span<const double> parameters, double rate = 1.0);
    void addEvents(double weight, std::span<const double> parameters, EventCollector& events) const;

    /// The current pose, or that of `secondsEarlier`.
    void sample(std::span<const double> parameters, const PoseSpan& out, double secondsEarlier = 0.0);

  private:
    MotionPlayer motion_;
    std::vector<LayerPlayer> layers_;
};

/// Plays an overlay of a graph: waits for its conditions, fades it in and out. The overlay and the context must outlive
/// it.
class OverlayPlayer {
  public:
    OverlayPlayer(const GraphOverlay& overlay, PlaybackContext& context);

    /// Starts or stops it where its conditions are met, and consumes their triggers. Starts only when it is not
    /// playing.
    void checkConditions(GraphParameters& parameters);

    void advance(double seconds, std::span<const double> parameters);
    void apply(std::span<const double> parameters, const PoseSpan& pose);
    void addEvents(std::span<const double> parameters, EventCollector& events) const;

    bool playing() const { return stage_ != Stage::off; }

  private:
    enum class Stage { off, on, leaving };

    const GraphOverlay& overlay_;
    LayerPlayer layer_;
    Stage stage_ = Stage::off;
    double fadeWeight_ = 0.0;
    double stepFadeWeight_ = 0.0;  ///< the largest of the last step
};

}  // namespace sinew
