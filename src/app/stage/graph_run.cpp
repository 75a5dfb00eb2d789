#include "app/stage/graph_run.h"

#include <algorithm>
#include <cmath>

namespace sinew {

GraphRun::GraphRun(PlaybackContext& context, GraphFile file, std::vector<ScriptStep> script,
                   const glm::mat4& worldFromRoot)
    : context_(context),
      file_(std::move(file)),
      script_(std::move(script)),
      worldFromRoot_(worldFromRoot),
      log_(file_.graph.events) {
    restart();
}

void GraphRun::restart() {
    keys_.reset();
    machine_.emplace(context_, file_.graph, worldFromRoot_);
    keys_.emplace(file_.keys, *machine_);
    steps_ = 0;
    seconds_ = 0.0;
    nextScriptStep_ = 0;
    resetPlace();
}

void GraphRun::resetPlace() {
    place_ = {.rotation = glm::angleAxis(machine_->facingRadians(), glm::dvec3(0.0, 1.0, 0.0))};
}

void GraphRun::seek(double timeSeconds) {
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
        if (*steps_ < loggedSteps_) continue;
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

void GraphRun::followScript() {
    for (; nextScriptStep_ < script_.size() && script_[nextScriptStep_].timeSeconds <= seconds_; ++nextScriptStep_)
        apply(script_[nextScriptStep_]);
}

void GraphRun::apply(const ScriptStep& step) {
    switch (step.kind) {
        case ScriptStep::Kind::down:
            keys_->press(step.key);
            break;
        case ScriptStep::Kind::up:
            keys_->release(step.key);
            break;
        case ScriptStep::Kind::set:
            machine_->setNumber(step.parameter, step.value);
            break;
        case ScriptStep::Kind::fire:
            machine_->fire(step.parameter);
            break;
    }
}

}  // namespace sinew
