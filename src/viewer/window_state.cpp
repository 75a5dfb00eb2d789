#include "viewer/window_state.h"

#include "app/report/json.h"
#include "base/shown_text.h"

namespace sinew {
namespace {

constexpr int kStateSchema = 1;

Json layerJson(const MixedLayer& layer, const Model& model) {
    if (!layer.clip) return nullptr;
    return {{"clip", model.clips[*layer.clip].name},
            {"mode", layer.mode == LayerMode::additive ? "additive" : "override"},
            {"weight", layer.weight},
            {"mask_node", layer.maskNode ? Json(model.hierarchy.names[*layer.maskNode]) : Json()},
            {"feather", layer.featherLevels}};
}

Json mixJson(const ClipMix& mix, const Json& current, const Model& model) {
    if (mix == ClipMix{}) return nullptr;
    Json clips = Json::array({{{"clip", current}, {"weight", mix.ownWeight}}});
    for (const MixedClip& other : mix.others)
        if (other.clip) clips.push_back({{"clip", model.clips[*other.clip].name}, {"weight", other.weight}});
    return {{"clips", clips}, {"layer", layerJson(mix.layer, model)}};
}

/// The keys of the state machine, with null values where there is none.
Json machineJson(const GraphRun* run) {
    Json json{{"state", nullptr}, {"left_state", nullptr}, {"parameters", nullptr}, {"events", nullptr}};
    if (!run) return json;
    const StateMachine& machine = run->machine();
    const Graph& graph = machine.graph();
    json["state"] = graph.states[machine.state()].name;
    if (const auto left = machine.leftState()) json["left_state"] = graph.states[*left].name;
    json["parameters"] = Json::object();
    for (size_t i = 0; i < graph.parameters.size(); ++i)
        json["parameters"][graph.parameters[i].name] = machine.parameters()[i];
    json["events"] = Json::array();
    for (const LoggedEvent& event : run->events())
        json["events"].push_back(
            {{"name", graph.events[event.event].name}, {"time_s", event.timeSeconds}, {"weight", event.weight}});
    return json;
}

Json crowdJson(Stage& stage) {
    Crowd* crowd = stage.crowd();
    if (!crowd) return nullptr;
    const CrowdCounts& counts = crowd->counts();
    return {{"instances", crowd->settings().count},
            {"formation", kFormationNames[static_cast<size_t>(crowd->settings().formation)]},
            {"seed", crowd->settings().seed},
            {"posed", counts.posed},
            {"posed_on", counts.byPass ? "gpu" : "cpu"},
            {"culled", counts.culled},
            {"drawn", counts.drawn},
            {"selected", stage.member()}};
}

Json overlaysJson(const PlaySettings& settings, const Look& look, bool keysVisible) {
    Json overlays = Json::array();
    const auto add = [&](bool visible, const char* name) {
        if (visible) overlays.push_back(name);
    };
    add(look.floor, "floor");
    add(look.skeleton, "skeleton");
    add(look.skeleton && look.boneNames, "bone-names");
    add(look.wireframe, "wireframe");
    add(look.edges, "edges");
    add(settings.sideBySide.shown, "beside");
    add(settings.onionSkin.shown, "onion-skin");
    add(keysVisible, "keys");
    return overlays;
}

}  // namespace

std::string windowStateJson(Stage& stage, const Look& look, const WindowState& state) {
    const PlaySettings& settings = stage.settings();
    const Model& model = stage.model();
    const GraphRun* graph = stage.graph();
    const AnimationClip* clip = graph ? nullptr : stage.animator().currentClip();
    Json clipFiles = Json::array();
    for (const ClipFileReport& file : stage.report().clipFiles)
        clipFiles.push_back(file.file);
    Json textureFolders = Json::array();
    for (const std::filesystem::path& folder : state.textureFolders)
        textureFolders.push_back(shownPath(folder.string()));
    const Camera& camera = state.camera;

    Json json{{"schema", kStateSchema},
              {"model", stage.report().file},
              {"clip_files", std::move(clipFiles)},
              {"texture_directories", std::move(textureFolders)},
              {"model_index", state.modelIndex},
              {"models", state.modelCount},
              {"animation", clip ? Json(clip->name) : Json()}};
    json.update(machineJson(graph));
    json.update({
        {"mix", mixJson(settings.mix, json["animation"], model)},
        {"animations", model.clips.size()},
        {"time_s", graph ? graph->seconds() : stage.animator().timeSeconds()},
        {"paused", settings.paused},
        {"speed", settings.speed},
        {"loop", settings.repeat == Repeat::loop},
        {"repeat", kRepeatNames[static_cast<size_t>(settings.repeat)]},
        {"transition", settings.transition == TransitionKind::fade ? "fade" : "inertial"},
        {"crossfade_s", settings.transitionSeconds},
        {"root_motion", kRootMotionNames[static_cast<size_t>(settings.rootMotion)]},
        {"selected_bone", orNull(state.selectedBone)},
        {"shown_material", settings.shownMaterial ? Json(model.materials[*settings.shownMaterial].name) : Json()},
        {"hidden_nodes", settings.hiddenNodes},
        {"view", kViewNames[static_cast<size_t>(look.view)]},
        {"pose", kPoseNames[static_cast<size_t>(settings.pose)]},
        {"panel_visible", state.panelVisible},
        {"overlays", overlaysJson(settings, look, state.keysVisible)},
        {"camera",
         {{"target", {camera.target.x, camera.target.y, camera.target.z}},
          {"yaw_degrees", glm::degrees(camera.yaw)},
          {"pitch_degrees", glm::degrees(camera.pitch)},
          {"distance", camera.distance},
          {"field_of_view_degrees", glm::degrees(camera.fieldOfView)}}},
        {"environment",
         {{"source", state.environment},
          {"strength", look.environmentStrength},
          {"rotation_degrees", glm::degrees(look.environmentRotation)},
          {"background", look.environmentBackground}}},
        {"look", kLightingNames[static_cast<size_t>(look.lighting)]},
        {"exposure", look.exposure},
        {"ambient_occlusion", look.ambientOcclusion},
        {"tone", kToneNames[static_cast<size_t>(look.tone)]},
        {"crowd", crowdJson(stage)},
        {"complaint", orNull(state.complaint)},
    });
    return jsonText(json);
}

}  // namespace sinew
