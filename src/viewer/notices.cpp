#include "viewer/notices.h"
#include "app/report/messages.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>
#include <imgui.h>

namespace sinew {
namespace {

constexpr double kLineSeconds = 4.0;
constexpr float kMargin = 16.0f;
constexpr ImGuiWindowFlags kPlain = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing;

/// A window around what `draw` draws. `pivot`: the point of it that is at `place`, in [0, 1].
template <typename Draw>
void drawBox(const char* name, ImVec2 place, ImVec2 pivot, const Draw& draw) {
    ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
    ImGui::Begin(name, nullptr, kPlain);
    draw();
    ImGui::End();
}

/// In as many columns as `height` makes necessary.
void drawKeys(const std::vector<KeyLine>& keys, float height) {
    const float rowHeight = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y;
    const size_t most = static_cast<size_t>(std::max(1.0f, height / rowHeight));
    const size_t columns = (keys.size() + most - 1) / most,
                 rows = columns > 0 ? (keys.size() + columns - 1) / columns : 0;
    if (rows == 0 || !ImGui::BeginTable("keys", static_cast<int>(2 * columns), ImGuiTableFlags_SizingFixedFit)) return;
    for (size_t row = 0; row < rows; ++row)
        for (size_t column = 0; column < columns; ++column) {
            const size_t i = column * rows + row;
            ImGui::TableNextColumn();
            if (i < keys.size()) ImGui::TextUnformatted(keys[i].keys.c_str());
            ImGui::TableNextColumn();
            if (i < keys.size()) ImGui::TextUnformatted(keys[i].effect.c_str());
        }
    ImGui::EndTable();
}

void drawText(const std::string& text, float width) {
    ImGui::PushTextWrapPos(width);
    ImGui::TextUnformatted(text.c_str(), text.c_str() + text.size());
    ImGui::PopTextWrapPos();
}

/// An indeterminate progress bar.
void drawLoading(const std::string& name, double seconds) {
    constexpr double kCycleSeconds = 1.6;
    constexpr float kWidth = 260.0f, kHeight = 6.0f, kBar = 60.0f;
    ImGui::TextUnformatted(fmt::format("loading {}, {:.0f} s ({} cancels)", name, seconds, key::cancel.names).c_str());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const double cycle = std::fmod(seconds / kCycleSeconds, 1.0);
    const float begin = static_cast<float>(1.0 - std::abs(2.0 * cycle - 1.0)) * (kWidth - kBar);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, ImVec2(corner.x + kWidth, corner.y + kHeight), ImGui::GetColorU32(ImGuiCol_FrameBg),
                       kHeight * 0.5f);
    list.AddRectFilled(ImVec2(corner.x + begin, corner.y), ImVec2(corner.x + begin + kBar, corner.y + kHeight),
                       ImGui::GetColorU32(ImGuiCol_CheckMark), kHeight * 0.5f);
    ImGui::Dummy(ImVec2(kWidth, kHeight));
}

/// The state and the active overlays, as "move + wave".
std::string stateText(const StateMachine& machine) {
    const Graph& graph = machine.graph();
    std::string text = graph.states[machine.state()].name;
    for (size_t i = 0; i < graph.overlays.size(); ++i)
        if (machine.overlayPlaying(i)) text += " + " + graph.overlays[i].name;
    return text;
}

}  // namespace

void Notices::say(const std::string& text) {
    line_ = text;
    lineSeconds_ = kLineSeconds;
}

void Notices::showError(Subject subject, const std::string& text) {
    errors_[static_cast<size_t>(subject)] = text;
    if (!text.empty()) sinew::say(text);
}

std::string Notices::error() const {
    std::string all;
    for (const std::string& error : errors_)
        if (!error.empty()) all += (all.empty() ? "" : "\n") + error;
    return all;
}

void Notices::showLoading(const std::string& name, double seconds) {
    loading_ = name;
    loadingSeconds_ = seconds;
}

void Notices::draw(glm::vec2 upperLeft, glm::vec2 lowerRight, double deltaSeconds) {
    lineSeconds_ = std::max(0.0, lineSeconds_ - deltaSeconds);
    const glm::vec2 center = 0.5f * (upperLeft + lowerRight);
    const float width = lowerRight.x - upperLeft.x;
    const ImVec2 top(center.x, upperLeft.y + kMargin), bottom(center.x, lowerRight.y - kMargin);
    const ImVec2 corner(upperLeft.x + kMargin, upperLeft.y + kMargin);
    const float keysHeight = lowerRight.y - upperLeft.y - 2.0f * (kMargin + ImGui::GetStyle().WindowPadding.y);
    if (keysShown_) drawBox("keys", corner, ImVec2(0.0f, 0.0f), [&] { drawKeys(keys_, keysHeight); });
    if (!loading_.empty()) drawBox("loading", top, ImVec2(0.5f, 0.0f), [&] { drawLoading(loading_, loadingSeconds_); });
    if (const std::string text = error(); !text.empty())
        drawBox("error", ImVec2(center.x, center.y), ImVec2(0.5f, 0.5f), [&] { drawText(text, width * 0.8f); });
    if (lineSeconds_ > 0.0) drawBox("line", bottom, ImVec2(0.5f, 1.0f), [&] { drawText(line_, width * 0.9f); });
}

void drawLabels(std::span<const Label> labels) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const Label& label : labels) {
        list.PushClipRect(ImVec2(0.0f, 0.0f), ImVec2(label.right, ImGui::GetIO().DisplaySize.y));
        const char *begin = label.text.data(), *end = begin + label.text.size();
        const auto draw = [&](float byX, float byY, ImU32 color) {
            list.AddText(ImVec2(std::floor(label.low.x) + byX, std::floor(label.low.y) + byY), color, begin, end);
        };
        for (const float byY : {0.0f, 1.0f, 2.0f})
            for (const float byX : {0.0f, 1.0f, 2.0f})
                draw(byX, byY, IM_COL32_BLACK);
        draw(1.0f, 1.0f, IM_COL32_WHITE);
        list.PopClipRect();
    }
}

std::string windowTitle(Stage& stage, size_t index, size_t count) {
    const Animator& animator = stage.animator();
    std::string file = std::filesystem::path(stage.report().file).filename().string();
    if (count > 1) file += fmt::format(" ({} of {})", index + 1, count);
    const AnimationClip* clip = animator.currentClip();
    if (stage.graph())
        return fmt::format("{}, speed {:g}{} - {} - Sinew", stateText(stage.graph()->machine()), animator.speed(),
                           animator.paused() ? ", paused" : "", file);
    if (!clip) return fmt::format("{} - {} - Sinew", stage.model().clips.empty() ? "no clips" : "rest pose", file);
    return fmt::format("{} ({}/{}) {:.2f} / {:.2f} s, speed {:g}{}{} - {} - Sinew", clip->name, *animator.clip() + 1,
                       stage.model().clips.size(), animator.timeSeconds(), clip->durationSeconds, animator.speed(),
                       animator.paused() ? ", paused" : "",
                       animator.repeat() == Repeat::once       ? ", once"
                       : animator.repeat() == Repeat::pingPong ? ", ping-pong"
                                                               : "",
                       file);
}

}  // namespace sinew
