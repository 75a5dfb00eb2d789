#include "app/load/make_stage.h"

#include <cstdio>

#include <fmt/format.h>

#include "app/graph/graph_file.h"
#include "app/graph/script.h"
#include "app/load/read_model.h"
#include "app/options/find_named.h"
#include "app/report/report.h"

namespace sinew {

namespace {

PlaySettings settingsOf(const PlayRequest& play, const Model& model) {
    PlaySettings settings = play.settings;
    settings.rootMotion = play.rootMotion.value_or(RootMotionUse::off);
    SideBySide& second = settings.sideBySide;
    if (!play.beside.empty()) second.clip = findClip(model, play.beside, "--beside");
    if (play.besideSeconds) second.laterSeconds = *play.besideSeconds - play.timeSeconds.value_or(0.0);
    second.shown = second.clip || play.besideSeconds || second.skinning;
    return settings;
}

}  // namespace

std::unique_ptr<Stage> makeStage(const LoadRequest& request, const Importer& importer) {
    const auto& [source, play] = request;
    auto stage = std::make_unique<Stage>(readModel(source, importer), FileSpace{source.up, source.scale});
    const Model& model = stage->model();
    fmt::print(stderr, "{}", findingLines(stage->report()));
    PlaySettings settings = settingsOf(play, model);
    if (!play.graph.empty()) {
        GraphFile file = readGraph(play.graph, model.hierarchy, model.clips);
        std::vector<ScriptStep> script;
        if (!play.script.empty()) script = readScript(play.script, file.graph);
        if (file.graph.root && !play.rootMotion) settings.rootMotion = RootMotionUse::floor;
        stage->playGraph(std::move(file), std::move(script));
    } else if (!play.animation.empty()) {
        stage->play(findClip(model, play.animation));
    } else if (!model.clips.empty()) {
        stage->play(0);
    }
    stage->apply(settings);
    stage->seek(play.timeSeconds.value_or(0.0));
    if (!play.bone.empty()) stage->highlight({.chosen = findBone(model, play.bone), .hovered = {}});
    return stage;
}

}  // namespace sinew
