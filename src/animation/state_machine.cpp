#include "animation/state_machine.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/trigonometric.hpp>

#include "animation/blend.h"

namespace sinew {
namespace {

constexpr size_t kMostEvents = 64;
constexpr double kMostSteps = 64.0;

size_t mostClips(const Graph& graph) {
    size_t most = 1;
    const auto look = [&](const GraphMotion& motion) { most = std::max(most, motion.clips.size()); };
    for (const GraphState& state : graph.states) {
        look(state.motion);
        for (const GraphLayer& layer : state.layers)
            look(layer.motion);
    }
    for (const GraphOverlay& overlay : graph.overlays)
        look(overlay.layer.motion);
    return most;
}

MotionStudio makeStudio(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips, const Graph& graph,
                        std::span<const float> restMorphWeights, std::vector<ClipTravel> travels,
                        std::shared_ptr<PackedClips> packed) {
    MotionStudio studio{.hierarchy = hierarchy, .clips = clips, .events = graph.events};
    studio.packed = packed ? std::move(packed) : std::make_shared<PackedClips>(hierarchy, clips);
    studio.restMorphWeights = restMorphWeights;
    studio.clipMorphs.assign(restMorphWeights.begin(), restMorphWeights.end());
    studio.layerMorphs = studio.clipMorphs;
    const size_t most = mostClips(graph);
    studio.clipPoses.assign(most, hierarchy.rest);
    studio.layers.reserve(most);
    studio.layerPose = hierarchy.rest;
    studio.travels = std::move(travels);
    if (!graph.root || !studio.travels.empty()) return studio;
    studio.up = glm::normalize(glm::dvec3(graph.root->up));
    for (const AnimationClip& clip : clips)
        studio.travels.emplace_back(RootMotion(clip, hierarchy, graph.root->node, graph.root->up), glm::mat4(1.0f));
    return studio;
}

GroundMotion blended(const GroundMotion& from, const GroundMotion& to, double ratio, const glm::dvec3& up) {
    MeanGroundMotion both;
    both.add(from, 1.0 - ratio, up);
    both.add(to, ratio, up);
    return both.mean(up);
}

/// The same angle in [-pi, pi].
double withinTurn(double radians) {
    return std::remainder(radians, glm::two_pi<double>());
}

}  // namespace

StateMachine::StateMachine(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips, Graph graph,
                           std::span<const float> restMorphWeights, std::vector<ClipTravel> travels,
                           std::shared_ptr<PackedClips> packed)
    : graph_(std::move(graph)),
      studio_(makeStudio(hierarchy, clips, graph_, restMorphWeights, std::move(travels), std::move(packed))),
      parameters_(graph_.parameters),
      current_(2 * graph_.initialState),
      inertial_(hierarchy.size()),
      pose_(hierarchy.rest),
      before_(hierarchy.rest),
      morphs_(restMorphWeights.begin(), restMorphWeights.end()),
      morphsBefore_(morphs_),
      stateMorphs_(morphs_),
      morphOffsets_(morphs_.size(), 0.0f) {
    assert(graph_.initialState < graph_.states.size());
    players_.reserve(2 * graph_.states.size());
    for (const GraphState& state : graph_.states)
        for (int twice = 0; twice < 2; ++twice)
            players_.emplace_back(state, studio_);
    overlays_.reserve(graph_.overlays.size());
    for (const GraphOverlay& overlay : graph_.overlays)
        overlays_.emplace_back(overlay, studio_);
    events_.reserve(kMostEvents);
    players_[current_].start(parameters_.values());
    if (graph_.heading) facingRadians_ = withinTurn(glm::radians(parameters_.values()[graph_.heading->parameter]));
    step(0.0);
}

void StateMachine::advance(double seconds) {
    events_.clear();
    groundMotion_ = {};
    if (!(seconds >= 0.0) || !std::isfinite(seconds)) return;
    const double steps = std::clamp(std::ceil(seconds / kLongestStep), 1.0, kMostSteps);
    for (double i = 0.0; i < steps; i += 1.0) {
        look();
        step(seconds / steps);
    }
}

void StateMachine::look() {
    // What takes time ends the look. A chain of cuts goes on, but no further than there are states.
    for (size_t cuts = 0; cuts < graph_.states.size(); ++cuts) {
        const GraphTransition* transition = nextTransition();
        if (!transition) break;
        parameters_.take(transition->conditions);
        begin(*transition);
        if (inTransition()) break;
    }
    for (OverlayPlayer& overlay : overlays_)
        overlay.look(parameters_);
}

const GraphTransition* StateMachine::nextTransition() const {
    if (inTransition() && !interruptible_) return nullptr;
    const auto mayBegin = [&](const GraphTransition& transition) {
        const bool here = transition.from ? *transition.from == state() : transition.to != state();
        return here && (!transition.exitTime || rounds() >= *transition.exitTime) &&
               parameters_.allHold(transition.conditions);
    };
    const auto first = std::find_if(graph_.transitions.begin(), graph_.transitions.end(), mayBegin);
    return first == graph_.transitions.end() ? nullptr : &*first;
}

void StateMachine::begin(const GraphTransition& transition) {
    const size_t before = current_;
    left_ = state();
    current_ = 2 * transition.to;
    if (current_ == before) ++current_;
    const bool interruptsFade = std::exchange(fading_, std::nullopt).has_value();
    StatePlayer& player = players_[current_];
    keepsStep_ = transition.keepsStep && player.loops() && players_[before].loops();
    if (keepsStep_)
        player.startInStep(parameters_.values(), players_[before]);
    else
        player.start(parameters_.values());

    elapsedSeconds_ = 0.0;
    transitionSeconds_ = std::max(0.0, transition.durationSeconds);
    interruptible_ = transition.interruptible;
    if (transitionSeconds_ == 0.0) {
        inertial_.forget();
        offsetLeft_ = {};
    } else if (transition.kind == TransitionKind::fade && !interruptsFade) {
        fading_ = before;
    } else {
        // pose_ is written anew by the step that follows.
        player.pose(0.0, parameters_.values(), pose_);
        player.pose(inertial_.lastStepSeconds(), parameters_.values(), before_);
        inertial_.begin(pose_, before_, transitionSeconds_);
        player.morphs(parameters_.values(), morphsBefore_);
        for (size_t i = 0; i < morphOffsets_.size(); ++i)
            morphOffsets_[i] = stateMorphs_[i] - morphsBefore_[i];
        offsetLeft_ = decayFrom(1.0, 0.0, transitionSeconds_);
        sinceSwitchSeconds_ = 0.0;
    }
}

double StateMachine::cover() const {
    return fading_ ? std::min(1.0, elapsedSeconds_ / transitionSeconds_) : 1.0;
}

void StateMachine::step(double seconds) {
    parameters_.advance(seconds);
    const std::span<const double> values = parameters_.values();
    const double coverBefore = cover();
    elapsedSeconds_ += seconds;
    StatePlayer& player = players_[current_];
    advanceStates(seconds, 0.5 * (coverBefore + cover()));
    player.pose(0.0, values, pose_);
    GroundMotion ground = player.groundMotion();
    if (fading_) {
        StatePlayer& from = players_[*fading_];
        from.pose(0.0, values, before_);
        blend(before_, pose_, static_cast<float>(cover()), pose_);
        ground = blended(from.groundMotion(), ground, 0.5 * (coverBefore + cover()), studio_.up);
        from.addEvents(1.0 - coverBefore, values, events_);
        player.addEvents(cover(), values, events_);
    } else {
        player.addEvents(1.0, values, events_);
    }
    if (graph_.heading) turnToHeading(seconds, ground);
    groundMotion_ = followedBy(groundMotion_, ground);
    inertial_.advance(seconds, pose_, pose_);
    sinceSwitchSeconds_ += seconds;
    for (OverlayPlayer& overlay : overlays_) {
        overlay.advance(seconds, values);
        overlay.putOver(pose_, values);
        overlay.addEvents(values, events_);
    }
    if (!morphs_.empty()) playMorphs();
    if (!inTransition()) fading_.reset();
}

/// `ratio`: how far a fade has come in the middle of the step.
void StateMachine::advanceStates(double seconds, double ratio) {
    const std::span<const double> values = parameters_.values();
    StatePlayer& player = players_[current_];
    if (!fading_) return player.advance(seconds, values);
    StatePlayer& from = players_[*fading_];
    double pace = 1.0, fromPace = 1.0;
    if (keepsStep_) {
        const double own = player.secondsOfRound(values), others = from.secondsOfRound(values);
        const double both = others + ratio * (own - others);
        if (own > 0.0 && others > 0.0) {
            pace = own / both;
            fromPace = others / both;
        }
    }
    player.advance(seconds, values, pace);
    from.advance(seconds, values, fromPace);
}

void StateMachine::turnToHeading(double seconds, GroundMotion& ground) {
    const double goal = glm::radians(parameters_.values()[graph_.heading->parameter]);
    const double facing = facingRadians_ + yawRadians(ground, studio_.up);  // where the clips alone would turn it
    const double most = glm::radians(graph_.heading->degreesPerSecond) * seconds;
    const double turn = std::clamp(withinTurn(goal - facing), -most, most);
    facingRadians_ = withinTurn(facing + turn);
    ground = followedBy({.rotation = glm::angleAxis(turn, studio_.up)}, ground);
}

void StateMachine::playMorphs() {
    const std::span<const double> values = parameters_.values();
    players_[current_].morphs(values, stateMorphs_);
    if (fading_) {
        players_[*fading_].morphs(values, morphsBefore_);
        blend(morphsBefore_, stateMorphs_, static_cast<float>(cover()), stateMorphs_);
    }
    const auto left = static_cast<float>(remaining(offsetLeft_, sinceSwitchSeconds_));
    if (left > 0.0f)
        for (size_t i = 0; i < stateMorphs_.size(); ++i)
            stateMorphs_[i] += left * morphOffsets_[i];
    std::copy(stateMorphs_.begin(), stateMorphs_.end(), morphs_.begin());
    for (OverlayPlayer& overlay : overlays_)
        overlay.putMorphsOver(morphs_, values);
}

void StateMachine::pose(std::span<Transform> out) const {
    assert(out.size() == pose_.size());
    std::copy(pose_.begin(), pose_.end(), out.begin());
}

}  // namespace sinew
