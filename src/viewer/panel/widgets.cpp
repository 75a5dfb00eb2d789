#include "viewer/panel/widgets.h"

#include <string_view>

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

void tooltip(const char* text, const char* key) {
    if (!beginTooltip()) return;
    ImGui::TextUnformatted(text);
    if (key) showDimText("{}: {}", std::string_view(key).starts_with("--") ? "Option" : "Key", key);
    endTooltip();
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
