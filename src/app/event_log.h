#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "animation/motion_player.h"

namespace sinew {

/// An event of a graph that was passed, by all clips that name it so in one step.
struct HeardEvent {
    size_t event = 0;          ///< the first of its name in Graph::events
    double timeSeconds = 0.0;  ///< since the beginning: of the end of the step
    double weight = 0.0;       ///< how much of the pose the clips make up, in (0, 1]
};

/// What a state machine has passed, in its order.
class EventLog {
  public:
    static constexpr size_t kLatest = 64;

    explicit EventLog(std::span<const GraphEvent> events);

    void forget() { heard_.clear(); }

    /// What one step has passed. `keepAll`: those before it stay, however many they are; else the latest kLatest do,
    /// and nothing is allocated.
    void add(std::span<const PassedEvent> passed, double timeSeconds, bool keepAll);

    std::span<const HeardEvent> heard() const { return heard_; }

  private:
    std::vector<size_t> firstOfName_;  ///< for each event of the graph
    std::vector<HeardEvent> heard_;
};

}  // namespace sinew
