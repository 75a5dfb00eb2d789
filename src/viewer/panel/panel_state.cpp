#include "viewer/panel/panel_state.h"

#include <fmt/format.h>

#include "model/finding.h"

namespace sinew {

PanelState panelStateOf(Stage& stage, const Look& look) {
    PanelState state{
        .model = &stage.model(),
        .report = &stage.report(),
        .size = fmt::format(", {}, {}", stage.sizeText(), counted(stage.model().hierarchy.size(), "node", "nodes")),
        .clip = stage.animator().clip(),
        .hasSource = stage.source() != nullptr,
        .timeSeconds = stage.animator().timeSeconds(),
        .settings = stage.settings(),
        .look = look,
        .playing = stage.playing(),
        .worldFromNode = stage.worldFromNode(),
        .morphWeights = stage.morphWeights(),
        .member = stage.member()};
    if (const Crowd* crowd = stage.crowd()) state.crowd = &crowd->counts();
    if (const GraphRun* graph = stage.graph()) {
        state.machine = &graph->machine();
        state.machineKeys = graph->file().keys;
        state.machineEvents = graph->events();
        state.machineSeconds = graph->seconds();
    }
    return state;
}

void applyRequests(const PanelRequests& asked, Stage& stage, Look& look) {
    if (asked.look) look = *asked.look;
    if (asked.settings) stage.apply(*asked.settings);
    if (asked.stepFrames != 0) stage.step(asked.stepFrames);
    if (GraphRun* graph = stage.graph()) {
        if (!asked.parameter) return;
        const auto [parameter, value] = *asked.parameter;
        if (graph->file().graph.parameters[parameter].kind == ParameterKind::trigger) return graph->fire(parameter);
        return graph->set(parameter, value);
    }
    if (asked.play || asked.playRest) stage.switchTo(asked.play);
    if (asked.seekSeconds) stage.scrub(*asked.seekSeconds);
}

}  // namespace sinew
