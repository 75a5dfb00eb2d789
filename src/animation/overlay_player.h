#pragma once

#include "animation/graph_parameters.h"
#include "animation/layer_player.h"

namespace sinew {

/// Plays an overlay of a graph: waits for its conditions, fades it in and out. The overlay and the studio are the
/// caller's and must outlive it.
class OverlayPlayer {
  public:
    OverlayPlayer(const GraphOverlay& overlay, MotionStudio& studio);

    /// Starts or stops it where its conditions hold, and takes their triggers. It starts only when it is not seen.
    void look(GraphParameters& parameters);

    void advance(double seconds, std::span<const double> parameters);
    void putOver(std::span<Transform> pose, std::span<const double> parameters);
    void putMorphsOver(std::span<float> morphs, std::span<const double> parameters);
    void addEvents(std::span<const double> parameters, std::vector<PassedEvent>& passed) const;

    bool playing() const { return phase_ != Phase::off; }

  private:
    enum class Phase { off, on, leaving };

    const GraphOverlay& overlay_;
    LayerPlayer layer_;
    Phase phase_ = Phase::off;
    double cover_ = 0.0;  ///< how much of it is faded in
    double coverOfStep_ = 0.0;
};

}  // namespace sinew
