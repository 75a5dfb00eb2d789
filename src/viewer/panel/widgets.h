#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/options/keys.h"

namespace sinew {

// Colors that color-blind users can tell apart (Okabe and Ito 2008).
inline constexpr ImU32 kOrange = IM_COL32(230, 159, 0, 255);
inline constexpr ImU32 kSkyBlue = IM_COL32(86, 180, 233, 255);
inline constexpr ImU32 kGreen = IM_COL32(0, 200, 140, 255);
inline constexpr ImU32 kYellow = IM_COL32(240, 228, 66, 255);
inline constexpr ImU32 kPink = IM_COL32(214, 140, 180, 255);

/// A name or message as it is drawn: in visual order (font.h). The font has its characters from the next frame on.
/// Requires a frame of a Gui.
std::string displayed(std::string_view utf8);

void appendFormatted(fmt::memory_buffer& text, fmt::string_view format, fmt::format_args arguments);

/// Formats without allocating, unless the text gets long.
template <typename... Arguments>
void appendText(fmt::memory_buffer& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    appendFormatted(text, format, fmt::make_format_args(arguments...));
}

/// A line of text, formatted without allocating.
template <typename... Arguments>
void showText(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::memory_buffer text;
    appendText(text, format, std::forward<Arguments>(arguments)...);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

/// Text in a dim color, for secondary text.
template <typename... Arguments>
void showDimText(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    showText(format, std::forward<Arguments>(arguments)...);
    ImGui::PopStyleColor();
}

/// A table of names and counts, two of them a row.
void showCounts(const char* id, std::span<const std::pair<const char*, size_t>> counts);

/// The last item's tooltip: what it does, and its key or option (--name).
void tooltip(std::string_view text, std::string_view key = {});
/// The tooltip of an item that does what the key does.
void tooltip(const Key& key);

/// Begins the last item's tooltip, once the pointer has rested on the item; then endTooltip() must follow. Requires a
/// frame of a Gui.
bool beginTooltip();
void endTooltip();

/// A button that can be disabled.
bool button(const char* label, bool enabled);

/// The width of the next item: leaves room for its label, if that is shown.
void setItemWidth(const char* label);

/// A labeled slider of a float, double or uint32_t, with values from `least` to `most`. True when the value was
/// changed.
template <typename Value>
bool slider(const char* label, Value& value, std::type_identity_t<Value> least, std::type_identity_t<Value> most,
            const char* format, ImGuiSliderFlags flags = 0) {
    constexpr ImGuiDataType kType = std::same_as<Value, float>    ? ImGuiDataType_Float
                                    : std::same_as<Value, double> ? ImGuiDataType_Double
                                                                  : ImGuiDataType_U32;
    setItemWidth(label);
    return ImGui::SliderScalar(label, kType, &value, &least, &most, format, flags | ImGuiSliderFlags_AlwaysClamp);
}

/// A labeled combo box of the names of an enumeration.
template <typename Value, size_t count>
bool combo(const char* label, const char* const (&names)[count], Value& value) {
    int chosen = static_cast<int>(value);
    setItemWidth(label);
    const bool changed = ImGui::Combo(label, &chosen, names, static_cast<int>(count), static_cast<int>(count));
    if (changed) value = static_cast<Value>(chosen);
    return changed;
}

/// A selectable line. Unlike ImGui::Selectable(), shows names that contain "##" in full.
bool selectable(int id, const char* name, bool selected, float indent = 0.0f, ImGuiSelectableFlags flags = 0);

/// Begins a table of lines that scrolls; if true, endList() must follow. The first column is as wide as the others
/// leave.
bool beginList(const char* id, int columns, size_t lines, float scale);
void endList();

/// Calls `draw` with the index of each visible one of `count` lines. A negative line height is measured.
template <typename Draw>
void drawVisible(size_t count, float lineHeight, const Draw& draw) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count), lineHeight);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw(static_cast<size_t>(i));
}

/// A combo box of the items `first` to `end` - 1, of which negative ones stand for special choices. `nameOf` returns an
/// item's text, and `indentOf` its indentation in pixels. True when another item was chosen.
template <typename NameOf, typename IndentOf = float (*)(int)>
bool combo(
    const char* label, int first, int end, int& chosen, const NameOf& nameOf,
    const IndentOf& indentOf = [](int) { return 0.0f; }) {
    setItemWidth(label);
    if (!ImGui::BeginCombo(label, displayed(nameOf(chosen)).c_str())) return false;
    const int before = chosen;
    drawVisible(static_cast<size_t>(end - first), -1.0f, [&](size_t line) {
        const int item = first + static_cast<int>(line);
        if (selectable(item, nameOf(item), item == before, indentOf(item))) chosen = item;
    });
    ImGui::EndCombo();
    return chosen != before;
}

}  // namespace sinew
