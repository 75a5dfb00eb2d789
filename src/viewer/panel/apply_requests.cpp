#include "viewer/panel/apply_requests.h"

namespace sinew {
namespace {

void setParameter(GraphRun& graph, const ParameterRequest& asked) {
    const std::vector<GraphParameter>& parameters = graph.file().graph.parameters;
    if (asked.parameter >= parameters.size()) return;
    if (parameters[asked.parameter].kind == ParameterKind::trigger)
        graph.fire(asked.parameter);
    else
        graph.set(asked.parameter, asked.value);
}

}  // namespace

void applyRequests(const PanelRequests& asked, Stage& stage, const PanelSettings& settings) {
    Animator& animator = stage.animator();
    if (asked.crossfadeSeconds) settings.crossfadeSeconds = *asked.crossfadeSeconds;
    if (asked.look) settings.look = *asked.look;
    if (asked.compared) stage.compare(*asked.compared);
    if (asked.rootMotion) stage.setRootMotion(*asked.rootMotion);
    if (asked.pose) stage.showPose(*asked.pose);
    if (asked.paused) animator.setPaused(*asked.paused);
    if (asked.stepFrames != 0) stage.step(asked.stepFrames);
    if (asked.speed) animator.setSpeed(*asked.speed);
    if (stage.graph()) {  // it decides the rest
        if (asked.parameter) setParameter(*stage.graph(), *asked.parameter);
        return;
    }
    if (asked.mix) stage.setMix(*asked.mix);
    if (asked.transition) animator.setTransition(*asked.transition);
    if (asked.repeat) animator.setRepeat(*asked.repeat);
    const double fade = animator.paused() ? 0.0 : settings.crossfadeSeconds;
    if (asked.play && *asked.play < stage.model().clips.size()) stage.play(*asked.play, fade);
    if (asked.playRest) stage.play(std::nullopt, fade);
    if (asked.loopRange) animator.setLoopRange(*asked.loopRange);
    if (asked.seekSeconds) stage.seek(*asked.seekSeconds);
}

}  // namespace sinew
