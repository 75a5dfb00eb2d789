#include "viewer/panel/compare_section.h"

#include <algorithm>

#include "viewer/compare_keys.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

constexpr const char* kAsTheFirst = "as the left one";

void setWidth() {
    ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
}

bool drawClip(const PanelScope& scope, Beside& beside) {
    const std::vector<AnimationClip>& clips = scope.state.model->clips;
    const auto nameOf = [&](const std::optional<std::optional<size_t>>& clip) {
        return !clip ? kAsTheFirst : !*clip ? "rest pose" : clips[**clip].name.c_str();
    };
    bool changed = false;
    const auto offer = [&](const std::optional<std::optional<size_t>>& clip) {
        if (!ImGui::Selectable(nameOf(clip), beside.clip == clip)) return;
        beside.clip = clip;
        changed = true;
    };
    setWidth();
    const bool open = ImGui::BeginCombo("Clip", nameOf(beside.clip));
    if (!open) tip("What the right picture plays.", "--beside");
    if (!open) return false;
    offer(std::nullopt);
    offer(std::optional<size_t>());
    for (size_t clip = 0; clip < clips.size(); ++clip) {
        ImGui::PushID(static_cast<int>(clip));
        offer(clip);
        ImGui::PopID();
    }
    ImGui::EndCombo();
    return changed;
}

bool drawTime(const PanelScope& scope, Beside& beside) {
    const std::optional<size_t> clip = beside.clip.value_or(scope.state.clip);
    const double most = std::max(clip ? scope.state.model->clips[*clip].durationSeconds : 0.0, 1.0);
    auto later = static_cast<float>(beside.laterSeconds);
    setWidth();
    const bool changed = ImGui::SliderFloat("Later", &later, static_cast<float>(-most), static_cast<float>(most),
                                            "%.2f s", ImGuiSliderFlags_AlwaysClamp);
    if (changed) beside.laterSeconds = static_cast<double>(later);
    tip("By how much the right picture is ahead in time.", "--beside-time");
    return changed;
}

bool drawSkinning(Beside& beside) {
    constexpr const char* kWays[] = {kAsTheFirst, "linear", "dual quaternion"};
    int way = beside.skinning ? 1 + static_cast<int>(*beside.skinning) : 0;
    setWidth();
    const bool changed = ImGui::Combo("Skinning##beside", &way, kWays, 3);
    if (changed) beside.skinning = way == 0 ? std::nullopt : std::optional(static_cast<Skinning>(way - 1));
    tip("How the right picture blends the influences of a vertex.", "--beside-skinning");
    return changed;
}

bool drawOnionSkin(OnionSkin& onion) {
    bool changed = ImGui::Checkbox("Onion skin", &onion.shown);
    tip("Ghosts of the poses before, in red, and after, in blue.", "O");
    ImGui::BeginDisabled(!onion.shown);
    auto count = static_cast<int>(onion.count);
    setWidth();
    if (ImGui::SliderInt("Ghosts", &count, 1, static_cast<int>(kMostGhosts), "%d", ImGuiSliderFlags_AlwaysClamp)) {
        onion.count = static_cast<uint32_t>(count);
        changed = true;
    }
    tip("How many before, and as many after.", "--onion-skin");
    auto seconds = static_cast<float>(onion.seconds);
    setWidth();
    if (ImGui::SliderFloat("Apart", &seconds, 0.01f, 1.0f, "%.2f s", ImGuiSliderFlags_AlwaysClamp)) {
        onion.seconds = static_cast<double>(seconds);
        changed = true;
    }
    tip("How far one ghost is from the next.", "--onion-step");
    ImGui::EndDisabled();
    return changed;
}

}  // namespace

void drawCompare(const PanelScope& scope) {
    Compared compared = scope.state.compared;
    bool changed = ImGui::Checkbox("Side by side", &compared.beside.shown);
    if (changed) {
        compared.beside.shown = scope.state.compared.beside.shown;
        toggleBeside(compared, scope.state.look.skinning);
    }
    tip("A second picture at the right, with the same camera.", "S");
    ImGui::BeginDisabled(!compared.beside.shown);
    ImGui::BeginDisabled(scope.state.machine != nullptr);
    changed |= drawClip(scope, compared.beside);
    changed |= drawTime(scope, compared.beside);
    ImGui::EndDisabled();
    changed |= drawSkinning(compared.beside);
    ImGui::EndDisabled();
    ImGui::BeginDisabled(scope.state.machine != nullptr);
    changed |= drawOnionSkin(compared.onion);
    ImGui::EndDisabled();
    if (scope.state.machine) sayFaintly("the state machine decides what plays");
    if (changed) scope.asked.compared = compared;
}

}  // namespace sinew
