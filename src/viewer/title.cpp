#include "viewer/title.h"

#include <filesystem>

#include <fmt/format.h>

namespace sinew {
namespace {

/// "move + wave": the state, and the overlays that play.
std::string stateText(const StateMachine& machine) {
    const Graph& graph = machine.graph();
    std::string text = graph.states[machine.state()].name;
    for (size_t i = 0; i < graph.overlays.size(); ++i)
        if (machine.overlayPlaying(i)) text += " + " + graph.overlays[i].name;
    return text;
}

}  // namespace

std::string windowTitle(Stage& stage, size_t index, size_t count) {
    Animator& animator = stage.animator();
    std::string file = std::filesystem::path(stage.report().file).filename().string();
    if (count > 1) file += fmt::format(" ({} of {})", index + 1, count);
    const AnimationClip* clip = animator.currentClip();
    if (stage.graph())
        return fmt::format("{}, speed {:g}{} - {} - Sinew", stateText(stage.graph()->machine()), animator.speed(),
                           animator.paused() ? ", paused" : "", file);
    if (!clip) return fmt::format("{} - {} - Sinew", stage.model().clips.empty() ? "no animations" : "rest pose", file);
    return fmt::format("{} ({}/{}) {:.2f} / {:.2f} s, speed {:g}{}{} - {} - Sinew", clip->name, *animator.clip() + 1,
                       stage.model().clips.size(), animator.timeSeconds(), clip->durationSeconds, animator.speed(),
                       animator.paused() ? ", paused" : "",
                       animator.repeat() == Repeat::once       ? ", once"
                       : animator.repeat() == Repeat::pingPong ? ", ping-pong"
                                                               : "",
                       file);
}

}  // namespace sinew
