#pragma once

#include <cstddef>

#include <imgui.h>

namespace sinew {

/// A choice of one from a few words, next to its name.
template <typename Value, size_t count>
bool choose(const char* name, const char* const (&words)[count], Value& value) {
    int chosen = static_cast<int>(value);
    ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
    const bool changed = ImGui::Combo(name, &chosen, words, static_cast<int>(count));
    if (changed) value = static_cast<Value>(chosen);
    return changed;
}

}  // namespace sinew
