#pragma once

#include <vector>

#include "animation/layer_player.h"

namespace sinew {

/// Plays a state of a graph: its motion and the layers on top. The state and the studio are the caller's and must
/// outlive it.
class StatePlayer {
  public:
    StatePlayer(const GraphState& state, MotionStudio& studio);

    void start(std::span<const double> parameters);
    /// At the phase of another state, where both loop; the layers from their beginning.
    void startInStep(std::span<const double> parameters, const StatePlayer& with);
    bool loops() const { return motion_.loops(); }
    double phase() const { return motion_.phase(); }
    double secondsOfRound(std::span<const double> parameters) { return motion_.secondsOfRound(parameters); }

    /// `pace`: how fast the state's own motion goes; its layers do not care.
    void advance(double seconds, std::span<const double> parameters, double pace = 1.0);

    /// Rounds of the state's own motion (MotionPlayer::rounds).
    double rounds() const { return motion_.rounds(); }
    GroundMotion groundMotion() const { return motion_.groundMotion(); }
    void addEvents(double weight, std::span<const double> parameters, std::vector<PassedEvent>& passed) const;

    /// The pose of now, or of `secondsEarlier` as far as the state had begun by then.
    void pose(double secondsEarlier, std::span<const double> parameters, std::span<Transform> out);

    /// The morph weights of now.
    void morphs(std::span<const double> parameters, std::span<float> out);

  private:
    MotionPlayer motion_;
    std::vector<LayerPlayer> layers_;
};

}  // namespace sinew
