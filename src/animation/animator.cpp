#include "animation/animator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "animation/blend.h"
#include "animation/swing_twist.h"
#include "animation/synchronised.h"

namespace sinew {
namespace {

// Switches in mid-fade stack up; past this many the layer that shows least is let go. That is never more than the layer
// under the newest shows, which is what one fade changes between two switches.
constexpr size_t kMaxLayers = 8;

// People and files write times with five or six digits: what is past the end by less is the end.
constexpr double kWrittenDigits = 1e-5;

// Of a range that one call of advance() may pass: nobody sees the way of more.
constexpr double kMostRounds = 1000.0;

constexpr glm::dvec3 kUp(0.0, 1.0, 0.0);  // of the ground that travels speak of

}  // namespace

double placeTime(const AnimationClip& clip, double timeSeconds, Repeat repeat) {
    const double duration = clip.durationSeconds;
    if (!(duration > 0.0) || std::isnan(timeSeconds)) return 0.0;
    if (repeat != Repeat::loop) return std::clamp(timeSeconds, 0.0, duration);
    if (timeSeconds >= 0.0 && timeSeconds <= duration * (1.0 + kWrittenDigits)) return std::min(timeSeconds, duration);
    if (std::isinf(timeSeconds)) return 0.0;
    const double wrapped = std::fmod(timeSeconds, duration);
    return wrapped < 0.0 ? wrapped + duration : wrapped;
}

Animator::Animator(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips,
                   std::span<const float> restMorphWeights, std::shared_ptr<PackedClips> packed)
    : clips_(clips),
      inertial_(hierarchy.size()),
      hierarchy_(hierarchy),
      packed_(packed ? std::move(packed) : std::make_shared<PackedClips>(hierarchy, clips)),
      pose_(hierarchy.rest),
      layerPose_(hierarchy.rest),
      restMorphWeights_(restMorphWeights),
      morphWeights_(restMorphWeights.begin(), restMorphWeights.end()),
      layerMorphWeights_(morphWeights_),
      morphOffsets_(morphWeights_.size(), 0.0f) {
    layers_.reserve(kMaxLayers + 1);
    playing_.reserve(kMaxLayers + 1);
    layers_.emplace_back();
}

void Animator::play(std::optional<size_t> clip, double seconds, std::optional<double> inStepSeconds) {
    if (clip && *clip >= clips_.size()) clip.reset();
    const bool changes = seconds > 0.0;
    const bool fades = changes && transition_ == TransitionKind::fade;
    if (changes && !fades) {  // from what is seen now
        pose();
        morphWeights();
    }
    const unsigned group = layers_.back().group + (inStepSeconds ? 0 : 1);
    if (!fades) layers_.clear();
    layers_.push_back({.clip = clip, .fadeSeconds = fades ? seconds : 0.0, .group = group});
    Layer& layer = layers_.back();
    layer.timeSeconds = placed(layer, inStepSeconds.value_or(0.0));
    if (clip) {
        layer.cursor.bind(clips_[*clip]);
        layer.packed = &packed_->of(*clip);
    }
    if (changes && !fades) beginInertial(seconds);
    if (!changes) forgetOffset();
    if (layers_.size() > kMaxLayers) {
        const auto fainter = [](const PlayedClip& a, const PlayedClip& b) { return a.weight < b.weight; };
        const std::span<const PlayedClip> old = playing().first(kMaxLayers);
        layers_.erase(layers_.begin() + (std::min_element(old.begin(), old.end(), fainter) - old.begin()));
    }
}

void Animator::beginInertial(double seconds) {
    Layer& layer = layers_.back();
    const double before = placed(layer, layer.timeSeconds - inertial_.lastStepSeconds() * speed_);
    samplePose(layer, before, layerPose_);
    samplePose(layer, layer.timeSeconds, pose_);
    inertial_.begin(pose_, layerPose_, seconds);
    sampleMorphs(layer, layerMorphWeights_);
    for (size_t i = 0; i < morphOffsets_.size(); ++i)
        morphOffsets_[i] = morphWeights_[i] - layerMorphWeights_[i];
    offsetLeft_ = decayFrom(1.0, 0.0, seconds);
    sinceSwitchSeconds_ = 0.0;
}

void Animator::forgetOffset() {
    inertial_.forget();
    unseenSeconds_ = 0.0;
    offsetLeft_ = {};
    sinceSwitchSeconds_ = 0.0;
}

void Animator::setTransition(TransitionKind kind) {
    // What was shown while nobody asked for it is not known.
    if (kind != transition_ && !inertial_.active()) forgetOffset();
    transition_ = kind;
}

void Animator::advance(double seconds) {
    groundMotion_ = {};
    if (paused_ || !std::isfinite(seconds)) return;
    unseenSeconds_ += seconds;
    sinceSwitchSeconds_ += seconds;
    if (layers_.size() == 1) return advanceOnly(seconds);
    const size_t count = playing().size();  // with the weights of the beginning
    for (Layer& layer : layers_)
        layer.shownSeconds += seconds;
    double above = 1.0;  // what the layers above leave of this one at the end
    MeanGroundMotion ground;
    for (size_t i = count; i-- > 0;) {
        Layer& layer = layers_[i];
        const double weight = i == 0 ? above : above * cover(layer);
        above -= weight;
        const double to = layer.timeSeconds + (layer.turned ? -1.0 : 1.0) * seconds * speed_ * pace(layer);
        ground.add(motionOf(layer, layer.timeSeconds, to), 0.5 * (playing_[i].weight + weight), kUp);
        reach(layer, to);
    }
    groundMotion_ = ground.mean(kUp);
    // A layer that covers all makes those below it invisible.
    const auto covers = [](const Layer& layer) { return layer.shownSeconds >= layer.fadeSeconds; };
    const auto top = std::find_if(layers_.rbegin(), layers_.rend(), covers);
    if (top != layers_.rend()) layers_.erase(layers_.begin(), top.base() - 1);
}

// What nearly every frame of a program is: the general way with all that one layer makes of it left out.
void Animator::advanceOnly(double seconds) {
    Layer& only = layers_.front();
    only.shownSeconds += seconds;
    const double to = only.timeSeconds + (only.turned ? -1.0 : 1.0) * seconds * speed_;
    groundMotion_ = motionOf(only, only.timeSeconds, to);
    if (groundMotion_.rotation != kNoTurn) {  // about the ground's normal alone
        MeanGroundMotion ground;
        ground.add(groundMotion_, 1.0, kUp);
        groundMotion_ = ground.mean(kUp);
    }
    reach(only, to);
}

void Animator::setRepeat(Repeat repeat) {
    if (repeat != Repeat::pingPong)
        for (Layer& layer : layers_)
            layer.turned = false;
    repeat_ = repeat;
}

void Animator::setLoopRange(std::optional<LoopRange> range) {
    Layer& layer = layers_.back();
    layer.range.reset();
    const AnimationClip* current = currentClip();
    if (!range || !current || std::isnan(range->startSeconds) || std::isnan(range->endSeconds)) return;
    const auto [start, end] = std::minmax(range->startSeconds, range->endSeconds);
    const double duration = std::max(current->durationSeconds, 0.0);
    const LoopRange within{std::clamp(start, 0.0, duration), std::clamp(end, 0.0, duration)};
    if (within.endSeconds - within.startSeconds >= frameSeconds(*current) * (1.0 - kWrittenDigits))
        layer.range = within;
}

LoopRange Animator::rangeOf(const Layer& layer) const {
    if (layer.range) return *layer.range;
    return {0.0, layer.clip ? std::max(clips_[*layer.clip].durationSeconds, 0.0) : 0.0};
}

void Animator::reach(Layer& layer, double timeSeconds) {
    if (!layer.range && repeat_ != Repeat::pingPong) {
        layer.timeSeconds = placed(layer, timeSeconds);
        return;
    }
    const RangePlace place = placeInRange(rangeOf(layer), timeSeconds, repeat_);
    layer.timeSeconds = place.timeSeconds;
    layer.turned = layer.turned != place.turned;
}

double Animator::pace(const Layer& layer) const {
    if (layers_.size() == 1) return 1.0;
    double duration = 0.0, total = 0.0;
    size_t together = 0;
    for (size_t i = 0; i < layers_.size(); ++i) {
        if (layers_[i].group != layer.group || !layers_[i].clip) continue;
        ++together;
        duration += playing_[i].weight * clips_[*layers_[i].clip].durationSeconds;
        total += playing_[i].weight;
    }
    if (together < 2 || !(duration > 0.0)) return 1.0;
    return clips_[*layer.clip].durationSeconds * total / duration;
}

GroundMotion Animator::motionOf(const Layer& layer, double fromSeconds, double toSeconds) const {
    if (!layer.clip || travels_.empty()) return {};
    const ClipTravel& travel = travels_[*layer.clip];
    if (travel.byRoot() && !rootsOut_) return {};
    const LoopRange range = rangeOf(layer);
    // A loop of the whole clip goes on over its end: the travel knows what follows.
    if (repeat_ == Repeat::loop && !layer.range) return travel.between(fromSeconds, toSeconds);
    const double reached = placeInRange(range, toSeconds, repeat_).timeSeconds;
    const bool forth = toSeconds > range.endSeconds, back = toSeconds < range.startSeconds;
    if (repeat_ != Repeat::loop || (!forth && !back)) return travel.between(fromSeconds, reached);
    const double leaves = forth ? range.endSeconds : range.startSeconds;
    const double enters = forth ? range.startSeconds : range.endSeconds;
    GroundMotion motion = travel.between(fromSeconds, leaves);
    const double beyond = std::abs(toSeconds - leaves) / (range.endSeconds - range.startSeconds);
    for (double round = 1.0; round <= std::min(beyond, kMostRounds); ++round)
        motion = followedBy(motion, travel.between(enters, leaves));
    return followedBy(motion, travel.between(enters, reached));
}

void Animator::seek(double timeSeconds) {
    layers_.erase(layers_.begin(), layers_.end() - 1);
    Layer& layer = layers_.back();
    layer.fadeSeconds = 0.0;
    layer.timeSeconds = placed(layer, timeSeconds);
    groundMotion_ = std::isfinite(timeSeconds) ? motionOf(layer, 0.0, timeSeconds) : GroundMotion{};
    forgetOffset();
}

void Animator::step(int frames) {
    paused_ = true;
    groundMotion_ = {};
    const AnimationClip* current = currentClip();
    if (!current) return;
    const double frame = frameSeconds(*current), before = timeSeconds();
    double time = before + frames * frame;
    // Steps add up rounding: next to an end means the end, not a wrap to the other one.
    for (const double end : {0.0, current->durationSeconds})
        if (std::abs(time - end) < 1e-6 * frame) time = end;
    seek(time);
    groundMotion_ = motionOf(layers_.back(), before, time);
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

void Animator::samplePose(Layer& layer, double timeSeconds, std::span<Transform> out) {
    if (!layer.clip) {
        std::copy(hierarchy_.rest.begin(), hierarchy_.rest.end(), out.begin());
        return;
    }
    layer.packed->sample(timeSeconds, out);
    if (rootsOut_ && !travels_.empty()) travels_[*layer.clip].removeFrom(out, timeSeconds);
}

std::span<const Transform> Animator::pose() {
    for (size_t i = 0; i < layers_.size(); ++i) {
        samplePose(layers_[i], layers_[i].timeSeconds, i == 0 ? pose_ : layerPose_);
        if (i > 0) blend(pose_, layerPose_, static_cast<float>(cover(layers_[i])), pose_);
    }
    if (transition_ == TransitionKind::inertial || inertial_.active())
        inertial_.advance(std::exchange(unseenSeconds_, 0.0), pose_, pose_);
    return pose_;
}

void Animator::sampleMorphs(Layer& layer, std::span<float> out) {
    if (layer.clip)
        sinew::sampleMorphs(clips_[*layer.clip], restMorphWeights_, layer.timeSeconds, layer.cursor, out);
    else
        std::copy(restMorphWeights_.begin(), restMorphWeights_.end(), out.begin());
}

void Animator::walk(const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode) {
    const Layer& only = layers_.back();
    const bool asAuthored = layers_.size() == 1 && only.packed && !(rootsOut_ && !travels_.empty()) &&
                            transition_ != TransitionKind::inertial && !inertial_.active();
    if (asAuthored)
        only.packed->walk(only.timeSeconds, worldFromRoot, worldFromNode);
    else
        walkHierarchy(hierarchy_, pose(), worldFromRoot, worldFromNode);
}

std::span<const float> Animator::morphWeights() {
    if (restMorphWeights_.empty()) return {};
    for (size_t i = 0; i < layers_.size(); ++i) {
        sampleMorphs(layers_[i], i == 0 ? morphWeights_ : layerMorphWeights_);
        if (i > 0) blend(morphWeights_, layerMorphWeights_, static_cast<float>(cover(layers_[i])), morphWeights_);
    }
    const auto left = static_cast<float>(remaining(offsetLeft_, sinceSwitchSeconds_));
    if (left > 0.0f)
        for (size_t i = 0; i < morphWeights_.size(); ++i)
            morphWeights_[i] += left * morphOffsets_[i];
    return morphWeights_;
}

}  // namespace sinew
