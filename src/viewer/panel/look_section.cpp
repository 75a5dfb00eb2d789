#include "viewer/panel/look_section.h"

#include <algorithm>

#include <glm/gtc/type_ptr.hpp>

#include "viewer/panel/words.h"

namespace sinew {
namespace {

/// A choice of one from a few words, next to its name.
template <typename Value, size_t count>
bool choose(const char* name, const char* const (&words)[count], Value& value) {
    int chosen = static_cast<int>(value);
    ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
    const bool changed = ImGui::Combo(name, &chosen, words, static_cast<int>(count));
    if (changed) value = static_cast<Value>(chosen);
    return changed;
}

bool drawToggles(const PanelScope& scope, Look& look) {
    bool changed = false;
    if (!ImGui::BeginTable("toggles", 2, ImGuiTableFlags_SizingStretchSame)) return false;
    const auto toggle = [&](const char* name, bool& value, const char* does, const char* key) {
        ImGui::TableNextColumn();
        changed |= ImGui::Checkbox(name, &value);
        tip(does, key);
    };
    toggle("Skeleton", look.skeleton, "The bones, through the mesh.", "K");
    toggle("Textures", look.textures, "The file's pictures, or plain material.", "T");
    ImGui::BeginDisabled(!scope.state.drawn.hasWireframe);
    toggle("Wireframe", look.wireframe, "The triangles' edges.", "W");
    ImGui::EndDisabled();
    toggle("Floor", look.floor, "The floor with its shadow.", "F");
    ImGui::EndTable();
    return changed;
}

bool drawBackground(Look& look) {
    bool own = look.background.has_value();
    bool changed = ImGui::Checkbox("Background", &own);
    tip("One colour, in place of the sky.");
    if (changed) look.background = own ? std::optional(glm::vec4(0.18f, 0.19f, 0.21f, 1.0f)) : std::nullopt;
    if (look.background) {
        ImGui::SameLine();
        const ImGuiColorEditFlags flags = ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel;
        changed |= ImGui::ColorEdit3("##background", glm::value_ptr(*look.background), flags);
        tip("The colour behind the model.");
    }
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
    tip("How long a switch takes; 0 is a cut.", "--crossfade when started");
    ImGui::EndDisabled();
    RootMotionUse use = state.rootMotion;
    if (choose("Root motion", {"off", "floor", "move"}, use)) scope.asked.rootMotion = use;
    tip("A clip's way over the ground stays in the pose, moves the floor, or moves the model.", "M");
}

}  // namespace

void drawLook(const PanelScope& scope) {
    Look look = scope.state.look;
    bool changed = drawToggles(scope, look);
    changed |= drawBackground(look);
    changed |= choose("Skinning", {"linear", "dual quaternion"}, look.skinning);
    tip("How the influences of a vertex are blended.", "B");
    if (changed) scope.asked.look = look;
    drawSwitching(scope);
    if (ImGui::Button("Camera back to the start")) scope.asked.resetCamera = true;
    tip("Frames what is played.", "Home");
}

}  // namespace sinew
