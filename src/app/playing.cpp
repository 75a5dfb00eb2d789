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
std::optional<size_t> findAgain(const Model& model, const Playing& playing) {
    const auto& clips = model.clips;
    if (*playing.clip < clips.size() && clips[*playing.clip].name == playing.clipName) return playing.clip;
    for (size_t i = 0; i < clips.size(); ++i)
        if (clips[i].name == playing.clipName) return i;
    return std::nullopt;
}

}  // namespace

Playing playingOf(Stage& stage) {
    const Animator& animator = stage.animator();
    const std::optional<uint32_t> chosen = stage.highlighted().chosen;
    return {.clip = animator.clip(),
            .clipName = animator.currentClip() ? animator.currentClip()->name : "",
            .timeSeconds = animator.timeSeconds(),
            .speed = animator.speed(),
            .paused = animator.paused(),
            .repeat = animator.repeat(),
            .transition = animator.transition(),
            .rootMotion = stage.rootMotion(),
            .pose = stage.shownPose(),
            .chosenNode = chosen,
            .chosenName = chosen ? stage.model().hierarchy.names[*chosen] : ""};
}

void playOn(Stage& stage, const Playing& playing) {
    Animator& animator = stage.animator();
    animator.setSpeed(playing.speed);
    animator.setPaused(playing.paused);
    stage.setRootMotion(playing.rootMotion);
    stage.showPose(playing.pose);
    stage.highlight({.chosen = findChosen(stage.model().hierarchy, playing), .hovered = {}});
    if (stage.graph()) return;
    animator.setTransition(playing.transition);
    animator.setRepeat(playing.repeat);
    if (!playing.clip) {
        stage.play(std::nullopt);
        return;
    }
    const std::optional<size_t> clip = findAgain(stage.model(), playing);
    if (clip) stage.play(clip);
    stage.seek(clip ? playing.timeSeconds : 0.0);
}

}  // namespace sinew
