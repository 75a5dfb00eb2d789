#include "viewer/panel/panel_state.h"

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

void applyRequests(const PanelRequests& asked, Stage& stage, Look& look) {
    if (asked.look) look = *asked.look;
    if (asked.settings) stage.apply(*asked.settings);
    if (asked.stepFrames != 0) stage.step(asked.stepFrames);
    if (stage.graph()) {
        if (asked.parameter) setParameter(*stage.graph(), *asked.parameter);
        return;
    }
    if (asked.play || asked.playRest) stage.switchTo(asked.play);
    if (asked.seekSeconds) stage.scrub(*asked.seekSeconds);
}

}  // namespace sinew
