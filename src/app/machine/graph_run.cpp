#include "app/machine/graph_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {

EventLog::EventLog(std::span<const GraphEvent> events) {
    for (const GraphEvent& event : events) {
        const auto first = std::ranges::find(events, event.name, &GraphEvent::name);
        firstOfName_.push_back(static_cast<size_t>(first - events.begin()));
    }
    if (!events.empty()) events_.reserve(kLatest);
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

GraphRun::GraphRun(PlaybackContext& context, GraphFile file, std::vector<ScriptStep> script,
                   const glm::mat4& worldFromRoot)
    : GraphRun(context, std::make_shared<const GraphFile>(std::move(file)),
               std::make_shared<const std::vector<ScriptStep>>(std::move(script)), worldFromRoot) {}

GraphRun::GraphRun(PlaybackContext& context, std::shared_ptr<const GraphFile> file,
                   std::shared_ptr<const std::vector<ScriptStep>> script, const glm::mat4& worldFromRoot)
    : context_(context),
      file_(std::move(file)),
      script_(std::move(script)),
      worldFromRoot_(worldFromRoot),
      log_(file_->graph.events) {
    restart();
}

void GraphRun::restart() {
    keys_.reset();
    machine_.emplace(context_, std::shared_ptr<const Graph>(file_, &file_->graph), worldFromRoot_);
    keys_.emplace(file_->keys, *machine_);
    steps_ = 0;
    seconds_ = 0.0;
    nextScriptStep_ = 0;
    resetPlace();
}

void GraphRun::resetPlace() {
    place_ = {.rotation = glm::angleAxis(machine_->facingRadians(), glm::dvec3(0.0, 1.0, 0.0))};
}

void GraphRun::seek(double timeSeconds, bool logs) {
    const int64_t wanted = std::llround(std::max(0.0, timeSeconds) / kStepSeconds);
    if (!steps_) {
        log_.clear();
        loggedSteps_ = 0;
    }
    if (!steps_ || wanted < *steps_) restart();
    for (; *steps_ < wanted; ++*steps_) {
        seconds_ = static_cast<double>(*steps_) * kStepSeconds;
        followScript();
        machine_->advance(kStepSeconds);
        place_ = followedBy(place_, machine_->displacement());
        if (!logs || *steps_ < loggedSteps_) continue;
        loggedSteps_ = *steps_ + 1;
        log_.add(machine_->events(), static_cast<double>(loggedSteps_) * kStepSeconds, true);
    }
    seconds_ = static_cast<double>(wanted) * kStepSeconds;
}

void GraphRun::advance(double seconds) {
    if (!(seconds > 0.0)) return;
    steps_.reset();
    followScript();
    machine_->advance(seconds);
    place_ = followedBy(place_, machine_->displacement());
    seconds_ += seconds;
    log_.add(machine_->events(), seconds_, false);
}

void GraphRun::take(const PadState& pad) {
    const PadInputs inputs = padInputs(file_->stick, std::exchange(pad_, pad), pad);
    for (const std::string_view button : inputs.released)
        release(button);
    for (const auto& [parameter, value] : inputs.numbers)
        set(parameter, value);
    for (const std::string_view button : inputs.pressed)
        press(button);
}

void GraphRun::followScript() {
    const std::vector<ScriptStep>& script = *script_;
    for (; nextScriptStep_ < script.size() && script[nextScriptStep_].timeSeconds <= seconds_; ++nextScriptStep_)
        apply(script[nextScriptStep_]);
}

void GraphRun::apply(const ScriptStep& step) {
    switch (step.kind) {
        case ScriptStep::Kind::down:
            return keys_->press(step.key);
        case ScriptStep::Kind::up:
            return keys_->release(step.key);
        case ScriptStep::Kind::set:
            return machine_->set(step.parameter, step.value);
        case ScriptStep::Kind::fire:
            return machine_->fire(step.parameter);
    }
}

}  // namespace sinew
