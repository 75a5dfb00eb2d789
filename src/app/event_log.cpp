#include "app/event_log.h"

#include <algorithm>

namespace sinew {

EventLog::EventLog(std::span<const GraphEvent> events) {
    for (const GraphEvent& event : events) {
        const auto first = std::ranges::find(events, event.name, &GraphEvent::name);
        firstOfName_.push_back(static_cast<size_t>(first - events.begin()));
    }
    heard_.reserve(kLatest);
}

void EventLog::add(std::span<const PassedEvent> passed, double timeSeconds, bool keepAll) {
    size_t added = 0;
    for (const PassedEvent& one : passed) {
        const size_t event = firstOfName_[one.event];
        const auto step = std::span(heard_).last(added);
        // A walk and a run that are blended put down one foot, not two.
        if (const auto same = std::ranges::find(step, event, &HeardEvent::event); same != step.end()) {
            same->weight = std::min(1.0, same->weight + one.weight);
            continue;
        }
        if (!keepAll && heard_.size() >= kLatest) heard_.erase(heard_.begin(), heard_.end() - (kLatest - 1));
        heard_.push_back({event, timeSeconds, one.weight});
        added = std::min(added + 1, heard_.size());
    }
}

}  // namespace sinew
