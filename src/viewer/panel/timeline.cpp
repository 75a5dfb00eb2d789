#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

/// A triangle and up to two bars, from left to right in units of the icon's size, with 0 at the center.
struct Icon {
    float tip = 0.0f, base = 0.0f;  ///< x of the triangle's tip and of its base; without a triangle, both are 0
    std::array<std::array<float, 2>, 2> bars{};  ///< x of the left and the right edge
};

constexpr Icon kStart{.tip = -0.25f, .base = 0.45f, .bars = {{{-0.45f, -0.28f}}}};
constexpr Icon kBack{.tip = -0.45f, .base = 0.15f, .bars = {{{0.25f, 0.42f}}}};
constexpr Icon kPlay{.tip = 0.5f, .base = -0.35f};
constexpr Icon kPause{.bars = {{{-0.35f, -0.1f}, {0.1f, 0.35f}}}};
constexpr Icon kForward{.tip = 0.45f, .base = -0.15f, .bars = {{{-0.42f, -0.25f}}}};
constexpr Icon kReverse{.tip = -0.5f, .base = 0.35f};

void drawIcon(const Icon& icon, ImVec2 center, float size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_Text);
    const auto at = [&](float x, float y) { return ImVec2(center.x + x * size, center.y + y * size); };
    for (const auto& [left, right] : icon.bars)
        if (left < right) list.AddRectFilled(at(left, -0.45f), at(right, 0.45f), color);
    if (icon.tip != icon.base)
        list.AddTriangleFilled(at(icon.base, -0.45f), at(icon.base, 0.45f), at(icon.tip, 0.0f), color);
}

/// A button of the transport row. `lit`: its mode is on.
bool iconButton(const char* id, const Icon& icon, bool lit, const Key& key) {
    const float side = ImGui::GetFrameHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (lit) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_HeaderActive));
    const bool pressed = ImGui::Button(id, ImVec2(side * 1.25f, side));
    if (lit) ImGui::PopStyleColor();
    tooltip(key);
    drawIcon(icon, ImVec2(corner.x + 0.625f * side, corner.y + 0.5f * side), 0.6f * side);
    ImGui::SameLine(0.0f, 4.0f);
    return pressed;
}

void drawButtons(const PanelScope& scope) {
    const PanelState& state = scope.state;
    PanelRequests& asked = scope.asked;
    ImGui::BeginDisabled(state.machine != nullptr);
    if (iconButton("##start", kStart, false, {"", "jump to the start of the clip or loop range"}))
        asked.seekSeconds = state.settings.loopRange.value_or(LoopRange{}).startSeconds;
    if (iconButton("##back", kBack, false, key::stepBack)) asked.stepFrames = -1;
    ImGui::EndDisabled();
    const bool paused = state.settings.paused;
    if (iconButton("##play", paused ? kPlay : kPause, false, key::pause)) scope.settings().paused = !paused;
    if (iconButton("##forward", kForward, false, key::stepForward)) asked.stepFrames = 1;
    ImGui::BeginDisabled(state.machine != nullptr);
    if (iconButton("##reverse", kReverse, state.settings.speed < 0.0, key::reverse))
        scope.settings().speed = -state.settings.speed;
    ImGui::SameLine(0.0f, 10.0f * scope.scale);
    const char* names[] = {"Once", "Loop", "Ping-pong"};
    auto repeat = static_cast<int>(state.settings.repeat);
    ImGui::SetNextItemWidth(6.0f * ImGui::GetFontSize());
    if (ImGui::Combo("##repeat", &repeat, names, 3)) scope.settings().repeat = static_cast<Repeat>(repeat);
    tooltip(key::repeat);
    ImGui::EndDisabled();
}

void drawSpeed(const PanelScope& scope) {
    ImGui::SameLine(0.0f, 10.0f * scope.scale);
    float speed = static_cast<float>(std::abs(scope.state.settings.speed));
    ImGui::SetNextItemWidth(9.0f * ImGui::GetFontSize());
    const ImGuiSliderFlags flags = ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp;
    if (ImGui::SliderFloat("##speed", &speed, 1.0f / 16.0f, 16.0f, "speed %.2f", flags))
        scope.settings().speed = std::copysign(static_cast<double>(speed), scope.state.settings.speed);
    tooltip("Playback speed; 1 is as authored. Ctrl+click to type a number.",
            fmt::format("{}, {}", key::slower.names, key::faster.names));
    ImGui::SameLine(0.0f, 4.0f);
    if (button("1x", scope.state.settings.speed != 1.0)) scope.settings().speed = 1.0;
    tooltip("Reset the speed to 1.");
}

/// The frame, which can be typed, and the time. Where there is no room, the speed goes first, then the frame rate.
void drawReadout(const PanelScope& scope, const AnimationClip& clip) {
    const double time = std::max(scope.state.timeSeconds, 0.0), frame = stepSeconds(clip);
    const double last = std::round(clip.durationSeconds / frame);
    const float box = ImGui::CalcTextSize("00000").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    fmt::memory_buffer text;
    const auto format = [&](auto pattern) {
        text.clear();
        appendText(text, pattern, last, 1.0 / frame, time, clip.durationSeconds);
        return box + ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    };
    ImGui::SameLine(0.0f, 12.0f * scope.scale);
    const float gap = 4.0f * scope.scale, shortest = format(FMT_STRING("/ {0:.0f}  {2:.2f} / {3:.2f} s")) + gap;
    if (ImGui::GetContentRegionAvail().x > shortest + 13.0f * ImGui::GetFontSize()) drawSpeed(scope);
    ImGui::SameLine(0.0f, 12.0f * scope.scale);
    const float room = ImGui::GetContentRegionAvail().x;
    float width = format(FMT_STRING("/ {0:.0f} at {1:.4g} fps   {2:.2f} / {3:.2f} s")) + gap;
    if (width > room) width = format(FMT_STRING("/ {0:.0f}  {2:.2f} / {3:.2f} s")) + gap;
    if (width > room) width = format(FMT_STRING("/ {0:.0f}  {2:.2f} s")) + gap;
    if (room > width) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
    auto current = static_cast<int>(std::min(std::floor(time / frame + 1e-6), 2e9));
    ImGui::SetNextItemWidth(box);
    if (ImGui::InputInt("##frame", &current, 0, 0, ImGuiInputTextFlags_EnterReturnsTrue)) {
        scope.asked.seekSeconds = std::clamp(current * frame, 0.0, clip.durationSeconds);
        scope.settings().paused = true;
    }
    tooltip("The frame. Click to type another.");
    ImGui::SameLine(0.0f, gap);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

/// Maps the clip's seconds to the bar's pixels and back.
struct Ruler {
    float left = 0.0f, width = 1.0f;
    double durationSeconds = 1.0;
    float overhang = 0.0f;  ///< of the clickable area beyond both ends, which makes the ends easy to hit

    float x(double seconds) const {
        return left + width * static_cast<float>(std::clamp(seconds / durationSeconds, 0.0, 1.0));
    }
    double seconds(float x) const {
        return durationSeconds * std::clamp(static_cast<double>(x - left) / static_cast<double>(width), 0.0, 1.0);
    }
};

void dragRange(const PanelScope& scope, const AnimationClip& clip, const Ruler& ruler, const LoopRange& range) {
    PanelMemory& memory = scope.memory;
    if (!ImGui::IsItemActive()) {
        memory.draggedEnd = -1;
        return;
    }
    const float pointer = ImGui::GetMousePos().x;
    if (memory.draggedEnd < 0)
        memory.draggedEnd =
            std::abs(pointer - ruler.x(range.startSeconds)) <= std::abs(pointer - ruler.x(range.endSeconds)) ? 0 : 1;
    const double frame = stepSeconds(clip), time = std::round(ruler.seconds(pointer) / frame) * frame;
    LoopRange wanted = range;
    if (memory.draggedEnd == 0)
        wanted.startSeconds = std::max(0.0, std::min(time, range.endSeconds - frame));
    else
        wanted.endSeconds = std::min(clip.durationSeconds, std::max(time, range.startSeconds + frame));
    if (wanted == range) return;
    const bool whole = wanted.startSeconds <= 0.0 && wanted.endSeconds >= clip.durationSeconds;
    scope.settings().loopRange = whole ? std::nullopt : std::optional<LoopRange>(wanted);
}

void drawRange(const PanelScope& scope, const AnimationClip& clip, const Ruler& ruler, float height) {
    const LoopRange range = scope.state.settings.loopRange.value_or(LoopRange{0.0, clip.durationSeconds});
    const ImVec2 corner(ruler.left, ImGui::GetCursorScreenPos().y);
    ImGui::SetCursorScreenPos(ImVec2(corner.x - ruler.overhang, corner.y));
    ImGui::InvisibleButton("range", ImVec2(ruler.width + 2.0f * ruler.overhang, height));
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0))
        scope.settings().loopRange.reset();
    else
        dragRange(scope, clip, ruler, range);
    const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = corner.y + height, start = ruler.x(range.startSeconds), end = ruler.x(range.endSeconds);
    list.AddRectFilled(corner, ImVec2(corner.x + ruler.width, bottom), ImGui::GetColorU32(ImGuiCol_FrameBg), 3.0f);
    list.AddRectFilled(ImVec2(start, corner.y), ImVec2(end, bottom),
                       ImGui::GetColorU32(ImGuiCol_SliderGrab, scope.state.settings.loopRange ? 0.55f : 0.25f), 3.0f);
    const float half = 3.0f * scope.scale;
    for (const float x : {start, end})
        list.AddRectFilled(ImVec2(x - half, corner.y), ImVec2(x + half, bottom), lit ? kOrange : kSkyBlue, 2.0f);
    if (!ImGui::IsItemActive())
        tooltip("Loop range: drag an end to move it, double-click to clear it.",
                fmt::format("{}, {}, {}", key::startLoop.names, key::endLoop.names, key::clearLoop.names));
}

void drawMarks(const PanelScope& scope, const AnimationClip& clip, const Ruler& ruler, float top, float bottom) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double frame = stepSeconds(clip), perFrame = static_cast<double>(ruler.width) * frame / clip.durationSeconds;
    /// 1, 2, 5, 10 and so on frames, at least so many pixels.
    const auto stepOver = [&](float pixels) {
        double step = 1.0;
        for (int i = 0; step * perFrame < static_cast<double>(pixels); ++i)
            step *= i % 3 == 1 ? 2.5 : 2.0;
        return step;
    };
    const double step = stepOver(5.0f * scope.scale), labeled = stepOver(4.0f * ImGui::GetFontSize());
    for (double number = 0.0; number * frame <= clip.durationSeconds; number += step) {
        const float x = ruler.x(number * frame);
        const bool isLabeled = std::fmod(number, labeled) == 0.0;
        list.AddLine(ImVec2(x, bottom - (isLabeled ? 8.0f : 4.0f) * scope.scale), ImVec2(x, bottom),
                     ImGui::GetColorU32(ImGuiCol_TextDisabled, isLabeled ? 0.8f : 0.45f));
        if (isLabeled && x + 2.0f * ImGui::GetFontSize() < ruler.left + ruler.width)
            list.AddText(ImVec2(x + 3.0f * scope.scale, bottom - ImGui::GetFontSize() - 2.0f),
                         ImGui::GetColorU32(ImGuiCol_TextDisabled), fmt::format("{:.0f}", number).c_str());
    }
    if (!scope.memory.curves.hasChannel() || !scope.memory.selectedNode) return;
    float last = -10.0f;
    for (const double time : scope.memory.curves.keyTimes()) {
        const float x = ruler.x(time);
        if (x - last < 2.0f) continue;
        last = x;
        list.AddLine(ImVec2(x, top + 2.0f), ImVec2(x, top + 9.0f * scope.scale), kOrange);
    }
}

void drawScrubber(const PanelScope& scope, const AnimationClip& clip, const Ruler& ruler, float height) {
    const ImVec2 corner(ruler.left, ImGui::GetCursorScreenPos().y);
    ImGui::SetCursorScreenPos(ImVec2(corner.x - ruler.overhang, corner.y));
    ImGui::InvisibleButton("time", ImVec2(ruler.width + 2.0f * ruler.overhang, height));
    const bool active = ImGui::IsItemActive();
    const double hovered = ruler.seconds(ImGui::GetMousePos().x);
    if (active) {
        scope.asked.seekSeconds = hovered;
        scope.asked.holdsTime = true;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(corner.x + ruler.width, corner.y + height);
    list.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg), 3.0f);
    drawMarks(scope, clip, ruler, corner.y, end.y);
    const float x = ruler.x(active ? hovered : scope.state.timeSeconds), half = 5.0f * scope.scale;
    list.AddLine(ImVec2(x, corner.y), ImVec2(x, end.y), IM_COL32_WHITE, 2.0f * scope.scale);
    list.AddTriangleFilled(ImVec2(x - half, corner.y), ImVec2(x + half, corner.y), ImVec2(x, corner.y + half),
                           IM_COL32_WHITE);
    if (!active && ImGui::IsItemHovered()) {
        // Above the bar: beside the pointer the tooltip would cover it.
        ImGui::SetNextWindowPos(ImVec2(ImGui::GetMousePos().x, corner.y - 56.0f * scope.scale), ImGuiCond_Always,
                                ImVec2(0.5f, 1.0f));
        ImGui::BeginTooltip();
        showText("{:.3f} s, frame {:.0f}", hovered, std::floor(hovered / stepSeconds(clip) + 1e-6));
        showDimText("Drag to scrub. Keys: , and . step by one frame");
        ImGui::EndTooltip();
    }
}

/// The loop range above the time, over the remaining width. Marks the keys of the selected bone.
void drawTimeBar(const PanelScope& scope, const AnimationClip& clip) {
    const float inset = 6.0f * scope.scale;
    const Ruler ruler{.left = ImGui::GetCursorScreenPos().x + inset,
                      .width = std::max(ImGui::GetContentRegionAvail().x - 2.0f * inset, 20.0f),
                      .durationSeconds = clip.durationSeconds,
                      .overhang = inset};
    if (!(clip.durationSeconds > 0.0)) return showDimText("single pose: the clip has no duration");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 2.0f * scope.scale));
    drawRange(scope, clip, ruler, 9.0f * scope.scale);
    drawScrubber(scope, clip, ruler, 22.0f * scope.scale);
    ImGui::PopStyleVar();
}

}  // namespace

void drawTimeline(const PanelScope& scope) {
    drawButtons(scope);
    const PanelState& state = scope.state;
    const AnimationClip* clip = state.clip && !state.machine ? &state.model->clips[*state.clip] : nullptr;
    if (!clip) {
        drawSpeed(scope);
        ImGui::SameLine(0.0f, 14.0f * scope.scale);
        return showDimText("{}", state.machine ? "the state machine controls the time" : "rest pose");
    }
    drawReadout(scope, *clip);
    drawTimeBar(scope, *clip);
}

}  // namespace sinew
