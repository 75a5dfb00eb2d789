#include "viewer/panel/blend_section.h"

#include <algorithm>

#include "viewer/panel/choice.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

constexpr double kWeightOfNew = 0.5;  // of a clip that was just chosen: it is to be seen at once
constexpr int kMostFeather = 8;

const char* nameOf(const PanelScope& scope, std::optional<size_t> clip, const char* none) {
    if (!clip) return none;
    const std::string& name = scope.state.model->clips[*clip].name;
    return name.empty() ? "(no name)" : name.c_str();
}

/// A line of an open box. The name itself may hold what ImGui takes for an id.
bool boxLine(int id, const char* name, float indent, bool chosen) {
    ImGui::PushID(id);
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::Selectable("##line", chosen);
    ImGui::GetWindowDrawList()->AddText(ImVec2(place.x + indent, place.y), ImGui::GetColorU32(ImGuiCol_Text), name);
    ImGui::PopID();
    return clicked;
}

/// A box with a list of `count` lines and one for none of them; returns whether another was chosen.
template <typename Index, typename Draw>
bool chooseFrom(const char* id, const char* present, const char* none, size_t count, std::optional<Index>& chosen,
                const Draw& draw) {
    if (!ImGui::BeginCombo(id, present)) return false;
    const std::optional<Index> before = chosen;
    if (boxLine(-1, none, 0.0f, !chosen)) chosen.reset();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw(static_cast<size_t>(i), chosen);
    ImGui::EndCombo();
    return chosen != before;
}

bool chooseClip(const PanelScope& scope, const char* id, const char* none, std::optional<size_t>& clip) {
    const auto drawClip = [&](size_t i, std::optional<size_t>& chosen) {
        if (boxLine(static_cast<int>(i), nameOf(scope, i, ""), 0.0f, chosen == i)) chosen = i;
    };
    return chooseFrom(id, nameOf(scope, clip, none), none, scope.state.model->clips.size(), clip, drawClip);
}

/// A weight in [0, 1]; `there`: of something.
bool dragWeight(const char* id, bool there, double& weight) {
    ImGui::BeginDisabled(!there);
    auto dragged = static_cast<float>(weight);
    ImGui::SetNextItemWidth(-1.0f);
    const bool changed = ImGui::SliderFloat(id, &dragged, 0.0f, 1.0f, "%.2f", ImGuiSliderFlags_AlwaysClamp);
    if (changed) weight = static_cast<double>(dragged);
    ImGui::EndDisabled();
    return changed;
}

bool drawWeights(const PanelScope& scope, ClipMix& mix) {
    if (!ImGui::BeginTable("weights", 2, ImGuiTableFlags_SizingStretchSame)) return false;
    const auto nextBox = [] {
        ImGui::TableNextColumn();
        ImGui::SetNextItemWidth(-1.0f);
    };
    nextBox();
    std::optional<size_t> own = scope.state.clip;
    if (chooseClip(scope, "##own", "rest pose", own)) {
        scope.asked.play = own;
        scope.asked.playRest = !own;
    }
    tip("The clip that plays, and whose time the bar has.", "1 to 9, Right, Left");
    ImGui::TableNextColumn();
    bool changed = dragWeight("##own weight", true, mix.ownWeight);
    tip("Its weight. All share the whole among themselves; with no weight at all it is the rest pose.");
    for (size_t i = 0; i < mix.others.size(); ++i) {
        MixedClip& other = mix.others[i];
        ImGui::PushID(static_cast<int>(i));
        nextBox();
        if (chooseClip(scope, "##clip", "-", other.clip)) {
            changed = true;
            other.weight = !other.clip ? 0.0 : other.weight > 0.0 ? other.weight : kWeightOfNew;
        }
        tip("A clip that is mixed in, in step with the one that plays.");
        ImGui::TableNextColumn();
        changed |= dragWeight("##weight", other.clip.has_value(), other.weight);
        tip("How much of it, beside the others.");
        ImGui::PopID();
    }
    ImGui::EndTable();
    return changed;
}

/// The tree's lines, to choose the node of the mask from.
bool chooseMask(const PanelScope& scope, std::optional<uint32_t>& node) {
    const std::vector<OutlineRow>& rows = scope.memory.outline.rows;
    const std::vector<std::string>& names = scope.state.model->hierarchy.names;
    const auto drawNode = [&](size_t i, std::optional<uint32_t>& chosen) {
        const OutlineRow& row = rows[i];
        const float indent = static_cast<float>(std::min(row.depth, 24u)) * 6.0f * scope.scale;
        if (boxLine(static_cast<int>(i), names[row.node].c_str(), indent, chosen == row.node)) chosen = row.node;
    };
    ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
    const char* present = node && *node < names.size() ? names[*node].c_str() : "all nodes";
    bool changed = chooseFrom("Mask", present, "all nodes", rows.size(), node, drawNode);
    tip("The layer moves this node and all below it.");
    const std::optional<uint32_t> selected = scope.memory.selectedNode;
    ImGui::BeginDisabled(!selected || selected == node);
    if (ImGui::Button("Mask the chosen bone")) {
        node = selected;
        changed = true;
    }
    ImGui::EndDisabled();
    tip("The bone that is chosen in the tree or the picture, and all below it.");
    return changed;
}

bool drawLayer(const PanelScope& scope, MixedLayer& layer) {
    ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
    bool changed = false;
    if (chooseClip(scope, "Layer", "-", layer.clip)) {
        changed = true;
        if (layer.clip && !(layer.weight > 0.0)) layer.weight = 1.0;
    }
    tip("A clip on top of the mixed ones, at its own pace.");
    if (!layer.clip) return changed;
    changed |= choose("Is", {"override", "additive"}, layer.mode);
    tip("In place of what is below it, or what it differs by from its first frame on top of that.");
    ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
    auto weight = static_cast<float>(layer.weight);
    if (ImGui::SliderFloat("Amount", &weight, 0.0f, 1.0f, "%.2f", ImGuiSliderFlags_AlwaysClamp)) {
        layer.weight = static_cast<double>(weight);
        changed = true;
    }
    tip("How much of the layer.");
    changed |= chooseMask(scope, layer.maskNode);
    if (!layer.maskNode) return changed;
    int levels = static_cast<int>(layer.featherLevels);
    ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
    if (ImGui::SliderInt("Feather", &levels, 0, kMostFeather, "%d levels", ImGuiSliderFlags_AlwaysClamp)) {
        layer.featherLevels = static_cast<uint32_t>(levels);
        changed = true;
    }
    tip("Over how many levels of children the layer comes in.");
    return changed;
}

void drawSwitching(const PanelScope& scope) {
    const PanelState& state = scope.state;
    ImGui::BeginDisabled(state.machine != nullptr);
    TransitionKind transition = state.transition;
    if (choose("Switch", {"fade", "inertial"}, transition)) scope.asked.transition = transition;
    tip("How one clip follows another: both play, or only the new one does and the difference dies away.", "I");
    auto seconds = static_cast<float>(state.crossfadeSeconds);
    ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
    if (ImGui::SliderFloat("Over", &seconds, 0.0f, 2.0f, "%.2f s", ImGuiSliderFlags_AlwaysClamp))
        scope.asked.crossfadeSeconds = static_cast<double>(seconds);
    tip("How long a switch takes; 0 is a cut.", "--crossfade");
    ImGui::EndDisabled();
    RootMotionUse use = state.rootMotion;
    if (choose("Root motion", kRootMotionNames, use)) scope.asked.rootMotion = use;
    tip("A clip's way over the ground stays in the pose, moves the floor, or moves the model.", "M");
}

/// The clips of this moment, of a fade too.
void drawPlaying(const PanelScope& scope) {
    for (const PlayedClip& played : scope.state.playing) {
        fmt::memory_buffer text;
        fmt::format_to(fmt::appender(text), "{}  {:.0f} %", nameOf(scope, played.clip, "rest pose"),
                       100.0 * played.weight);
        text.push_back('\0');
        ImGui::ProgressBar(static_cast<float>(played.weight), ImVec2(-1.0f, ImGui::GetFrameHeight()), text.data());
        tip("What the picture is made of. A switch fades from one to the other.");
    }
}

}  // namespace

void drawBlend(const PanelScope& scope) {
    ClipMix mix = scope.state.mix;
    ImGui::BeginDisabled(scope.state.machine != nullptr);
    bool changed = drawWeights(scope, mix);
    changed |= drawLayer(scope, mix.layer);
    ImGui::BeginDisabled(mix == ClipMix{});
    if (ImGui::Button("Only the clip")) {
        mix = {};
        changed = true;
    }
    ImGui::EndDisabled();
    tip("Nothing is mixed in any more.");
    ImGui::EndDisabled();
    if (changed) scope.asked.mix = mix;
    if (scope.state.machine)
        sayFaintly("the state machine decides what plays");
    else
        drawPlaying(scope);
    drawSwitching(scope);
}

}  // namespace sinew
