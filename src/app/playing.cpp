#include "app/playing.h"

namespace sinew {
namespace {

std::optional<uint32_t> findChosen(const NodeHierarchy& hierarchy, const Playing& playing) {
    if (!playing.chosenNode) return std::nullopt;
    const uint32_t node = *playing.chosenNode;
    if (node < hierarchy.size() && hierarchy.names[node] == playing.chosenName) return node;
    return findNode(hierarchy, playing.chosenName);
}

/// The clip in the new model; none: it is not there.
std::optional<size_t> findAgain(const Model& model, size_t clip, const std::string& name) {
    const auto& clips = model.clips;
    if (clip < clips.size() && clips[clip].name == name) return clip;
    for (size_t i = 0; i < clips.size(); ++i)
        if (clips[i].name == name) return i;
    return std::nullopt;
}

/// Whether the second picture is of a clip, and not of the rest pose.
bool hasClip(const Beside& beside) {
    return beside.clip && *beside.clip;
}

Compared foundAgain(const Model& model, const Playing& playing) {
    Compared compared = playing.compared;
    Beside& beside = compared.beside;
    if (!hasClip(beside)) return compared;
    const std::optional<size_t> clip = findAgain(model, **beside.clip, playing.besideName);
    if (clip)
        beside.clip = clip;
    else
        beside = {};
    return compared;
}

/// The mix without what the new model has not.
ClipMix mixAgain(const Model& model, const Playing& playing) {
    ClipMix mix = playing.mix;
    const auto find = [&](std::optional<size_t>& clip, size_t i) {
        if (clip) clip = findAgain(model, *clip, playing.mixNames[i]);
    };
    for (size_t i = 0; i < mix.others.size(); ++i)
        find(mix.others[i].clip, i);
    find(mix.layer.clip, mix.others.size());
    if (mix.layer.maskNode) mix.layer.maskNode = findNode(model.hierarchy, playing.maskName);
    // Everywhere would be more than was asked for.
    if (playing.mix.layer.maskNode && !mix.layer.maskNode) mix.layer.clip.reset();
    return mix;
}

}  // namespace

Playing playingOf(Stage& stage) {
    const Animator& animator = stage.animator();
    const std::optional<uint32_t> chosen = stage.highlighted().chosen;
    const Beside& beside = stage.compared().beside;
    const ClipMix& mix = stage.mix();
    const auto nameOf = [&](std::optional<size_t> clip) { return clip ? stage.model().clips[*clip].name : ""; };
    std::vector<std::string> mixNames;
    for (const MixedClip& other : mix.others)
        mixNames.push_back(nameOf(other.clip));
    mixNames.push_back(nameOf(mix.layer.clip));
    return {.clip = animator.clip(),
            .clipName = animator.currentClip() ? animator.currentClip()->name : "",
            .timeSeconds = animator.timeSeconds(),
            .speed = animator.speed(),
            .paused = animator.paused(),
            .repeat = animator.repeat(),
            .transition = animator.transition(),
            .mix = mix,
            .mixNames = std::move(mixNames),
            .maskName = mix.layer.maskNode ? stage.model().hierarchy.names[*mix.layer.maskNode] : "",
            .rootMotion = stage.rootMotion(),
            .pose = stage.shownPose(),
            .compared = stage.compared(),
            .besideName = hasClip(beside) ? stage.model().clips[**beside.clip].name : "",
            .chosenNode = chosen,
            .chosenName = chosen ? stage.model().hierarchy.names[*chosen] : ""};
}

void playOn(Stage& stage, const Playing& playing) {
    Animator& animator = stage.animator();
    animator.setSpeed(playing.speed);
    animator.setPaused(playing.paused);
    stage.setRootMotion(playing.rootMotion);
    stage.showPose(playing.pose);
    stage.compare(foundAgain(stage.model(), playing));
    stage.highlight({.chosen = findChosen(stage.model().hierarchy, playing), .hovered = {}});
    if (stage.graph()) return;
    animator.setTransition(playing.transition);
    animator.setRepeat(playing.repeat);
    const std::optional<size_t> clip =
        playing.clip ? findAgain(stage.model(), *playing.clip, playing.clipName) : std::nullopt;
    if (clip || !playing.clip) stage.play(clip);
    if (playing.clip) stage.seek(clip ? playing.timeSeconds : 0.0);
    stage.setMix(mixAgain(stage.model(), playing));
}

}  // namespace sinew
