#include "viewer/picture_labels.h"

#include <imgui.h>

namespace sinew {

void drawLabels(std::span<const Label> labels) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const Label& label : labels) {
        list.PushClipRect(ImVec2(0.0f, 0.0f), ImVec2(label.right, ImGui::GetIO().DisplaySize.y));
        const char *begin = label.text.data(), *end = begin + label.text.size();
        const auto draw = [&](float byX, float byY, ImU32 color) {
            list.AddText(ImVec2(label.place.x + byX, label.place.y + byY), color, begin, end);
        };
        for (const float byY : {0.0f, 1.0f, 2.0f})
            for (const float byX : {0.0f, 1.0f, 2.0f})
                draw(byX, byY, IM_COL32_BLACK);
        draw(1.0f, 1.0f, IM_COL32_WHITE);
        list.PopClipRect();
    }
}

}  // namespace sinew
