#include "animation/playback/animator.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace sinew {
namespace {

// Interrupted fades stack up; beyond this the clip with the least weight is dropped. Its weight never exceeds that of
// the clip below the newest, which a single fade changes anyway.
constexpr size_t kMaxClips = 8;

// Limits the loops over a range that one call of advance() adds up.
constexpr double kMaxCycles = 1000.0;

}  // namespace

Animator::Animator(PlaybackContext& context)
    : context_(context), inertial_(context.hierarchy.size(), context.restMorphs.size()), pose_(context.restPose()) {
    clips_.reserve(kMaxClips + 1);
    playing_.reserve(kMaxClips + 1);
    clips_.emplace_back();
}

void Animator::play(std::optional<size_t> clip, double seconds, std::optional<double> syncedSeconds) {
    if (clip && *clip >= context_.clips.size()) clip.reset();
    const bool cuts = !(seconds > 0.0);
    const bool fades = !cuts && transition_ == TransitionKind::fade;
    if (!cuts && !fades) pose();  // records what is shown now
    const unsigned group = clips_.back().syncGroup + (syncedSeconds ? 0 : 1);
    if (!fades) clips_.clear();
    clips_.push_back({.clip = clip, .syncGroup = group});
    Clip& current = clips_.back();
    current.timeSeconds = wrapped(current, syncedSeconds.value_or(0.0));
    if (clip) current.reader.emplace(context_, *clip);
    if (cuts) return resetInertial();
    current.transition = {.kind = transition_, .durationSeconds = seconds};
    if (!fades) return beginInertial(seconds);
    if (clips_.size() > kMaxClips) {
        const std::span<const PlayedClip> old = playing().first(kMaxClips);
        const auto faintest = std::ranges::min_element(old, {}, &PlayedClip::weight);
        clips_.erase(clips_.begin() + (faintest - old.begin()));
    }
}

void Animator::beginInertial(double seconds) {
    Clip& current = clips_.back();
    const double before = wrapped(current, current.timeSeconds - inertial_.lastStepSeconds() * speed_);
    sampleClip(current, before, context_.fadePose);
    sampleClip(current, current.timeSeconds, context_.pose);
    inertial_.begin(context_.pose, context_.fadePose, seconds);
}

void Animator::resetInertial() {
    inertial_.reset();
    pendingSeconds_ = 0.0;
}

void Animator::setTransition(TransitionKind kind) {
    // Poses that were not sampled in between are unknown.
    if (kind != transition_ && !inertial_.active()) resetInertial();
    transition_ = kind;
}

void Animator::advance(double seconds, double speed) {
    displacement_ = {};
    if (paused_ || !std::isfinite(seconds)) return;
    pendingSeconds_ += seconds;
    playing();               // the weights at the start of the step
    double remaining = 1.0;  // what the newer clips leave at the end of the step
    MeanDisplacement mean;
    for (size_t i = clips_.size(); i-- > 0;) {
        Clip& clip = clips_[i];
        clip.transition.elapsedSeconds += seconds;
        const double weight = i == 0 ? remaining : remaining * clip.transition.fadeWeight();
        remaining -= weight;
        const double to = clip.timeSeconds + (clip.reversed ? -1.0 : 1.0) * seconds * speed * syncRate(clip);
        mean.add(displacementOf(clip, clip.timeSeconds, to), 0.5 * (playing_[i].weight + weight), context_.up);
        moveTo(clip, to);
    }
    displacement_ = mean.mean(context_.up);
    // Drop the clips below one that has faded in.
    const auto opaque = [](const Clip& clip) { return clip.transition.fadeWeight() >= 1.0; };
    const auto top = std::find_if(clips_.rbegin(), clips_.rend(), opaque);
    if (top != clips_.rend()) clips_.erase(clips_.begin(), top.base() - 1);
}

void Animator::setRepeat(Repeat repeat) {
    if (repeat != Repeat::pingPong)
        for (Clip& clip : clips_)
            clip.reversed = false;
    repeat_ = repeat;
}

void Animator::setLoopRange(std::optional<LoopRange> range) {
    Clip& clip = clips_.back();
    clip.range.reset();
    const AnimationClip* current = currentClip();
    if (!range || !current || std::isnan(range->startSeconds) || std::isnan(range->endSeconds)) return;
    const auto [start, end] = std::minmax(range->startSeconds, range->endSeconds);
    const double duration = std::max(current->durationSeconds, 0.0);
    const LoopRange clamped{std::clamp(start, 0.0, duration), std::clamp(end, 0.0, duration)};
    if (clamped.endSeconds - clamped.startSeconds >= stepSeconds(*current) * (1.0 - kDecimalTolerance))
        clip.range = clamped;
}

LoopRange Animator::rangeOf(const Clip& clip) const {
    if (clip.range) return *clip.range;
    return {0.0, clip.clip ? std::max(context_.clips[*clip.clip].durationSeconds, 0.0) : 0.0};
}

double Animator::wrapped(const Clip& clip, double timeSeconds) const {
    return clip.clip ? wrapTime(context_.clips[*clip.clip], timeSeconds, repeat_) : 0.0;
}

void Animator::moveTo(Clip& clip, double timeSeconds) {
    if (!clip.range && repeat_ != Repeat::pingPong) {
        clip.timeSeconds = wrapped(clip, timeSeconds);
        return;
    }
    const RangeTime moved = wrapInRange(rangeOf(clip), timeSeconds, repeat_);
    clip.timeSeconds = moved.timeSeconds;
    clip.reversed = clip.reversed != moved.reversed;
}

/// The factor on the speed of a clip that makes its cycle as long as that of its sync group.
double Animator::syncRate(const Clip& clip) const {
    if (clips_.size() == 1) return 1.0;
    double duration = 0.0, total = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < clips_.size(); ++i) {
        if (clips_[i].syncGroup != clip.syncGroup || !clips_[i].clip) continue;
        ++count;
        duration += playing_[i].weight * context_.clips[*clips_[i].clip].durationSeconds;
        total += playing_[i].weight;
    }
    if (count < 2 || !(duration > 0.0)) return 1.0;
    return context_.clips[*clip.clip].durationSeconds * total / duration;
}

Displacement Animator::displacementOf(const Clip& clip, double fromSeconds, double toSeconds) const {
    if (!clip.clip || context_.rootMotions.empty()) return {};
    const auto between = [&](double from, double to) { return context_.displacement(*clip.clip, from, to); };
    const LoopRange range = rangeOf(clip);
    // Root motion continues past the ends of a whole clip.
    if (repeat_ == Repeat::loop && !clip.range) return between(fromSeconds, toSeconds);
    const double reached = wrapInRange(range, toSeconds, repeat_).timeSeconds;
    const bool forth = toSeconds > range.endSeconds, back = toSeconds < range.startSeconds;
    if (repeat_ != Repeat::loop || (!forth && !back)) return between(fromSeconds, reached);
    const double exit = forth ? range.endSeconds : range.startSeconds;
    const double entry = forth ? range.startSeconds : range.endSeconds;
    Displacement displacement = between(fromSeconds, exit);
    const double beyond = std::abs(toSeconds - exit) / (range.endSeconds - range.startSeconds);
    for (double cycle = 1.0; cycle <= std::min(beyond, kMaxCycles); ++cycle)
        displacement = followedBy(displacement, between(entry, exit));
    return followedBy(displacement, between(entry, reached));
}

void Animator::seek(double timeSeconds) {
    clips_.erase(clips_.begin(), clips_.end() - 1);
    Clip& clip = clips_.back();
    clip.transition = {};
    clip.timeSeconds = wrapped(clip, timeSeconds);
    displacement_ = std::isfinite(timeSeconds) ? displacementOf(clip, 0.0, timeSeconds) : Displacement{};
    resetInertial();
}

void Animator::step(int frames) {
    paused_ = true;
    displacement_ = {};
    const AnimationClip* current = currentClip();
    if (!current) return;
    const double frame = stepSeconds(*current), before = timeSeconds();
    double time = before + frames * frame;
    // Rounding adds up over steps: a time next to an end is that end and does not wrap.
    for (const double end : {0.0, current->durationSeconds})
        if (std::abs(time - end) < 1e-6 * frame) time = end;
    seek(time);
    displacement_ = displacementOf(clips_.back(), before, time);
}

const AnimationClip* Animator::currentClip() const {
    return clip() ? &context_.clips[*clip()] : nullptr;
}

std::span<const PlayedClip> Animator::playing() {
    playing_.clear();
    for (const Clip& clip : clips_) {
        const double weight = playing_.empty() ? 1.0 : clip.transition.fadeWeight();
        for (PlayedClip& below : playing_)
            below.weight *= 1.0 - weight;
        playing_.push_back({clip.clip, clip.timeSeconds, weight});
    }
    return playing_;
}

void Animator::sampleClip(Clip& clip, double timeSeconds, const PoseSpan& out) {
    if (clip.reader)
        clip.reader->sample(context_, timeSeconds, out);
    else
        copyPose(context_.rest(), out);
}

UnblendedClip Animator::unblendedClip() {
    Clip& only = clips_.back();
    const bool unblended = clips_.size() == 1 && only.reader && !context_.extractsRootMotion() &&
                           transition_ != TransitionKind::inertial && !inertial_.active();
    return unblended ? UnblendedClip{&*only.reader, only.timeSeconds} : UnblendedClip{};
}

void Animator::sample(const PoseSpan& out) {
    for (size_t i = 0; i < clips_.size(); ++i) {
        const PoseSpan target = i == 0 ? out : PoseSpan(context_.fadePose);
        sampleClip(clips_[i], clips_[i].timeSeconds, target);
        if (i > 0) blend(out, target, static_cast<float>(clips_[i].transition.fadeWeight()), out);
    }
    if (transition_ == TransitionKind::inertial || inertial_.active())
        inertial_.advance(std::exchange(pendingSeconds_, 0.0), out);
}

PoseView Animator::pose() {
    sample(pose_);
    return pose_;
}

double stepSeconds(const AnimationClip& clip) {
    constexpr double kSlack = 0.05, kSparse = 0.1;  // frames, seconds
    const double mean = frameSeconds(clip);
    std::span<const double> densest;
    forEachTrack(clip, [&](const auto& track) {
        const std::vector<double>& own = track.authored.empty() ? track.times : track.authored.times;
        if (own.size() > densest.size()) densest = own;
    });
    const auto areOn = [](std::span<const double> times, double rate) {
        return std::ranges::all_of(
            times, [&](double time) { return std::abs(time * rate - std::round(time * rate)) < kSlack; });
    };
    // Where keys are ours, only the mean of the authored ones is known.
    for (const std::span<const double> times : {densest, std::span(&clip.authoredFrameSeconds, 1)})
        for (const double rate : {30.0, 24.0, 25.0, 60.0, 50.0, 120.0, 100.0})
            if ((clip.authoredFrameSeconds > 0.0 || times.data() == densest.data()) &&
                (rate <= 30.0 || mean <= kSparse) && areOn(times, rate))
                return 1.0 / rate;
    return mean <= kSparse ? mean : 1.0 / 30.0;
}

}  // namespace sinew
