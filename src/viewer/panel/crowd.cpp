#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

/// What the last frame of the crowd took and drew.
void drawCounts(const CrowdCounts& counts, uint32_t selected) {
    const std::pair<const char*, size_t> shown[] = {
        {"posed", counts.posed}, {"culled", counts.culled}, {"drawn", counts.drawn}, {"selected", selected}};
    showCounts("crowd", shown);
    showText("cull {:.3f} ms, pose {:.3f} ms", counts.cullMilliseconds, counts.poseMilliseconds);
    tooltip("CPU: places, culling and levels of detail; sampling, blending and palettes.");
    showDimText("posed by the {}", counts.byPass ? "GPU" : "CPU");
    tooltip("With gpu, a compute pass samples, blends and writes palettes.", "--pose-on");
}

}  // namespace

void drawCrowd(const PanelScope& scope) {
    CrowdSettings crowd = scope.state.settings.crowd;
    // Applied on release: a crowd of another size is made anew.
    std::optional<uint32_t>& dragged = scope.memory.draggedCount;
    uint32_t count = dragged.value_or(crowd.count);
    if (slider("Characters", count, 0u, scope.state.mostInstances, "%u", ImGuiSliderFlags_Logarithmic)) dragged = count;
    bool changed = ImGui::IsItemDeactivatedAfterEdit();
    if (changed) crowd.count = count;
    if (!ImGui::IsItemActive()) dragged.reset();
    tooltip("How many there are; 0 shows one alone. Ctrl and a click take a number.", "--instances");
    changed |= combo("Formation", kFormationNames, crowd.formation);
    tooltip("How they stand.", "--instances N,FORMATION");
    changed |= ImGui::Checkbox("One clip for all", &crowd.oneClip);
    tooltip("All play the current clip; otherwise each fades from clip to clip.", "--animation");
    if (changed) scope.settings().crowd = crowd;
    if (scope.state.crowd) drawCounts(*scope.state.crowd, scope.state.member);
}

}  // namespace sinew
