#include "app/stage/playback.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "animation/playback/contact_phases.h"

namespace sinew {
namespace {

constexpr double kGraphFrameSeconds = 1.0 / 30.0;
constexpr double kUnsynced = std::numeric_limits<double>::quiet_NaN();

template <typename Visit>
void forEachClip(const Graph& graph, const Visit& visit) {
    const auto visitAll = [&](const GraphMotion& motion) {
        for (const GraphClip& clip : motion.clips)
            visit(clip.clip);
    };
    for (const GraphState& state : graph.states) {
        visitAll(state.motion);
        for (const GraphLayer& layer : state.layers)
            visitAll(layer.motion);
    }
    for (const GraphOverlay& overlay : graph.overlays)
        visitAll(overlay.layer.motion);
}

}  // namespace

std::vector<size_t> clipsOf(const Graph& graph) {
    std::vector<size_t> clips;
    forEachClip(graph, [&](size_t clip) { clips.push_back(clip); });
    std::ranges::sort(clips);
    const auto doubles = std::ranges::unique(clips);
    clips.erase(doubles.begin(), doubles.end());
    return clips;
}

Playback::Playback(const Model& model, const glm::mat4& worldFromRoot)
    : model_(model),
      worldFromRoot_(worldFromRoot),
      context_(model.hierarchy, model.clips, model.restMorphWeights),
      animator_(context_),
      mixer_(animator_),
      hasRootMotion_(model.clips.size(), false) {
    context_.rootMotions.resize(model.clips.size());
}

void Playback::play(std::optional<size_t> clip, double seconds) {
    if (clip && *clip < model_.clips.size()) rootMotionOf(*clip);
    animator_.play(clip, seconds, clip && seconds > 0.0 ? syncedStart(*clip) : std::nullopt);
    playedSeconds_ = animator_.timeSeconds();
    if (!(seconds > 0.0)) restartMix();
    readBack();
}

void Playback::playGraph(GraphFile file, std::vector<ScriptStep> script) {
    animator_.play(std::nullopt);
    setMix({});
    hasRootMotion_.assign(hasRootMotion_.size(), false);
    graphRoot_ = file.graph.root;
    forEachClip(file.graph, [&](size_t clip) { rootMotionOf(clip); });
    const auto contacts = [&](size_t clip) -> const std::vector<FootContact>& { return contactsOf(clip); };
    findContactPhases(file.graph, model_.clips, contacts);
    graph_.emplace(context_, std::move(file), std::move(script), worldFromRoot_);
    displacement_ = {};
    readBack();
}

void Playback::apply(const PlaySettings& settings) {
    animator_.setSpeed(settings.speed);
    animator_.setPaused(settings.paused);
    if (settings.repeat != animator_.repeat()) animator_.setRepeat(settings.repeat);
    if (settings.transition != animator_.transition()) animator_.setTransition(settings.transition);
    if (settings.loopRange != animator_.loopRange()) animator_.setLoopRange(settings.loopRange);
    if (settings.mix != mixer_.mix() && !graph_) setMix(settings.mix);
    const RootMotionUse before = std::exchange(settings_, settings).rootMotion;
    readBack();
    if (settings.rootMotion == before) return;
    context_.extractRootMotion = settings.rootMotion != RootMotionUse::off;
    displacement_ = {};
    if (graph_) graph_->resetPlace();
}

void Playback::advance(double seconds) {
    if (graph_) {
        if (!animator_.paused()) graph_->advance(seconds * std::abs(animator_.speed()));
        return;
    }
    mixer_.advance(seconds);
    if (!animator_.paused()) playedSeconds_ += seconds * animator_.speed();
    displacement_ = followedBy(displacement_, mixer_.displacement());
}

void Playback::seek(double timeSeconds) {
    if (graph_) return graph_->seek(timeSeconds);
    mixer_.seek(timeSeconds);
    playedSeconds_ = timeSeconds;
    displacement_ = mixer_.displacement();
}

void Playback::step(int frames) {
    settings_.paused = true;
    if (graph_) {
        animator_.setPaused(true);
        return graph_->advance(std::max(frames, 0) * kGraphFrameSeconds);
    }
    mixer_.step(frames);
    if (const AnimationClip* clip = animator_.currentClip()) playedSeconds_ += frames * stepSeconds(*clip);
    displacement_ = followedBy(displacement_, mixer_.displacement());
}

void Playback::evaluate(const glm::mat4& worldFromRoot, const WorldPose& out) {
    if (graph_)
        sinew::evaluate(graph_->machine(), worldFromRoot, out);
    else
        sinew::evaluate(mixer_, worldFromRoot, out);
}

const RootMotion& Playback::rootMotionOf(size_t clip) {
    RootMotion& motion = context_.rootMotions[clip];
    if (!hasRootMotion_[clip])
        motion = findRootMotion(model_.hierarchy, model_.clips[clip], worldFromRoot_, graphRoot_);
    hasRootMotion_[clip] = true;
    return motion;
}

const std::vector<FootContact>& Playback::contactsOf(size_t clip) {
    const auto [entry, isNew] = contacts_.try_emplace(clip);
    const AnimationClip& played = model_.clips[clip];
    // A clip that stays in place is no gait, even if its feet move.
    const bool travels = glm::length(rootMotionOf(clip).between(0.0, played.durationSeconds).translation) > 0.0;
    if (isNew && travels) entry->second = footContacts(model_.hierarchy, played, worldFromRoot_);
    return entry->second;
}

/// Returns the time of `clip` that is in sync with the current clip, if both are gaits that loop.
std::optional<double> Playback::syncedStart(size_t clip) {
    const AnimationClip* from = animator_.currentClip();
    if (!from || clip >= model_.clips.size() || animator_.repeat() != Repeat::loop) return std::nullopt;
    return syncedTime({contactsOf(*animator_.clip()), from->durationSeconds, animator_.timeSeconds()},
                      {contactsOf(clip), model_.clips[clip].durationSeconds});
}

/// The settings as they apply to what plays now.
void Playback::readBack() {
    settings_.loopRange = animator_.loopRange();
    settings_.mix = mixer_.mix();
}

void Playback::setMix(const ClipMix& mix) {
    StartSeconds startSeconds;
    startSeconds.fill(kUnsynced);
    const auto isKnown = [&](std::optional<size_t> clip) { return clip && *clip < model_.clips.size(); };
    for (size_t i = 0; i < mix.others.size(); ++i) {
        const std::optional<size_t> clip = mix.others[i].clip;
        if (!isKnown(clip)) continue;
        rootMotionOf(*clip);
        if (clip != mixer_.mix().others[i].clip) startSeconds[i] = syncedStart(*clip).value_or(kUnsynced);
    }
    if (isKnown(mix.layer.clip)) rootMotionOf(*mix.layer.clip);
    mixer_.set(mix, startSeconds);
}

void Playback::restartMix() {
    StartSeconds startSeconds;
    for (size_t i = 0; i < ClipMix::kOthers; ++i) {
        const std::optional<size_t> clip = mixer_.mix().others[i].clip;
        startSeconds[i] = clip ? syncedStart(*clip).value_or(kUnsynced) : kUnsynced;
    }
    mixer_.restart(startSeconds);
}

}  // namespace sinew
