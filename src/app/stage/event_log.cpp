#include "app/stage/event_log.h"

#include <algorithm>

namespace sinew {

EventLog::EventLog(std::span<const GraphEvent> events) {
    for (const GraphEvent& event : events) {
        const auto first = std::ranges::find(events, event.name, &GraphEvent::name);
        firstOfName_.push_back(static_cast<size_t>(first - events.begin()));
    }
    events_.reserve(kLatest);
}

void EventLog::add(std::span<const FiredEvent> fired, double timeSeconds, bool keepAll) {
    size_t added = 0;
    for (const FiredEvent& one : fired) {
        const size_t event = firstOfName_[one.event];
        const auto step = std::span(events_).last(added);
        // A blended walk and run put down one foot, not two.
        if (const auto same = std::ranges::find(step, event, &LoggedEvent::event); same != step.end()) {
            same->weight = std::min(1.0, same->weight + one.weight);
            continue;
        }
        if (!keepAll && events_.size() >= kLatest) events_.erase(events_.begin(), events_.end() - (kLatest - 1));
        events_.push_back({event, timeSeconds, one.weight});
        added = std::min(added + 1, events_.size());
    }
}

}  // namespace sinew
