#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "animation/playback/motion_player.h"

namespace sinew {

/// A graph event that fired, merged over all clips that fired it in one step.
struct LoggedEvent {
    size_t event = 0;          ///< index in Graph::events of the first with its name
    double timeSeconds = 0.0;  ///< end of the step, since the start
    double weight = 0.0;       ///< of its clips in the pose, in (0, 1]
};

/// The events that a state machine has fired, in order.
class EventLog {
  public:
    static constexpr size_t kLatest = 64;

    explicit EventLog(std::span<const GraphEvent> events);

    void clear() { events_.clear(); }

    /// Adds the events of one step. `keepAll` keeps all earlier ones; else only the latest kLatest stay, and nothing is
    /// allocated.
    void add(std::span<const FiredEvent> fired, double timeSeconds, bool keepAll);

    std::span<const LoggedEvent> events() const { return events_; }

  private:
    std::vector<size_t> firstOfName_;  ///< one per event of the graph
    std::vector<LoggedEvent> events_;
};

}  // namespace sinew
