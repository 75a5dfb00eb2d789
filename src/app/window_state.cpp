#include "app/window_state.h"

#include <span>

#include <nlohmann/json.hpp>

#include "media/atomic_file.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kStateSchema = 1;

Json orNull(const std::optional<std::string>& text) {
    return text ? Json(*text) : Json();
}

void describeMix(Stage& stage, WindowState& state) {
    const ClipMix& mix = stage.mix();
    if (mix == ClipMix{}) return;
    const auto nameOf = [&](size_t clip) { return stage.model().clips[clip].name; };
    state.mixed.push_back({.clip = state.animation, .weight = mix.ownWeight});
    for (const MixedClip& other : mix.others)
        if (other.clip) state.mixed.push_back({.clip = nameOf(*other.clip), .weight = other.weight});
    const MixedLayer& layer = mix.layer;
    if (!layer.clip) return;
    state.layer = {.clip = nameOf(*layer.clip),
                   .mode = layer.mode,
                   .weight = layer.weight,
                   .maskNode = {},
                   .featherLevels = layer.featherLevels};
    if (layer.maskNode) state.layer->maskNode = stage.model().hierarchy.names[*layer.maskNode];
}

void describeMachine(const GraphRun& run, WindowState& state) {
    const StateMachine& machine = run.machine();
    const Graph& graph = machine.graph();
    for (const HeardEvent& heard : run.heard())
        state.events.push_back({graph.events[heard.event].name, heard.timeSeconds, heard.weight});
    state.state = graph.states[machine.state()].name;
    if (const auto left = machine.leftState()) state.leftState = graph.states[*left].name;
    for (size_t i = 0; i < graph.parameters.size(); ++i)
        state.parameters.emplace_back(graph.parameters[i].name, machine.parameters()[i]);
}

Json parametersJson(const WindowState& state) {
    if (!state.state) return nullptr;
    Json json = Json::object();
    for (const auto& [name, value] : state.parameters)
        json[name] = value;
    return json;
}

Json eventsJson(const WindowState& state) {
    if (!state.state) return nullptr;
    Json events = Json::array();
    for (const EventName& event : state.events)
        events.push_back({{"name", event.name}, {"time_s", event.timeSeconds}, {"weight", event.weight}});
    return events;
}

Json mixJson(const WindowState& state) {
    if (state.mixed.empty()) return nullptr;
    Json clips = Json::array(), layer;
    for (const MixedName& mixed : state.mixed)
        clips.push_back({{"clip", orNull(mixed.clip)}, {"weight", mixed.weight}});
    if (state.layer)
        layer = {{"clip", state.layer->clip},
                 {"mode", state.layer->mode == LayerMode::additive ? "additive" : "override"},
                 {"weight", state.layer->weight},
                 {"mask_node", orNull(state.layer->maskNode)},
                 {"feather", state.layer->featherLevels}};
    return {{"clips", clips}, {"layer", layer}};
}

}  // namespace

WindowState windowStateOf(Stage& stage, const Look& look) {
    WindowState state;
    state.model = stage.report().file;
    for (const ClipFileReport& file : stage.report().clipFiles)
        state.clipFiles.push_back(file.file);
    const Animator& animator = stage.animator();
    state.animationCount = stage.model().clips.size();
    state.timeSeconds = animator.timeSeconds();
    if (const GraphRun* graph = stage.graph()) {
        describeMachine(*graph, state);
        state.timeSeconds = graph->seconds();
    } else if (const AnimationClip* clip = animator.currentClip()) {
        state.animation = clip->name;
    }
    describeMix(stage, state);
    state.transition = animator.transition();
    state.rootMotion = stage.rootMotion();
    state.paused = animator.paused();
    state.speed = animator.speed();
    state.loop = animator.repeat() == Repeat::loop;
    state.view = look.view;
    state.pose = stage.shownPose();
    if (look.floor) state.overlays.emplace_back("floor");
    if (look.skeleton) state.overlays.emplace_back("skeleton");
    if (look.skeleton && look.boneNames) state.overlays.emplace_back("bone-names");
    if (look.wireframe) state.overlays.emplace_back("wireframe");
    if (look.edges) state.overlays.emplace_back("edges");
    if (stage.compared().beside.shown) state.overlays.emplace_back("beside");
    if (stage.compared().onion.shown) state.overlays.emplace_back("onion-skin");
    return state;
}

std::string windowStateJson(const WindowState& state) {
    const Camera& camera = state.camera;
    const Json json{
        {"schema", kStateSchema},
        {"model", state.model},
        {"clip_files", state.clipFiles},
        {"model_index", state.modelIndex},
        {"models", state.modelCount},
        {"animation", orNull(state.animation)},
        {"state", orNull(state.state)},
        {"left_state", orNull(state.leftState)},
        {"parameters", parametersJson(state)},
        {"events", eventsJson(state)},
        {"mix", mixJson(state)},
        {"animations", state.animationCount},
        {"time_s", state.timeSeconds},
        {"paused", state.paused},
        {"speed", state.speed},
        {"loop", state.loop},
        {"transition", state.transition == TransitionKind::fade ? "fade" : "inertial"},
        {"crossfade_s", state.crossfadeSeconds},
        {"root_motion", kRootMotionNames[static_cast<size_t>(state.rootMotion)]},
        {"selected_bone", orNull(state.selectedBone)},
        {"view", kViewNames[static_cast<size_t>(state.view)]},
        {"pose", kPoseNames[static_cast<size_t>(state.pose)]},
        {"panel_visible", state.panelVisible},
        {"overlays", state.overlays},
        {"camera",
         {{"target", {camera.target.x, camera.target.y, camera.target.z}},
          {"yaw_degrees", glm::degrees(camera.yaw)},
          {"pitch_degrees", glm::degrees(camera.pitch)},
          {"distance", camera.distance}}},
        {"complaint", state.complaint.empty() ? Json() : Json(state.complaint)},
    };
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void writeWindowState(const std::filesystem::path& file, const WindowState& state) {
    const std::string text = windowStateJson(state);
    writeFileAtomically(file, std::as_bytes(std::span(text)));
}

}  // namespace sinew
