#include <algorithm>

#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr size_t kMostClipLines = 9;

bool hasAllWords(std::string_view text, std::string_view words) {
    while (!words.empty()) {
        const size_t end = std::min(words.find(' '), words.size());
        if (text.find(words.substr(0, end)) == std::string_view::npos) return false;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return true;
}

int moveCursor(ImGuiInputTextCallbackData* data) {
    PanelMemory& memory = *static_cast<PanelMemory*>(data->UserData);
    if (data->EventKey == ImGuiKey_UpArrow && memory.foundCursor > 0) --memory.foundCursor;
    if (data->EventKey == ImGuiKey_DownArrow && memory.foundCursor + 1 < memory.foundClips.size()) ++memory.foundCursor;
    return 0;
}

/// Returns whether the search box has keyboard focus.
bool drawSearch(const PanelScope& scope) {
    PanelMemory& memory = scope.memory;
    if (std::exchange(memory.focusSearch, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1.0f);
    const ImGuiInputTextFlags flags =
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_AutoSelectAll;
    const bool entered = ImGui::InputTextWithHint("##search", "Search clips", memory.search.data(),
                                                  memory.search.size(), flags, moveCursor, &memory);
    const bool active = ImGui::IsItemActive();
    if (ImGui::IsItemEdited()) searchClips(memory);
    if (entered) memory.searchLeft = true;
    if (entered && memory.foundCursor < memory.foundClips.size())
        scope.asked.play = memory.foundClips[memory.foundCursor];
    if (!active)
        tooltip("Finds clips whose names contain all words. Up and Down select a match, Enter plays it.",
                key::keyboard.names);
    return active;
}

void drawName(const PanelScope& scope, size_t clip, bool cursor) {
    const PanelState& state = scope.state;
    const AnimationClip& shown = state.model->clips[clip];
    const bool playing = !state.machine && state.clip == clip;
    if (cursor) ImGui::PushStyleColor(ImGuiCol_Text, kYellow);
    const char* name = shown.name.empty() ? "(unnamed)" : shown.name.c_str();
    if (selectable(static_cast<int>(clip), name, playing, 0.0f, ImGuiSelectableFlags_SpanAllColumns))
        scope.asked.play = clip;
    if (cursor) ImGui::PopStyleColor();
    const char digit[] = {static_cast<char>('1' + clip), 0};
    tooltip("Crossfades to this clip.", clip < 9 ? digit : key::nextClip.names);
}

void drawRow(const PanelScope& scope, size_t clip, bool cursor) {
    const AnimationClip& shown = scope.state.model->clips[clip];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    drawName(scope, clip, cursor);
    ImGui::TableNextColumn();
    showText("{:6.2f} s", shown.durationSeconds);
    ImGui::TableNextColumn();
    showDimText("{:4}", shown.channels.size() + shown.morphs.size());
    const size_t unmatched =
        clip < scope.state.report->clips.size() ? scope.state.report->clips[clip].unmatchedChannels : 0;
    if (unmatched > 0) {
        ImGui::SameLine(0.0f, 3.0f * scope.scale);
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(kOrange), "-%zu", unmatched);
        tooltip("Channels that were ignored because the model lacks their nodes.");
    }
}

}  // namespace

void searchClips(PanelMemory& memory) {
    const std::string words = lowerCase(memory.search.data());
    memory.foundClips.clear();
    memory.foundCursor = 0;
    for (size_t clip = 0; clip < memory.outline.loweredClips.size(); ++clip)
        if (hasAllWords(memory.outline.loweredClips[clip], words))
            memory.foundClips.push_back(static_cast<uint32_t>(clip));
}

void drawClips(const PanelScope& scope) {
    const std::vector<AnimationClip>& clips = scope.state.model->clips;
    if (clips.empty()) return showDimText("no clips; showing the rest pose");
    ImGui::BeginDisabled(scope.state.machine != nullptr);
    const bool searching = drawSearch(scope);
    PanelMemory& memory = scope.memory;
    const size_t lines = std::min(kMostClipLines, clips.size());
    const float padding = 2.0f * scope.scale;
    const ImVec2 size(0.0f, static_cast<float>(lines) * (ImGui::GetTextLineHeight() + 2.0f * padding) + 1.0f);
    const ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(5.0f * scope.scale, padding));
    if (ImGui::BeginTable("clips", 3, flags, size)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("duration", ImGuiTableColumnFlags_WidthFixed);
        ImGui::TableSetupColumn("channels", ImGuiTableColumnFlags_WidthFixed);
        drawVisible(memory.foundClips.size(), -1.0f, [&](size_t found) {
            drawRow(scope, memory.foundClips[found], searching && found == memory.foundCursor);
        });
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    ImGui::EndDisabled();
    if (memory.foundClips.empty()) showDimText("no clip matches");
    if (scope.state.machine) showDimText("the state machine selects the clips");
}

}  // namespace sinew
