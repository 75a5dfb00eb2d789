#pragma once

#include <fmt/format.h>
#include <imgui.h>

namespace sinew {

/// A line of text, formatted without allocating.
template <typename... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::memory_buffer text;
    fmt::format_to(fmt::appender(text), format, std::forward<Arguments>(arguments)...);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

/// The same, faint: what stands beside what matters.
template <typename... Arguments>
void sayFaintly(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    say(format, std::forward<Arguments>(arguments)...);
    ImGui::PopStyleColor();
}

/// What the last item does, and the key or the option (--name) that does it, while the pointer is over it.
void tip(const char* text, const char* key = nullptr);

/// Whether the pointer rests on the last item. Needs a frame of a Gui.
bool tipIsDue();

/// The widest that a tooltip's lines become, in pixels.
float tipWidth();

}  // namespace sinew
