#include "animation/playback/clip_mixer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {
namespace {

constexpr size_t kMaxPlayed = 16;  // more than the clips that an animator fades between and the others

double validWeight(double given) {
    constexpr double kMax = 1e6;  // keeps sums finite
    return given > 0.0 ? std::min(given, kMax) : 0.0;
}

/// The mix without unknown clips and nodes, with valid weights.
ClipMix validated(ClipMix mix, size_t clipCount, size_t nodeCount) {
    const auto check = [&](std::optional<size_t>& clip) {
        if (clip && *clip >= clipCount) clip.reset();
    };
    mix.ownWeight = validWeight(mix.ownWeight);
    for (MixedClip& other : mix.others) {
        check(other.clip);
        other.weight = validWeight(other.weight);
    }
    check(mix.layer.clip);
    mix.layer.weight = std::min(validWeight(mix.layer.weight), 1.0);
    if (mix.layer.maskNode && *mix.layer.maskNode >= nodeCount) mix.layer.maskNode.reset();
    return mix;
}

}  // namespace

bool mixes(const ClipMix& mix) {
    const auto isVisible = [](const auto& mixed) { return mixed.clip && mixed.weight > 0.0; };
    return !(mix.ownWeight > 0.0) || isVisible(mix.layer) || std::ranges::any_of(mix.others, isVisible);
}

ClipMixer::ClipMixer(Animator& animator) : animator_(animator), context_(animator.context()) {}

void ClipMixer::set(const ClipMix& mix, const std::array<double, ClipMix::kOthers>& startSeconds) {
    const NodeHierarchy& hierarchy = context_.hierarchy;
    const ClipMix before = std::exchange(mix_, validated(mix, context_.clips.size(), hierarchy.size()));
    mixes_ = mixes(mix_);
    const auto hasClip = [](const auto& mixed) { return mixed.clip.has_value(); };
    hasClips_ = mixes_ || hasClip(mix_.layer) || std::ranges::any_of(mix_.others, hasClip);
    if (hasClips_) {
        context_.reserveClips(ClipMix::kOthers);
        playing_.reserve(kMaxPlayed);
    }
    for (size_t i = 0; i < ClipMix::kOthers; ++i)
        if (mix_.others[i].clip != before.others[i].clip) startOther(i, startSeconds[i]);
    if (mix_.layer.clip != before.layer.clip || mix_.layer.mode != before.layer.mode) startLayer();
    if (layer_)
        layer_->setMask(mix_.layer.maskNode ? branchMask(hierarchy, *mix_.layer.maskNode, mix_.layer.featherLevels)
                                            : NodeMask{});
}

void ClipMixer::restart(const std::array<double, ClipMix::kOthers>& startSeconds) {
    for (size_t i = 0; i < ClipMix::kOthers; ++i)
        startOther(i, startSeconds[i]);
}

void ClipMixer::startOther(size_t i, double startSeconds) {
    std::optional<MotionPlayer>& player = others_[i];
    player.reset();
    const std::optional<size_t> clip = mix_.others[i].clip;
    if (!clip) return;
    player.emplace(GraphMotion{.clips = {{.clip = *clip}}}, Repeat::loop, 1.0, context_);
    player->start({});
    player->advance(std::isnan(startSeconds) ? ownNormalizedTime() * durationOf(*clip) : startSeconds, {});
}

/// Keeps the time of a layer whose clip stays the same.
void ClipMixer::startLayer() {
    const std::optional<size_t> clip = mix_.layer.clip;
    const bool same = layer_ && clip && layer_->motion().clip() == *clip;
    const double played = same ? layer_->motion().cycles() * durationOf(*clip) : 0.0;
    layer_.reset();
    if (!clip) return;
    layer_.emplace(GraphLayer{.motion = {.clips = {{.clip = *clip}}}, .mode = mix_.layer.mode}, Repeat::loop, 1.0,
                   context_);
    layer_->motion().start({});
    layer_->motion().advance(played, {});
}

double ClipMixer::ownDuration() const {
    const AnimationClip* own = animator_.currentClip();
    return own ? std::max(own->durationSeconds, 0.0) : 0.0;
}

double ClipMixer::ownNormalizedTime() const {
    const double duration = ownDuration();
    return duration > 0.0 ? animator_.timeSeconds() / duration : 0.0;
}

double ClipMixer::totalWeight() const {
    double total = mix_.ownWeight;
    for (size_t i = 0; i < ClipMix::kOthers; ++i)
        if (hasWeight(i)) total += mix_.others[i].weight;
    return total;
}

double ClipMixer::cycleSeconds() const {
    std::array<SyncedClip, ClipMix::kOthers + 1> clips;
    std::array<float, ClipMix::kOthers + 1> weights{};
    clips.back().durationSeconds = ownDuration();
    weights.back() = static_cast<float>(mix_.ownWeight);
    for (size_t i = 0; i < ClipMix::kOthers; ++i) {
        if (!hasWeight(i)) continue;
        clips[i].durationSeconds = durationOf(*mix_.others[i].clip);
        weights[i] = static_cast<float>(mix_.others[i].weight);
    }
    return sinew::cycleSeconds(clips, weights);
}

void ClipMixer::advanceOthers(double cycles, double seconds) {
    for (std::optional<MotionPlayer>& other : others_)
        if (other) other->advance(cycles * durationOf(other->clip()), {});
    if (layer_) layer_->motion().advance(seconds, {});
}

/// Advances the others as far as the animator's clip went; they continue where it wraps or turns.
void ClipMixer::follow(double ownSecondsBefore, double expectedCycles, double seconds) {
    double cycles = expectedCycles;
    if (const double duration = ownDuration(); duration > 0.0) {
        cycles = (animator_.timeSeconds() - ownSecondsBefore) / duration;
        if (animator_.repeat() == Repeat::loop && !animator_.loopRange()) cycles += std::round(expectedCycles - cycles);
    }
    advanceOthers(cycles, seconds);
    findDisplacement();
}

void ClipMixer::advance(double seconds) {
    if (!hasClips_ || !std::isfinite(seconds)) {
        animator_.advance(seconds);
        displacement_ = animator_.displacement();
        return;
    }
    const double speed = animator_.speed(), before = animator_.timeSeconds(), cycle = cycleSeconds();
    const bool sharesCycle = cycle > 0.0 && ownDuration() > 0.0;
    animator_.advance(seconds, sharesCycle ? speed * ownDuration() / cycle : speed);
    const double played = animator_.paused() ? 0.0 : seconds * speed;
    follow(before, cycle > 0.0 ? played / cycle : 0.0, played);
}

void ClipMixer::seek(double timeSeconds) {
    if (hasClips_) advanceOthers(-ownNormalizedTime(), -animator_.timeSeconds());
    animator_.seek(timeSeconds);
    displacement_ = animator_.displacement();
    if (!hasClips_) return;
    advanceOthers(ownNormalizedTime(), animator_.timeSeconds());
    findDisplacement();
}

void ClipMixer::step(int frames) {
    const double before = animator_.timeSeconds();
    animator_.step(frames);
    displacement_ = animator_.displacement();
    const AnimationClip* own = animator_.currentClip();
    if (!hasClips_ || !own) return;
    const double seconds = frames * stepSeconds(*own);
    follow(before, ownDuration() > 0.0 ? seconds / ownDuration() : 0.0, seconds);
}

void ClipMixer::findDisplacement() {
    MeanDisplacement mean;
    mean.add(animator_.displacement(), mix_.ownWeight, context_.up);
    for (size_t i = 0; i < ClipMix::kOthers; ++i)
        if (hasWeight(i)) mean.add(others_[i]->displacement(), mix_.others[i].weight, context_.up);
    displacement_ = mean.mean(context_.up);
}

std::span<const PlayedClip> ClipMixer::playing() {
    const std::span<const PlayedClip> own = animator_.playing();
    const double total = totalWeight();
    if (!mixes_ || !(total > 0.0)) return own;
    playing_.assign(own.begin(), own.end());
    for (PlayedClip& played : playing_)
        played.weight *= mix_.ownWeight / total;
    for (size_t i = 0; i < ClipMix::kOthers; ++i) {
        if (!hasWeight(i)) continue;
        const size_t clip = *mix_.others[i].clip;
        const double normalizedTime = advancedPhase(0.0, others_[i]->cycles(), 1.0);
        playing_.push_back({clip, normalizedTime * durationOf(clip), mix_.others[i].weight / total});
    }
    return playing_;
}

void ClipMixer::sample(const PoseSpan& out) {
    animator_.sample(out);
    if (!mixes_) return;
    std::array<PoseLayer, ClipMix::kOthers + 1> layers;
    size_t count = 0;
    layers[count++] = {out, static_cast<float>(mix_.ownWeight)};
    for (size_t i = 0; i < ClipMix::kOthers; ++i) {
        if (!hasWeight(i)) continue;
        others_[i]->sample(context_.clipPoses[i]);  // one clip, which needs no clip poses of its own
        layers[count++] = {context_.clipPoses[i], static_cast<float>(mix_.others[i].weight)};
    }
    blendLayers(std::span(layers).first(count), context_.rest(), out);
}

void ClipMixer::applyLayers(const PoseSpan& pose) {
    if (mixes_ && layer_) layer_->apply(pose, mix_.layer.weight);
}

}  // namespace sinew
