#include "animation/clip_mixer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "animation/clip.h"

namespace sinew {
namespace {

constexpr size_t kMostPlayed = 16;  // more than an animator fades between, and the others

double weightFrom(double given) {
    constexpr double kMost = 1e6;  // so that sums stay finite
    return given > 0.0 ? std::min(given, kMost) : 0.0;
}

/// The same without what the model has not.
ClipMix fitting(ClipMix mix, size_t clipCount, size_t nodeCount) {
    const auto fit = [&](std::optional<size_t>& clip) {
        if (clip && *clip >= clipCount) clip.reset();
    };
    mix.ownWeight = weightFrom(mix.ownWeight);
    for (MixedClip& other : mix.others) {
        fit(other.clip);
        other.weight = weightFrom(other.weight);
    }
    fit(mix.layer.clip);
    mix.layer.weight = std::min(weightFrom(mix.layer.weight), 1.0);
    if (mix.layer.maskNode && *mix.layer.maskNode >= nodeCount) mix.layer.maskNode.reset();
    return mix;
}

}  // namespace

bool mixes(const ClipMix& mix) {
    const auto isSeen = [](const auto& mixed) { return mixed.clip && mixed.weight > 0.0; };
    return !(mix.ownWeight > 0.0) || isSeen(mix.layer) || std::ranges::any_of(mix.others, isSeen);
}

ClipMixer::ClipMixer(Animator& animator, const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips,
                     std::span<const float> restMorphWeights, std::shared_ptr<PackedClips> packed)
    : animator_(animator), studio_{.hierarchy = hierarchy, .clips = clips} {
    studio_.packed = std::move(packed);
    studio_.restMorphWeights = restMorphWeights;
    studio_.rootsOut = false;
}

void ClipMixer::set(const ClipMix& mix, const std::array<double, ClipMix::kOthers>& startSeconds,
                    std::span<const ClipTravel> travels) {
    const NodeHierarchy& hierarchy = studio_.hierarchy;
    const ClipMix before = std::exchange(mix_, fitting(mix, studio_.clips.size(), hierarchy.size()));
    mixes_ = mixes(mix_);
    const auto isThere = [](const auto& mixed) { return mixed.clip.has_value(); };
    engaged_ = mixes_ || isThere(mix_.layer) || std::ranges::any_of(mix_.others, isThere);
    if (engaged_ && pose_.empty()) {  // what most never need
        pose_ = studio_.layerPose = hierarchy.rest;
        studio_.layers.reserve(1);
        layers_.reserve(ClipMix::kOthers + 1);
        playing_.reserve(kMostPlayed);
        morphs_.assign(studio_.restMorphWeights.begin(), studio_.restMorphWeights.end());
        otherMorphs_ = studio_.clipMorphs = studio_.layerMorphs = morphs_;
    }
    const bool sameClips = std::ranges::equal(mix_.others, before.others, {}, &MixedClip::clip, &MixedClip::clip);
    if (!sameClips || mix_.layer.clip != before.layer.clip) studio_.travels.assign(travels.begin(), travels.end());
    for (size_t i = 0; i < ClipMix::kOthers; ++i)
        if (mix_.others[i].clip != before.others[i].clip) choose(i, startSeconds[i]);
    if (mix_.layer.clip != before.layer.clip || mix_.layer.mode != before.layer.mode) chooseLayer();
    layer_.mask.weights.clear();
    if (mix_.layer.maskNode) layer_.mask = branchMask(hierarchy, *mix_.layer.maskNode, mix_.layer.featherLevels);
}

void ClipMixer::startAgain(const std::array<double, ClipMix::kOthers>& startSeconds) {
    for (size_t i = 0; i < ClipMix::kOthers; ++i)
        choose(i, startSeconds[i]);
}

void ClipMixer::choose(size_t i, double startSeconds) {
    Other& other = others_[i];
    other.player.reset();
    other.motion.clips.clear();
    if (!mix_.others[i].clip) return;
    other.motion.clips.push_back({.clip = *mix_.others[i].clip});
    other.pose.resize(studio_.hierarchy.size());
    other.player.emplace(other.motion, Repeat::loop, 1.0, studio_);
    other.player->start({});
    const double duration = studio_.clips[*mix_.others[i].clip].durationSeconds;
    other.player->advance(std::isnan(startSeconds) ? ownPhase() * duration : startSeconds, {});
}

void ClipMixer::chooseLayer() {
    const double played = layerPlayer_ && layer_.motion.clips.front().clip == mix_.layer.clip
                              ? layerPlayer_->motion().rounds() * studio_.clips[*mix_.layer.clip].durationSeconds
                              : 0.0;
    layerPlayer_.reset();
    layer_.motion.clips.clear();
    layer_.mode = mix_.layer.mode;
    if (!mix_.layer.clip) return;
    layer_.motion.clips.push_back({.clip = *mix_.layer.clip});
    layerPlayer_.emplace(layer_, Repeat::loop, 1.0, studio_);
    layerPlayer_->motion().start({});
    layerPlayer_->motion().advance(played, {});
}

double ClipMixer::ownDuration() const {
    const AnimationClip* own = animator_.currentClip();
    return own ? std::max(own->durationSeconds, 0.0) : 0.0;
}

double ClipMixer::ownPhase() const {
    const double duration = ownDuration();
    return duration > 0.0 ? animator_.timeSeconds() / duration : 0.0;
}

double ClipMixer::totalWeight() const {
    double total = mix_.ownWeight;
    for (size_t i = 0; i < ClipMix::kOthers; ++i)
        if (seen(i)) total += mix_.others[i].weight;
    return total;
}

double ClipMixer::roundSeconds() const {
    std::array<SynchronisedClip, ClipMix::kOthers + 1> clips;
    std::array<float, ClipMix::kOthers + 1> weights{};
    clips.back().durationSeconds = ownDuration();
    weights.back() = static_cast<float>(mix_.ownWeight);
    for (size_t i = 0; i < ClipMix::kOthers; ++i) {
        if (!seen(i)) continue;
        clips[i].durationSeconds = studio_.clips[*mix_.others[i].clip].durationSeconds;
        weights[i] = static_cast<float>(mix_.others[i].weight);
    }
    return sinew::roundSeconds(clips, weights);
}

void ClipMixer::goOn(double rounds, double seconds) {
    for (Other& other : others_)
        if (other.player) other.player->advance(rounds * studio_.clips[other.motion.clips[0].clip].durationSeconds, {});
    if (layerPlayer_) layerPlayer_->motion().advance(seconds, {});
}

/// The others go as far as the animator's clip has come, which loops or turns where they go on.
void ClipMixer::follow(double ownSecondsBefore, double expectedRounds, double seconds) {
    double rounds = expectedRounds;
    if (const double duration = ownDuration(); duration > 0.0) {
        rounds = (animator_.timeSeconds() - ownSecondsBefore) / duration;
        if (animator_.repeat() == Repeat::loop && !animator_.loopRange()) rounds += std::round(expectedRounds - rounds);
    }
    goOn(rounds, seconds);
    findGroundMotion();
}

void ClipMixer::advance(double seconds) {
    if (!engaged_ || !std::isfinite(seconds)) {
        animator_.advance(seconds);
        groundMotion_ = animator_.groundMotion();
        return;
    }
    const double speed = animator_.speed(), before = animator_.timeSeconds(), round = roundSeconds();
    const double played = animator_.paused() ? 0.0 : seconds * speed;
    if (round > 0.0 && ownDuration() > 0.0) animator_.setSpeed(speed * ownDuration() / round);
    animator_.advance(seconds);
    animator_.setSpeed(speed);
    follow(before, round > 0.0 ? played / round : 0.0, played);
}

void ClipMixer::seek(double timeSeconds) {
    if (engaged_) goOn(-ownPhase(), -animator_.timeSeconds());
    animator_.seek(timeSeconds);
    groundMotion_ = animator_.groundMotion();
    if (!engaged_) return;
    goOn(ownPhase(), animator_.timeSeconds());
    findGroundMotion();
}

void ClipMixer::step(int frames) {
    const double before = animator_.timeSeconds();
    animator_.step(frames);
    groundMotion_ = animator_.groundMotion();
    const AnimationClip* own = animator_.currentClip();
    if (!engaged_ || !own) return;
    const double seconds = frames * frameSeconds(*own);
    follow(before, ownDuration() > 0.0 ? seconds / ownDuration() : 0.0, seconds);
}

void ClipMixer::findGroundMotion() {
    MeanGroundMotion ground;
    ground.add(animator_.groundMotion(), mix_.ownWeight, studio_.up);
    for (size_t i = 0; i < ClipMix::kOthers; ++i)
        if (seen(i)) ground.add(others_[i].player->groundMotion(), mix_.others[i].weight, studio_.up);
    groundMotion_ = ground.mean(studio_.up);
}

std::span<const PlayedClip> ClipMixer::playing() {
    const std::span<const PlayedClip> own = animator_.playing();
    const double total = totalWeight();
    if (!mixes_ || !(total > 0.0)) return own;
    playing_.assign(own.begin(), own.end());
    for (PlayedClip& played : playing_)
        played.weight *= mix_.ownWeight / total;
    for (size_t i = 0; i < ClipMix::kOthers; ++i) {
        if (!seen(i)) continue;
        const size_t clip = *mix_.others[i].clip;
        const double phase = advancedPhase(0.0, others_[i].player->rounds(), 1.0);
        playing_.push_back({clip, phase * studio_.clips[clip].durationSeconds, mix_.others[i].weight / total});
    }
    return playing_;
}

std::span<const Transform> ClipMixer::pose() {
    const std::span<const Transform> own = animator_.pose();
    if (!mixes_) return own;
    layers_.clear();
    layers_.push_back({own, static_cast<float>(mix_.ownWeight)});
    for (size_t i = 0; i < ClipMix::kOthers; ++i) {
        if (!seen(i)) continue;
        others_[i].player->pose(0.0, others_[i].pose);
        layers_.push_back({others_[i].pose, static_cast<float>(mix_.others[i].weight)});
    }
    blendLayers(layers_, studio_.hierarchy.rest, Shortfall::scaleUp, pose_);
    if (layerPlayer_) layerPlayer_->putOver(pose_, mix_.layer.weight);
    return pose_;
}

void ClipMixer::walk(const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode) {
    if (mixes_)
        walkHierarchy(studio_.hierarchy, pose(), worldFromRoot, worldFromNode);
    else
        animator_.walk(worldFromRoot, worldFromNode);
}

std::span<const float> ClipMixer::morphWeights() {
    const std::span<const float> own = animator_.morphWeights();
    if (!mixes_ || own.empty()) return own;
    const double total = totalWeight();
    const auto share = [&](double weight) { return static_cast<float>(total > 0.0 ? weight / total : 0.0); };
    for (size_t i = 0; i < morphs_.size(); ++i)
        morphs_[i] = total > 0.0 ? share(mix_.ownWeight) * own[i] : studio_.restMorphWeights[i];
    for (size_t i = 0; i < ClipMix::kOthers; ++i) {
        if (!seen(i)) continue;
        others_[i].player->morphs(otherMorphs_);
        for (size_t morph = 0; morph < morphs_.size(); ++morph)
            morphs_[morph] += share(mix_.others[i].weight) * otherMorphs_[morph];
    }
    if (layerPlayer_) layerPlayer_->putMorphsOver(morphs_, mix_.layer.weight);
    return morphs_;
}

}  // namespace sinew
