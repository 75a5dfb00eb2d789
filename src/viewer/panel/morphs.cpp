#include <algorithm>
#include <cmath>

#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {

constexpr size_t kMostMorphLines = 12;

void drawMorphs(const PanelScope& scope) {
    const std::vector<MorphRow>& rows = scope.memory.outline.morphs;
    if (!beginList("morphs", 3, std::min(kMostMorphLines, rows.size()), scope.scale)) return;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, 0.0f));
    drawVisible(rows.size(), -1.0f, [&](size_t i) {
        const auto& [weight, name] = rows[i];
        const bool isHeld = scope.state.settings.heldMorphs.contains(weight);
        float value = scope.state.morphWeights[weight];
        ImGui::PushID(static_cast<int>(i));
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const ImU32 color = isHeld ? kOrange : ImGui::GetColorU32(ImGuiCol_Text);
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color), "%s", displayed(name).c_str());
        tooltip(name);
        ImGui::TableNextColumn();
        ImGui::SetNextItemWidth(8.0f * ImGui::GetFontSize());
        if (ImGui::SliderFloat("##weight", &value, 0.0f, 1.0f, "%.2f") && std::isfinite(value))
            scope.settings().heldMorphs[weight] = value;
        tooltip("The weight of the target. Moved, it holds its value. Ctrl+click to type a number.");
        ImGui::TableNextColumn();
        if (button("x", isHeld)) scope.settings().heldMorphs.erase(weight);
        tooltip("Returns the weight to the clip.");
        ImGui::PopID();
    });
    ImGui::PopStyleVar();
    endList();
}

}  // namespace sinew
