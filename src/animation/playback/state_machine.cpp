#include "animation/playback/state_machine.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include <glm/gtc/constants.hpp>
#include <glm/trigonometric.hpp>

namespace sinew {
namespace {

constexpr size_t kUsualEvents = 64;
constexpr double kMaxSteps = 64.0;

/// Wraps an angle to [-pi, pi].
double wrapAngle(double radians) {
    return std::remainder(radians, glm::two_pi<double>());
}

}  // namespace

StateMachine::StateMachine(PlaybackContext& context, Graph graph, const glm::mat4& worldFromRoot)
    : StateMachine(context, std::make_shared<const Graph>(std::move(graph)), worldFromRoot) {}

StateMachine::StateMachine(PlaybackContext& context, std::shared_ptr<const Graph> graph, const glm::mat4& worldFromRoot)
    : sharedGraph_(std::move(graph)),
      graph_(*sharedGraph_),
      context_(context),
      parameters_(graph_.parameters),
      goals_(context.hierarchy, graph_.feet, graph_.looks, worldFromRoot),
      current_(2 * graph_.initialState),
      inertial_(context.hierarchy.size(), context.restMorphs.size()),
      pose_(context.restPose()),
      events_{.events = graph_.events} {
    assert(graph_.initialState < graph_.states.size());
    players_.reserve(2 * graph_.states.size());
    for (const GraphState& state : graph_.states)
        for (int twice = 0; twice < 2; ++twice)
            players_.emplace_back(state, context);
    overlays_.reserve(graph_.overlays.size());
    for (const GraphOverlay& overlay : graph_.overlays)
        overlays_.emplace_back(overlay, context);
    events_.fired.reserve(kUsualEvents);
    player().start(parameters());
    if (graph_.heading) facingRadians_ = wrapAngle(glm::radians(parameters()[graph_.heading->parameter]));
    step(0.0);
}

void StateMachine::advance(double seconds) {
    events_.fired.clear();
    displacement_ = {};
    if (!(seconds >= 0.0) || !std::isfinite(seconds)) return;
    const double steps = std::clamp(std::ceil(seconds / kLongestStep), 1.0, kMaxSteps);
    for (double i = 0.0; i < steps; i += 1.0) {
        checkConditions();
        step(seconds / steps);
    }
}

void StateMachine::checkConditions() {
    // A chain of cuts is followed up to a transition that takes time, over no more cuts than there are states.
    for (size_t cuts = 0; cuts < graph_.states.size(); ++cuts) {
        const GraphTransition* transition = nextTransition();
        if (!transition) break;
        parameters_.consumeTriggers(transition->conditions);
        begin(*transition);
        if (inTransition()) break;
    }
    for (OverlayPlayer& overlay : overlays_)
        overlay.checkConditions(parameters_);
}

const GraphTransition* StateMachine::nextTransition() const {
    if (inTransition() && !interruptible_) return nullptr;
    const auto mayBegin = [&](const GraphTransition& transition) {
        return transition.leaves(state()) && (!transition.exitTime || cycles() >= *transition.exitTime) &&
               parameters_.allMet(transition.conditions);
    };
    const auto first = std::ranges::find_if(graph_.transitions, mayBegin);
    return first == graph_.transitions.end() ? nullptr : &*first;
}

void StateMachine::begin(const GraphTransition& transition) {
    const size_t before = current_;
    left_ = state();
    current_ = 2 * transition.to;
    if (current_ == before) ++current_;
    const bool interruptsFade = std::exchange(fading_, std::nullopt).has_value();
    synced_ = transition.sync && player().motion().loops() && players_[before].motion().loops();
    if (synced_)
        player().startSynced(parameters(), players_[before]);
    else
        player().start(parameters());

    transition_ = {.kind = transition.kind, .durationSeconds = std::max(0.0, transition.durationSeconds)};
    interruptible_ = transition.interruptible;
    if (transition_.durationSeconds == 0.0) {
        inertial_.reset();
    } else if (transition.kind == TransitionKind::fade && !interruptsFade) {
        fading_ = before;
    } else {
        player().sample(parameters(), context_.pose);
        player().sample(parameters(), context_.fadePose, inertial_.lastStepSeconds());
        inertial_.begin(context_.pose, context_.fadePose, transition_.durationSeconds);
    }
}

void StateMachine::step(double seconds) {
    parameters_.advance(seconds);
    const double weightBefore = fadeWeight();
    transition_.elapsedSeconds += seconds;
    const double meanWeight = 0.5 * (weightBefore + fadeWeight());
    advanceStates(seconds, meanWeight);
    samplePlayers(seconds);
    Displacement displacement = displacementOfStates(meanWeight);
    if (graph_.heading) turnToHeading(seconds, displacement);
    displacement_ = followedBy(displacement_, displacement);
    if (fading_) players_[*fading_].addEvents(1.0 - weightBefore, parameters(), events_);
    player().addEvents(fadeWeight(), parameters(), events_);
    for (OverlayPlayer& overlay : overlays_) {
        overlay.advance(seconds, parameters());
        overlay.addEvents(parameters(), events_);
    }
    if (!inTransition()) fading_.reset();
}

void StateMachine::advanceStates(double seconds, double meanWeight) {
    if (!fading_) return player().advance(seconds, parameters());
    StatePlayer& from = players_[*fading_];
    double rate = 1.0, fromRate = 1.0;
    if (synced_) {
        const double own = player().motion().cycleSeconds(parameters()),
                     other = from.motion().cycleSeconds(parameters());
        const double common = other + meanWeight * (own - other);
        if (own > 0.0 && other > 0.0) {
            rate = own / common;
            fromRate = other / common;
        }
    }
    player().advance(seconds, parameters(), rate);
    from.advance(seconds, parameters(), fromRate);
}

void StateMachine::samplePlayers(double seconds) {
    if (fading_) {
        players_[*fading_].sample(parameters(), pose_);
        player().sample(parameters(), context_.fadePose);
        blend(pose_, context_.fadePose, static_cast<float>(fadeWeight()), pose_);
    } else {
        player().sample(parameters(), pose_);
    }
    inertial_.advance(seconds, pose_);
}

Displacement StateMachine::displacementOfStates(double meanWeight) const {
    const Displacement own = player().motion().displacement();
    if (!fading_) return own;
    MeanDisplacement mean;
    mean.add(players_[*fading_].motion().displacement(), 1.0 - meanWeight, context_.up);
    mean.add(own, meanWeight, context_.up);
    return mean.mean(context_.up);
}

void StateMachine::turnToHeading(double seconds, Displacement& displacement) {
    const double target = glm::radians(parameters()[graph_.heading->parameter]);
    const double facing = facingRadians_ + yawRadians(displacement, context_.up);  // after the clips' own turn
    const double limit = glm::radians(graph_.heading->degreesPerSecond) * seconds;
    const double turn = std::clamp(wrapAngle(target - facing), -limit, limit);
    facingRadians_ = wrapAngle(facing + turn);
    displacement = followedBy({.rotation = glm::angleAxis(turn, context_.up)}, displacement);
}

void StateMachine::applyLayers(const PoseSpan& pose) {
    for (OverlayPlayer& overlay : overlays_)
        overlay.apply(parameters(), pose);
}

}  // namespace sinew
