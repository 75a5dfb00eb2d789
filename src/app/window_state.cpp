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
        state.state = graph->machine().graph().states[graph->machine().state()].name;
        state.timeSeconds = graph->seconds();
    } else if (const AnimationClip* clip = animator.currentClip()) {
        state.animation = clip->name;
    }
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
        {"animations", state.animationCount},
        {"time_s", state.timeSeconds},
        {"paused", state.paused},
        {"speed", state.speed},
        {"loop", state.loop},
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
