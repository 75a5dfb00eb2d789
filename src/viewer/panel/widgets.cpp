#include "viewer/panel/widgets.h"

#include <cctype>

#include "viewer/panel/gui.h"

namespace sinew {
namespace {

constexpr double kTooltipSeconds = 0.5;   // the pointer rests before a tooltip appears
constexpr float kTooltipLetters = 26.0f;  // maximum width of a line, in font sizes

}  // namespace

void appendFormatted(fmt::memory_buffer& text, fmt::string_view format, fmt::format_args arguments) {
    fmt::vformat_to(fmt::appender(text), format, arguments);
}

bool beginTooltip() {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return false;
    if (static_cast<const Gui*>(ImGui::GetIO().UserData)->stillSeconds() < kTooltipSeconds) return false;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(kTooltipLetters * ImGui::GetFontSize());
    return true;
}

void endTooltip() {
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void tooltip(std::string_view text, std::string_view key) {
    if (!beginTooltip()) return;
    showText("{}", text);
    if (!key.empty()) showDimText("{}: {}", key.starts_with("--") ? "Option" : "Key", key);
    endTooltip();
}

void tooltip(const Key& key) {
    const char first = static_cast<char>(std::toupper(static_cast<unsigned char>(key.effect[0])));
    tooltip(fmt::format("{}{}.", first, key.effect.substr(1)), key.names);
}

void leaveRoomForLabel() {
    ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
}

bool selectable(int id, const char* name, bool selected, float indent, ImGuiSelectableFlags flags) {
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::PushID(id);
    const bool clicked = ImGui::Selectable("##line", selected, flags);
    ImGui::PopID();
    ImGui::GetWindowDrawList()->AddText(ImVec2(place.x + indent, place.y), ImGui::GetColorU32(ImGuiCol_Text), name);
    return clicked;
}

}  // namespace sinew
