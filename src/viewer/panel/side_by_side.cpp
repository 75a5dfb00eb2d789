#include <algorithm>

#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr const char* kAsLeft = "same as left";

bool drawClip(const PanelScope& scope, SideBySide& views) {
    constexpr int kSource = -3, kSameClip = -2, kRestPose = -1;
    const std::vector<AnimationClip>& clips = scope.state.model->clips;
    const bool offersSource = scope.state.hasSource || views.source;
    int chosen = views.source  ? kSource
                 : !views.clip ? kSameClip
                 : *views.clip ? static_cast<int>(**views.clip)
                               : kRestPose;
    const bool changed =
        combo("Clip", offersSource ? kSource : kSameClip, static_cast<int>(clips.size()), chosen, [&](int clip) {
            return clip == kSource     ? "the figure that it is from"
                   : clip == kSameClip ? kAsLeft
                   : clip == kRestPose ? "rest pose"
                                       : clips[static_cast<size_t>(clip)].name.c_str();
        });
    tooltip("The clip of the right view, or the figure that the clip was retargeted from.", "--beside");
    if (!changed) return false;
    views.source = chosen == kSource;
    views.clip.reset();
    if (chosen == kRestPose) views.clip.emplace();
    if (chosen >= 0) views.clip = static_cast<size_t>(chosen);
    return true;
}

bool drawOnionSkin(OnionSkin& onion) {
    bool changed = ImGui::Checkbox("Onion skin", &onion.shown);
    tooltip(key::onionSkin);
    ImGui::BeginDisabled(!onion.shown);
    changed |= slider("Ghosts", onion.count, 1, kMostGhosts, "%d");
    tooltip("Number of ghosts before and after the current pose.", "--onion-skin");
    changed |= slider("Spacing", onion.seconds, 0.01, 1.0, "%.2f s");
    tooltip("Time between neighboring ghosts.", "--onion-skin step=SECONDS");
    ImGui::EndDisabled();
    return changed;
}

}  // namespace

void drawSideBySide(const PanelScope& scope) {
    SideBySide views = scope.state.settings.sideBySide;
    OnionSkin onion = scope.state.settings.onionSkin;
    bool shown = views.shown;
    bool changed = ImGui::Checkbox("Side by side", &shown);
    if (changed) views.toggle(scope.state.look.skinning, scope.state.hasSource);
    tooltip(key::sideBySide);
    ImGui::BeginDisabled(!views.shown);
    ImGui::BeginDisabled(scope.state.machine != nullptr);
    changed |= drawClip(scope, views);
    const std::optional<size_t> clip = views.clip.value_or(scope.state.clip);
    const double most = std::max(clip ? scope.state.model->clips[*clip].durationSeconds : 0.0, 1.0);
    changed |= slider("Time offset", views.laterSeconds, -most, most, "%.2f s");
    tooltip("Added to the time of the right view.", "--beside-time");
    ImGui::EndDisabled();
    size_t method = views.skinning ? 1 + static_cast<size_t>(*views.skinning) : 0;
    changed |= combo("Skinning##beside", {kAsLeft, "linear", "dual-quaternion"}, method);
    views.skinning = method == 0 ? std::nullopt : std::optional(static_cast<Skinning>(method - 1));
    tooltip("The skinning method of the right view.", "--beside-skinning");
    ImGui::EndDisabled();
    ImGui::BeginDisabled(scope.state.machine != nullptr);
    changed |= drawOnionSkin(onion);
    ImGui::EndDisabled();
    if (scope.state.machine) showDimText("the state machine selects the clips");
    if (!changed) return;
    scope.settings().sideBySide = views;
    scope.settings().onionSkin = onion;
}

}  // namespace sinew
