#include <algorithm>
#include <ranges>

#include "base/text.h"
#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr size_t kMostClipLines = 9;

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
    if (ImGui::IsItemEdited()) searchClips(memory, *scope.state.model);
    if (entered) memory.searchLeft = true;
    if (entered && memory.foundCursor < memory.foundClips.size())
        scope.asked.play = memory.foundClips[memory.foundCursor];
    if (!active)
        tooltip("Finds clips whose names contain all words. Up and Down select a match, Enter plays it.",
                key::keyboard.names);
    return active;
}

void drawRow(const PanelScope& scope, size_t clip, bool cursor) {
    const PanelState& state = scope.state;
    const AnimationClip& shown = state.model->clips[clip];
    const char* name = shown.name.empty() ? "(unnamed)" : shown.name.c_str();
    const bool playing = !state.machine && state.clip == clip;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (cursor) ImGui::PushStyleColor(ImGuiCol_Text, kYellow);
    if (selectable(static_cast<int>(clip), name, playing, 0.0f, ImGuiSelectableFlags_SpanAllColumns))
        scope.asked.play = clip;
    if (cursor) ImGui::PopStyleColor();
    tooltip("Crossfades to this clip.", clip < 9 ? std::to_string(clip + 1) : key::nextClip.names);
    ImGui::TableNextColumn();
    showText("{:6.2f} s", shown.durationSeconds);
    ImGui::TableNextColumn();
    showDimText("{:4}", shown.channels.size() + shown.morphs.size());
    const size_t unmatched = clip < state.report->clips.size() ? state.report->clips[clip].unmatchedChannels : 0;
    if (unmatched > 0) {
        ImGui::SameLine(0.0f, 3.0f * scope.scale);
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(kOrange), "-%zu", unmatched);
        tooltip("Channels that were ignored because the model lacks their nodes.");
    }
}

/// The name and the verbs of the clip that plays.
void drawEdit(const PanelScope& scope, size_t clip) {
    const PanelState& state = scope.state;
    PanelMemory& memory = scope.memory;
    const std::vector<AnimationClip>& clips = state.model->clips;
    std::vector<ClipEdit> edits = state.source.clips;
    if (edits.empty()) edits = keptClips(*state.model);
    if (!state.source.clipsFile.empty() || !areKept(edits) || clip >= edits.size())
        return showDimText("--clip and --clips have chosen the clips");
    ClipEdit& edit = edits[clip];
    bool changed = false;
    if (std::exchange(memory.namedClip, clip) != clip)
        *fmt::format_to_n(memory.clipName.data(), memory.clipName.size() - 1, "{}", clips[clip].name).out = '\0';
    setItemWidth("Name");
    if (ImGui::InputText("Name", memory.clipName.data(), memory.clipName.size(),
                         ImGuiInputTextFlags_EnterReturnsTrue)) {
        edit.name = memory.clipName.data();
        changed = !edit.name.empty();
    }
    tooltip("The name under which the clip is exported. Enter applies it.");
    const auto verb = [&](const char* label, ClipVerb::Kind kind, const char* description) {
        const auto found = std::ranges::find(edit.verbs, kind, &ClipVerb::kind);
        bool isOn = found != edit.verbs.end();
        ImGui::TableNextColumn();
        if (ImGui::Checkbox(label, &isOn)) {
            changed = true;
            if (isOn)
                edit.verbs.push_back({kind});
            else
                edit.verbs.erase(found);
        }
        tooltip(description, "--clip");
    };
    if (ImGui::BeginTable("verbs", 3, ImGuiTableFlags_SizingStretchSame)) {
        verb("Loop", ClipVerb::Kind::loop, "The last pose becomes the first one.");
        verb("In place", ClipVerb::Kind::inPlace, "Takes the root motion out.");
        verb("Root", ClipVerb::Kind::root, "Moves the root motion from the hips to a root node.");
        verb("Mirror", ClipVerb::Kind::mirror, "Exchanges left and right.");
        verb("Reverse", ClipVerb::Kind::reverse, "Runs backward.");
        ImGui::EndTable();
    }
    const std::optional<LoopRange>& range = state.settings.loopRange;
    if (button("Trim", range && edit.verbs.empty() && !edit.first && !edit.last)) {
        edit.first = ClipTime{range->startSeconds, true};
        edit.last = ClipTime{range->endSeconds, true};
        scope.settings().loopRange.reset();
        changed = true;
    }
    tooltip("Keeps the loop range, before anything else is done to the clip.", key::startLoop.names);
    ImGui::SameLine();
    if (button("Reset", !edit.name.empty() || !edit.verbs.empty() || edit.first || edit.last)) {
        edit = {.row = edit.row, .clip = edit.clip};
        changed = true;
    }
    tooltip("The clip as it is in its file.");
    ImGui::SameLine();
    if (ImGui::Button("Export")) scope.asked.pressed = key::exportModel;
    tooltip(key::exportModel);
    if (changed) scope.asked.clips = std::move(edits);
}

}  // namespace

bool hasAllWords(std::string_view text, std::string_view words) {
    const std::string lowered = lowerCase(text), all = lowerCase(words);
    return std::ranges::all_of(std::views::split(all, ' '), [&](const auto& word) {
        return lowered.find(std::string_view(word.begin(), word.end())) != std::string::npos;
    });
}

void searchClips(PanelMemory& memory, const Model& model) {
    memory.foundClips.clear();
    memory.foundCursor = 0;
    for (size_t clip = 0; clip < model.clips.size(); ++clip)
        if (hasAllWords(model.clips[clip].name, memory.search.data()))
            memory.foundClips.push_back(static_cast<uint32_t>(clip));
}

void drawClips(const PanelScope& scope) {
    const std::vector<AnimationClip>& clips = scope.state.model->clips;
    if (clips.empty()) return showDimText("no clips; showing the rest pose");
    ImGui::BeginDisabled(scope.state.machine != nullptr);
    const bool searching = drawSearch(scope);
    PanelMemory& memory = scope.memory;
    if (beginList("clips", 3, std::min(kMostClipLines, clips.size()), scope.scale)) {
        const float line = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y;
        if (ImGui::IsWindowAppearing())
            ImGui::SetScrollY((static_cast<float>(scope.state.clip.value_or(0)) - 4.0f) * line);
        drawVisible(memory.foundClips.size(), line, [&](size_t found) {
            drawRow(scope, memory.foundClips[found], searching && found == memory.foundCursor);
        });
        endList();
    }
    ImGui::EndDisabled();
    if (memory.foundClips.empty()) showDimText("no clip matches");
    if (scope.state.machine) return showDimText("the state machine selects the clips");
    if (scope.state.clip && ImGui::TreeNode("Edit this clip")) {
        drawEdit(scope, *scope.state.clip);
        ImGui::TreePop();
    }
}

}  // namespace sinew
