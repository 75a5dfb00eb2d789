#include "app/graph_run.h"

#include <algorithm>
#include <cmath>

namespace sinew {

GraphRun::GraphRun(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips, GraphFile file,
                   std::vector<ScriptStep> script)
    : hierarchy_(hierarchy), clips_(clips), file_(std::move(file)), script_(std::move(script)) {
    restart();
}

void GraphRun::restart() {
    keys_.reset();
    machine_.emplace(hierarchy_, clips_, file_.graph);
    keys_.emplace(file_.keys, *machine_);
    steps_ = 0;
    scriptNext_ = 0;
}

void GraphRun::seek(double timeSeconds) {
    const int64_t wanted = std::llround(std::max(0.0, timeSeconds) / kStepSeconds);
    if (wanted < steps_) restart();
    for (; steps_ < wanted; ++steps_) {
        const double now = static_cast<double>(steps_) * kStepSeconds;
        for (; scriptNext_ < script_.size() && script_[scriptNext_].timeSeconds <= now; ++scriptNext_)
            apply(script_[scriptNext_]);
        machine_->advance(kStepSeconds);
    }
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
