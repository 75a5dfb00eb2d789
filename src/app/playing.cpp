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

}  // namespace

Playing playingOf(Stage& stage) {
    const Animator& animator = stage.animator();
    const std::optional<uint32_t> chosen = stage.highlighted().chosen;
    const Beside& beside = stage.compared().beside;
    return {.clip = animator.clip(),
            .clipName = animator.currentClip() ? animator.currentClip()->name : "",
            .timeSeconds = animator.timeSeconds(),
            .speed = animator.speed(),
            .paused = animator.paused(),
            .repeat = animator.repeat(),
            .transition = animator.transition(),
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
    if (!playing.clip) {
        stage.play(std::nullopt);
        return;
    }
    const std::optional<size_t> clip = findAgain(stage.model(), *playing.clip, playing.clipName);
    if (clip) stage.play(clip);
    stage.seek(clip ? playing.timeSeconds : 0.0);
}

}  // namespace sinew
