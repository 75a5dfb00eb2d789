#include "viewer/panel/widgets.h"

#include <algorithm>
#include <cctype>

#include "app/picture/font.h"
#include "viewer/panel/gui.h"

namespace sinew {
namespace {

constexpr double kTooltipSeconds = 0.5;   // the pointer rests before a tooltip appears
constexpr float kTooltipLetters = 22.0f;  // maximum width of a line, in font sizes

}  // namespace

std::string displayed(std::string_view utf8) {
    std::string ordered = visualOrder(utf8);
    static_cast<Gui*>(ImGui::GetIO().UserData)->need(ordered);
    return ordered;
}

void appendFormatted(fmt::memory_buffer& text, fmt::string_view format, fmt::format_args arguments) {
    const size_t before = text.size();
    fmt::vformat_to(fmt::appender(text), format, arguments);
    const std::string_view added(text.data() + before, text.size() - before);
    if (std::ranges::all_of(added, [](char letter) { return (letter & 0x80) == 0; })) return;
    const std::string shown = displayed(added);
    text.resize(before);
    text.append(shown);
}

void showCounts(const char* id, std::span<const std::pair<const char*, size_t>> counts) {
    if (!ImGui::BeginTable(id, 4, ImGuiTableFlags_SizingStretchProp)) return;
    for (const auto& [name, count] : counts) {
        ImGui::TableNextColumn();
        showDimText("{}", name);
        ImGui::TableNextColumn();
        showText("{}", count);
    }
    ImGui::EndTable();
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

bool button(const char* label, bool enabled) {
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::Button(label);
    ImGui::EndDisabled();
    return pressed;
}

void setItemWidth(const char* label) {
    ImGui::SetNextItemWidth(std::string_view(label).starts_with("##") ? -1.0f : -6.5f * ImGui::GetFontSize());
}

bool beginList(const char* id, int columns, size_t lines, float scale) {
    const float padding = 2.0f * scale, line = ImGui::GetTextLineHeight() + 2.0f * padding;
    const ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(5.0f * scale, padding));
    const bool begun = ImGui::BeginTable(id, columns, flags, ImVec2(0.0f, static_cast<float>(lines) * line + 1.0f));
    if (!begun) ImGui::PopStyleVar();
    for (int i = 0; begun && i < columns; ++i)
        ImGui::TableSetupColumn("", i ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch);
    return begun;
}

void endList() {
    ImGui::EndTable();
    ImGui::PopStyleVar();
}

bool selectable(int id, const char* name, bool selected, float indent, ImGuiSelectableFlags flags) {
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::PushID(id);
    const bool clicked = ImGui::Selectable("##line", selected, flags);
    ImGui::PopID();
    ImGui::GetWindowDrawList()->AddText(ImVec2(place.x + indent, place.y), ImGui::GetColorU32(ImGuiCol_Text),
                                        displayed(name).c_str());
    return clicked;
}

}  // namespace sinew
