#include "viewer/notices.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "app/report/messages.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr float kMargin = 16.0f;
constexpr float kScrolledPixels = 16.0f;  // by a key of an arrow
constexpr ImGuiWindowFlags kPlain = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing;

/// A window around what `draw` draws. `pivot`: the point of it that is at `place`, in [0, 1].
template <typename Draw>
void drawBox(const char* name, ImVec2 place, ImVec2 pivot, const Draw& draw, ImGuiWindowFlags flags = kPlain) {
    ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
    ImGui::Begin(name, nullptr, flags);
    draw();
    ImGui::End();
}

void drawText(const std::string& text, float width) {
    ImGui::PushTextWrapPos(width);
    ImGui::TextUnformatted(displayed(text).c_str());
    ImGui::PopTextWrapPos();
}

/// In as many columns as fit, with each group below the shortest one.
void drawKeys(const std::vector<KeyLine>& keys, float width) {
    constexpr float kMostColumns = 3.0f;
    const float letter = ImGui::GetFontSize(), keysWidth = 9.0f * letter;
    const float columns = std::clamp(std::floor(width / (3.0f * keysWidth)), 1.0f, kMostColumns);
    const float columnWidth = std::min(width / columns, 5.0f * keysWidth);
    const ImVec2 corner = ImGui::GetCursorPos();
    std::array<float, static_cast<size_t>(kMostColumns)> ends{};
    const auto end = ends.begin() + static_cast<int>(columns);
    auto shortest = ends.begin();
    const auto drawAt = [&](float left, float right, ImGuiCol color, const std::string& text) {
        const float x = corner.x + static_cast<float>(shortest - ends.begin()) * columnWidth;
        ImGui::SetCursorPos(ImVec2(x + left, corner.y + *shortest));
        ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(color));
        drawText(text, x + right - letter);
        ImGui::PopStyleColor();
        return ImGui::GetItemRectSize().y;
    };
    for (std::string_view group; const KeyLine& line : keys) {
        if (std::exchange(group, line.group) != line.group) {
            shortest = std::min_element(ends.begin(), end);
            if (*shortest > 0.0f) *shortest += 0.5f * letter;
            *shortest += drawAt(0.0f, columnWidth, ImGuiCol_CheckMark, std::string(group));
        }
        const float height = drawAt(0.0f, keysWidth, ImGuiCol_Text, line.keys);
        const std::string effect = line.state.empty() ? line.effect : fmt::format("{} ({})", line.effect, line.state);
        *shortest += 2.0f + std::max(height, drawAt(keysWidth, columnWidth, ImGuiCol_TextDisabled, effect));
    }
}

/// An indeterminate progress bar.
void drawLoading(const std::string& text, double seconds) {
    constexpr double kCycleSeconds = 1.6;
    constexpr float kWidth = 260.0f, kHeight = 6.0f, kBar = 60.0f;
    showText("{}, {:.0f} s ({} cancels)", text, seconds, key::cancel.names);
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

void Notices::say(const std::string& text, double seconds) {
    line_ = text;
    lineSeconds_ = text.empty() ? 0.0 : seconds;
    changed_ = true;
}

void Notices::showError(Subject subject, const std::string& text, bool prints) {
    errors_[static_cast<size_t>(subject)] = text;
    changed_ = true;
    if (prints && !text.empty()) sinew::say(text);
}

std::string Notices::error() const {
    std::string all;
    for (const std::string& error : errors_)
        if (!error.empty()) all += (all.empty() ? "" : "\n") + error;
    return all;
}

void Notices::showLoading(const std::string& text, double seconds) {
    changed_ |= !text.empty() || !loading_.empty();
    loading_ = text;
    loadingSeconds_ = seconds;
}

void Notices::take(Input& input) {
    if (!keysShown_ || keysScrollMost_ <= 0.0f) return;
    float lines = -3.0f * std::exchange(input.zoom, 0.0f);
    std::erase_if(input.keys, [&](const KeyStroke& stroke) {
        const float step = stroke.key == keyUp         ? -1.0f
                           : stroke.key == keyDown     ? 1.0f
                           : stroke.key == keyPageUp   ? -10.0f
                           : stroke.key == keyPageDown ? 10.0f
                                                       : 0.0f;
        if (step == 0.0f || stroke.kind == KeyStroke::Kind::release) return false;
        lines += step;
        return true;
    });
    keysScroll_ = std::clamp(keysScroll_ + lines * kScrolledPixels, 0.0f, keysScrollMost_);
}

bool Notices::advance(double seconds) {
    const bool ends = lineSeconds_ > 0.0 && lineSeconds_ <= seconds;
    lineSeconds_ = std::max(0.0, lineSeconds_ - seconds);
    return std::exchange(changed_, false) || ends;
}

void Notices::draw(glm::vec2 upperLeft, glm::vec2 lowerRight) {
    const glm::vec2 center = 0.5f * (upperLeft + lowerRight);
    const float width = lowerRight.x - upperLeft.x, most = lowerRight.y - upperLeft.y - 2.0f * kMargin;
    const ImVec2 top(center.x, upperLeft.y + kMargin), bottom(center.x, lowerRight.y - kMargin);
    const ImVec2 corner(upperLeft.x + kMargin, upperLeft.y + kMargin);
    const ImGuiStyle& style = ImGui::GetStyle();
    if (keysShown_) {
        ImGui::SetNextWindowSizeConstraints(ImVec2(0.0f, 0.0f), ImVec2(width - 2.0f * kMargin, std::max(most, 1.0f)));
        const auto draw = [&] {
            ImGui::SetScrollY(keysScroll_);
            drawKeys(keys_, width - 2.0f * (kMargin + style.WindowPadding.x) - style.ScrollbarSize);
            keysScrollMost_ = ImGui::GetScrollMaxY();
        };
        drawBox("keys", corner, ImVec2(0.0f, 0.0f), draw, kPlain & ~ImGuiWindowFlags_NoScrollbar);
    }
    if (!loading_.empty()) drawBox("loading", top, ImVec2(0.5f, 0.0f), [&] { drawLoading(loading_, loadingSeconds_); });
    if (const std::string text = error(); !text.empty())
        drawBox("error", ImVec2(center.x, center.y), ImVec2(0.5f, 0.5f), [&] { drawText(text, width * 0.8f); });
    if (lineSeconds_ > 0.0) drawBox("line", bottom, ImVec2(0.5f, 1.0f), [&] { drawText(line_, width * 0.9f); });
}

void drawLabels(std::span<const Label> labels) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const Label& label : labels) {
        list.PushClipRect(ImVec2(0.0f, 0.0f), ImVec2(label.right, ImGui::GetIO().DisplaySize.y));
        const std::string text = displayed(label.text);
        const auto draw = [&](float byX, float byY, ImU32 color) {
            list.AddText(ImVec2(std::floor(label.low.x) + byX, std::floor(label.low.y) + byY), color, text.c_str());
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
    const char* const paused = animator.paused() ? ", paused" : "";
    if (stage.graph())
        return fmt::format("{}, speed {:g}{} - {} - Sinew", stateText(stage.graph()->machine()), animator.speed(),
                           paused, file);
    if (!clip) return fmt::format("{} - {} - Sinew", stage.model().clips.empty() ? "no clips" : "rest pose", file);
    const bool loops = animator.repeat() == Repeat::loop;
    return fmt::format("{} ({}/{}) {:.2f} / {:.2f} s, speed {:g}{}{}{} - {} - Sinew", clip->name, *animator.clip() + 1,
                       stage.model().clips.size(), animator.timeSeconds(), clip->durationSeconds, animator.speed(),
                       paused, loops ? "" : ", ", loops ? "" : kRepeatNames[static_cast<size_t>(animator.repeat())],
                       file);
}

}  // namespace sinew
