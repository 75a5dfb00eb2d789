#include "app/graph_run.h"

#include <algorithm>
#include <cmath>

namespace sinew {

GraphRun::GraphRun(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips, GraphFile file,
                   std::vector<ScriptStep> script, std::span<const float> restMorphWeights,
                   std::vector<ClipTravel> travels, std::shared_ptr<PackedClips> packed)
    : hierarchy_(hierarchy),
      clips_(clips),
      packed_(std::move(packed)),
      file_(std::move(file)),
      script_(std::move(script)),
      restMorphWeights_(restMorphWeights),
      travels_(std::move(travels)),
      log_(file_.graph.events) {
    restart();
}

void GraphRun::restart() {
    keys_.reset();
    machine_.emplace(hierarchy_, clips_, file_.graph, restMorphWeights_, travels_, packed_);
    machine_->takeOutRoots(rootsOut_);
    keys_.emplace(file_.keys, *machine_);
    steps_ = 0;
    seconds_ = 0.0;
    scriptNext_ = 0;
    beginWay();
}

void GraphRun::beginWay() {
    place_ = {.rotation = glm::angleAxis(machine_->facingRadians(), glm::dvec3(0.0, 1.0, 0.0))};
}

void GraphRun::takeOutRoots(bool takeOut) {
    rootsOut_ = takeOut;
    machine_->takeOutRoots(takeOut);
    beginWay();
}

void GraphRun::seek(double timeSeconds) {
    const int64_t wanted = std::llround(std::max(0.0, timeSeconds) / kStepSeconds);
    if (!steps_) {
        log_.forget();
        heardSteps_ = 0;
    }
    if (!steps_ || wanted < *steps_) restart();
    for (; *steps_ < wanted; ++*steps_) {
        seconds_ = static_cast<double>(*steps_) * kStepSeconds;
        followScript();
        machine_->advance(kStepSeconds);
        place_ = followedBy(place_, machine_->groundMotion());
        if (*steps_ < heardSteps_) continue;
        heardSteps_ = *steps_ + 1;
        log_.add(machine_->events(), static_cast<double>(heardSteps_) * kStepSeconds, true);
    }
    seconds_ = static_cast<double>(wanted) * kStepSeconds;
}

void GraphRun::advance(double seconds) {
    if (!(seconds > 0.0)) return;
    steps_.reset();
    followScript();
    machine_->advance(seconds);
    place_ = followedBy(place_, machine_->groundMotion());
    seconds_ += seconds;
    log_.add(machine_->events(), seconds_, false);
}

void GraphRun::followScript() {
    for (; scriptNext_ < script_.size() && script_[scriptNext_].timeSeconds <= seconds_; ++scriptNext_)
        apply(script_[scriptNext_]);
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
