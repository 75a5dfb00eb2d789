#include <algorithm>

#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr double kInitialWeight = 0.5;  // of a clip that was just added, so that it shows at once
constexpr uint32_t kMostFeather = 8;

const char* nameOf(const PanelScope& scope, std::optional<size_t> clip, const char* none) {
    if (!clip) return none;
    const std::string& name = scope.state.model->clips[*clip].name;
    return name.empty() ? "(unnamed)" : name.c_str();
}

/// `none`: the text of the choice without a clip.
bool chooseClip(const PanelScope& scope, const char* id, const char* none, std::optional<size_t>& clip) {
    const auto toClip = [](int i) { return i < 0 ? std::nullopt : std::optional(static_cast<size_t>(i)); };
    int chosen = clip ? static_cast<int>(*clip) : -1;
    const bool changed = combo(id, -1, static_cast<int>(scope.state.model->clips.size()), chosen,
                               [&](int i) { return nameOf(scope, toClip(i), none); });
    clip = toClip(chosen);
    return changed;
}

void drawWeights(const PanelScope& scope, ClipMix& mix) {
    if (!ImGui::BeginTable("weights", 2, ImGuiTableFlags_SizingStretchSame)) return;
    ImGui::TableNextColumn();
    std::optional<size_t> own = scope.state.clip;
    if (chooseClip(scope, "##own", "rest pose", own)) {
        scope.asked.play = own;
        scope.asked.playRest = !own;
    }
    tooltip("The current clip, which the timeline shows.", key::clipByNumber.names);
    ImGui::TableNextColumn();
    slider("##own weight", mix.ownWeight, 0.0, 1.0, "%.2f");
    tooltip("Blend weight. Weights are normalized; if all are 0, the rest pose is shown.");
    for (size_t i = 0; i < mix.others.size(); ++i) {
        MixedClip& other = mix.others[i];
        ImGui::PushID(static_cast<int>(i));
        ImGui::TableNextColumn();
        if (chooseClip(scope, "##clip", "-", other.clip))
            other.weight = !other.clip ? 0.0 : other.weight > 0.0 ? other.weight : kInitialWeight;
        tooltip("A clip to blend in, synced to the current clip.");
        ImGui::TableNextColumn();
        ImGui::BeginDisabled(!other.clip);
        slider("##weight", other.weight, 0.0, 1.0, "%.2f");
        ImGui::EndDisabled();
        tooltip("Blend weight of this clip.");
        ImGui::PopID();
    }
    ImGui::EndTable();
}

/// A combo box of the node tree.
void chooseMask(const PanelScope& scope, std::optional<uint32_t>& node) {
    const std::vector<OutlineRow>& rows = scope.memory.outline.rows;
    const std::vector<std::string>& names = scope.state.model->hierarchy.names;
    const auto rowOf = [&](int i) -> const OutlineRow& { return rows[static_cast<size_t>(i)]; };
    const auto found = std::ranges::find(rows, node, &OutlineRow::node);
    int chosen = found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
    const bool changed = combo(
        "Mask", -1, static_cast<int>(rows.size()), chosen,
        [&](int i) { return i < 0 ? "all nodes" : names[rowOf(i).node].c_str(); },
        [&](int i) { return i < 0 ? 0.0f : static_cast<float>(std::min(rowOf(i).depth, 24u)) * 6.0f * scope.scale; });
    if (changed) node = chosen < 0 ? std::nullopt : std::optional(rowOf(chosen).node);
    tooltip("The layer affects this node and its descendants.");
    const std::optional<uint32_t> selected = scope.memory.selectedNode;
    if (button("Use selected bone", selected && selected != node)) node = selected;
    tooltip("Sets the mask to the selected bone.");
}

void drawLayer(const PanelScope& scope, MixedLayer& layer) {
    if (chooseClip(scope, "Layer", "-", layer.clip) && layer.clip && !(layer.weight > 0.0)) layer.weight = 1.0;
    tooltip("A clip layered over the blended clips, with its own time.");
    if (!layer.clip) return;
    combo("Mode", {"override", "additive"}, layer.mode);
    tooltip("Override replaces the pose below; additive adds the difference from the layer's first frame.");
    slider("Weight", layer.weight, 0.0, 1.0, "%.2f");
    tooltip("Blend weight of the layer.");
    chooseMask(scope, layer.maskNode);
    if (!layer.maskNode) return;
    slider("Feather", layer.featherLevels, 0, kMostFeather, "%d levels");
    tooltip("Number of hierarchy levels over which the layer fades in.");
}

void drawTransitions(const PanelScope& scope) {
    const PlaySettings& settings = scope.state.settings;
    ImGui::BeginDisabled(scope.state.machine != nullptr);
    TransitionKind transition = settings.transition;
    if (combo("Transition", {"fade", "inertial"}, transition)) scope.settings().transition = transition;
    tooltip(key::transition);
    double seconds = settings.transitionSeconds;
    if (slider("Duration", seconds, 0.0, 2.0, "%.2f s")) scope.settings().transitionSeconds = seconds;
    tooltip("Length of a transition; 0 cuts.", "--transition SECONDS");
    ImGui::EndDisabled();
    RootMotionUse use = settings.rootMotion;
    if (combo("Root motion", kRootMotionNames, use)) scope.settings().rootMotion = use;
    tooltip(key::rootMotion);
}

/// The clips of the current pose with their weights, which change during a transition.
void drawPlaying(const PanelScope& scope) {
    for (const PlayedClip& played : scope.state.playing) {
        const std::string name = displayed(nameOf(scope, played.clip, "rest pose"));
        ImGui::ProgressBar(static_cast<float>(played.weight), ImVec2(-1.0f, ImGui::GetFrameHeight()),
                           fmt::format("{}  {:.0f} %", name, 100.0 * played.weight).c_str());
        tooltip("Contribution to the current pose.");
    }
}

}  // namespace

void drawBlend(const PanelScope& scope) {
    ClipMix mix = scope.state.settings.mix;
    ImGui::BeginDisabled(scope.state.machine != nullptr);
    drawWeights(scope, mix);
    drawLayer(scope, mix.layer);
    if (button("Clear blend", mix != ClipMix{})) mix = {};
    tooltip("Plays only the current clip.");
    ImGui::EndDisabled();
    if (mix != scope.state.settings.mix) scope.settings().mix = mix;
    if (scope.state.machine)
        showDimText("the state machine selects the clips");
    else
        drawPlaying(scope);
    drawTransitions(scope);
}

}  // namespace sinew
