#include "viewer/panel/words.h"

#include <string_view>

#include "viewer/panel/gui.h"

namespace sinew {
namespace {

constexpr double kTipSeconds = 0.5;  // of rest before a tooltip: on the way to something else it would be in the way

}  // namespace

bool tipIsDue() {
    return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) &&
           static_cast<const Gui*>(ImGui::GetIO().UserData)->stillSeconds() >= kTipSeconds;
}

float tipWidth() {
    return ImGui::GetFontSize() * 26.0f;
}

void tip(const char* text, const char* key) {
    if (!tipIsDue()) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(tipWidth());
    ImGui::TextUnformatted(text);
    if (key) sayFaintly("{}: {}", std::string_view(key).starts_with("--") ? "Option" : "Key", key);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

}  // namespace sinew
