#include "animation/animator.h"

#include <algorithm>
#include <cmath>

#include "animation/blend.h"

namespace sinew {
namespace {

// Switches in mid-fade stack up; past this many the layer that shows least is let go. That is never more than the layer
// under the newest shows, which is what one fade changes between two switches.
constexpr size_t kMaxLayers = 8;

// People and files write times with five or six digits: what is past the end by less is the end.
constexpr double kWrittenDigits = 1e-5;

}  // namespace

double placeTime(const AnimationClip& clip, double timeSeconds, Repeat repeat) {
    const double duration = clip.durationSeconds;
    if (!(duration > 0.0) || std::isnan(timeSeconds)) return 0.0;
    if (repeat == Repeat::once) return std::clamp(timeSeconds, 0.0, duration);
    if (timeSeconds >= 0.0 && timeSeconds <= duration * (1.0 + kWrittenDigits)) return std::min(timeSeconds, duration);
    if (std::isinf(timeSeconds)) return 0.0;
    const double wrapped = std::fmod(timeSeconds, duration);
    return wrapped < 0.0 ? wrapped + duration : wrapped;
}

Animator::Animator(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips,
                   std::span<const float> restMorphWeights)
    : hierarchy_(hierarchy),
      clips_(clips),
      pose_(hierarchy.rest),
      layerPose_(hierarchy.rest),
      restMorphWeights_(restMorphWeights),
      morphWeights_(restMorphWeights.begin(), restMorphWeights.end()),
      layerMorphWeights_(morphWeights_) {
    layers_.reserve(kMaxLayers + 1);
    playing_.reserve(kMaxLayers + 1);
    layers_.emplace_back();
}

void Animator::play(std::optional<size_t> clip, double fadeSeconds) {
    if (clip && *clip >= clips_.size()) clip.reset();
    if (!(fadeSeconds > 0.0)) layers_.clear();
    layers_.push_back({.clip = clip, .fadeSeconds = fadeSeconds});
    if (clip) layers_.back().cursor.bind(clips_[*clip]);
    if (layers_.size() > kMaxLayers) {
        const auto fainter = [](const PlayedClip& a, const PlayedClip& b) { return a.weight < b.weight; };
        const std::span<const PlayedClip> old = playing().first(kMaxLayers);
        layers_.erase(layers_.begin() + (std::min_element(old.begin(), old.end(), fainter) - old.begin()));
    }
}

void Animator::advance(double seconds) {
    if (paused_ || !std::isfinite(seconds)) return;
    for (Layer& layer : layers_) {
        layer.timeSeconds = placed(layer, layer.timeSeconds + seconds * speed_);
        layer.shownSeconds += seconds;
    }
    // A layer that covers all makes those below it invisible.
    const auto covers = [](const Layer& layer) { return layer.shownSeconds >= layer.fadeSeconds; };
    const auto top = std::find_if(layers_.rbegin(), layers_.rend(), covers);
    if (top != layers_.rend()) layers_.erase(layers_.begin(), top.base() - 1);
}

void Animator::seek(double timeSeconds) {
    layers_.erase(layers_.begin(), layers_.end() - 1);
    layers_.back().fadeSeconds = 0.0;
    layers_.back().timeSeconds = placed(layers_.back(), timeSeconds);
}

void Animator::step(int frames) {
    paused_ = true;
    const AnimationClip* current = currentClip();
    if (!current) return;
    const double frame = frameSeconds(*current);
    double time = timeSeconds() + frames * frame;
    // Steps add up rounding: next to an end means the end, not a wrap to the other one.
    for (const double end : {0.0, current->durationSeconds})
        if (std::abs(time - end) < 1e-6 * frame) time = end;
    seek(time);
}

std::optional<size_t> Animator::clip() const {
    return layers_.back().clip;
}

const AnimationClip* Animator::currentClip() const {
    return clip() ? &clips_[*clip()] : nullptr;
}

double Animator::timeSeconds() const {
    return layers_.back().timeSeconds;
}

double Animator::placed(const Layer& layer, double timeSeconds) const {
    return layer.clip ? placeTime(clips_[*layer.clip], timeSeconds, repeat_) : 0.0;
}

double Animator::cover(const Layer& layer) {
    return layer.fadeSeconds > 0.0 ? std::clamp(layer.shownSeconds / layer.fadeSeconds, 0.0, 1.0) : 1.0;
}

std::span<const PlayedClip> Animator::playing() {
    playing_.clear();
    for (const Layer& layer : layers_) {
        const double weight = playing_.empty() ? 1.0 : cover(layer);
        for (PlayedClip& below : playing_)
            below.weight *= 1.0 - weight;
        playing_.push_back({layer.clip, layer.timeSeconds, weight});
    }
    return playing_;
}

std::span<const Transform> Animator::pose() {
    for (size_t i = 0; i < layers_.size(); ++i) {
        Layer& layer = layers_[i];
        std::span<Transform> target = i == 0 ? pose_ : layerPose_;
        if (layer.clip)
            sample(clips_[*layer.clip], hierarchy_, layer.timeSeconds, layer.cursor, target);
        else
            std::copy(hierarchy_.rest.begin(), hierarchy_.rest.end(), target.begin());
        if (i > 0) blend(pose_, layerPose_, static_cast<float>(cover(layer)), pose_);
    }
    return pose_;
}

std::span<const float> Animator::morphWeights() {
    if (restMorphWeights_.empty()) return {};
    for (size_t i = 0; i < layers_.size(); ++i) {
        Layer& layer = layers_[i];
        std::span<float> target = i == 0 ? morphWeights_ : layerMorphWeights_;
        if (layer.clip)
            sampleMorphs(clips_[*layer.clip], restMorphWeights_, layer.timeSeconds, layer.cursor, target);
        else
            std::copy(restMorphWeights_.begin(), restMorphWeights_.end(), target.begin());
        if (i > 0) blend(morphWeights_, layerMorphWeights_, static_cast<float>(cover(layer)), morphWeights_);
    }
    return morphWeights_;
}

}  // namespace sinew
