#include "viewer/panel/time_bar.h"

#include <algorithm>
#include <cmath>

#include "viewer/panel/plot.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

/// From the bar's pixels to the clip's seconds and back.
struct Ruler {
    float left = 0.0f, width = 1.0f;
    double durationSeconds = 1.0;

    float overhang = 0.0f;  ///< of what takes clicks, at both ends, so that the ends are easy to meet

    float x(double seconds) const {
        return left + width * static_cast<float>(std::clamp(seconds / durationSeconds, 0.0, 1.0));
    }
    double seconds(float x) const {
        return durationSeconds * std::clamp(static_cast<double>(x - left) / static_cast<double>(width), 0.0, 1.0);
    }
};

double nearestFrame(double seconds, const AnimationClip& clip) {
    const double frame = frameSeconds(clip);
    return std::clamp(std::round(seconds / frame) * frame, 0.0, clip.durationSeconds);
}

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
    const double frame = frameSeconds(clip), time = nearestFrame(ruler.seconds(pointer), clip);
    LoopRange wanted = range;
    if (memory.draggedEnd == 0)
        wanted.startSeconds = std::max(0.0, std::min(time, range.endSeconds - frame));
    else
        wanted.endSeconds = std::min(clip.durationSeconds, std::max(time, range.startSeconds + frame));
    if (wanted == range) return;
    const bool whole = wanted.startSeconds <= 0.0 && wanted.endSeconds >= clip.durationSeconds;
    scope.asked.loopRange = whole ? std::nullopt : std::optional<LoopRange>(wanted);
}

void drawRange(const PanelScope& scope, const AnimationClip& clip, const Ruler& ruler, float height) {
    const LoopRange range = scope.state.loopRange.value_or(LoopRange{0.0, clip.durationSeconds});
    const ImVec2 corner(ruler.left, ImGui::GetCursorScreenPos().y);
    ImGui::SetCursorScreenPos(ImVec2(corner.x - ruler.overhang, corner.y));
    ImGui::InvisibleButton("range", ImVec2(ruler.width + 2.0f * ruler.overhang, height));
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0))
        scope.asked.loopRange.emplace(std::nullopt);
    else
        dragRange(scope, clip, ruler, range);
    const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = corner.y + height, start = ruler.x(range.startSeconds), end = ruler.x(range.endSeconds);
    list.AddRectFilled(corner, ImVec2(corner.x + ruler.width, bottom), ImGui::GetColorU32(ImGuiCol_FrameBg), 3.0f);
    list.AddRectFilled(ImVec2(start, corner.y), ImVec2(end, bottom),
                       ImGui::GetColorU32(ImGuiCol_SliderGrab, scope.state.loopRange ? 0.55f : 0.25f), 3.0f);
    const float half = 3.0f * scope.scale;
    for (const float x : {start, end})
        list.AddRectFilled(ImVec2(x - half, corner.y), ImVec2(x + half, bottom), lit ? kOrange : kSkyBlue, 2.0f);
    if (!ImGui::IsItemActive())
        tip("Drag an end: only this range is repeated. Double click: the whole clip.", "Z, X and C");
}

void drawMarks(const PanelScope& scope, const AnimationClip& clip, const Ruler& ruler, float top, float bottom) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // Frames while there is room for them, else tenths, else seconds ...
    double step = frameSeconds(clip);
    const double room =
        5.0 * static_cast<double>(scope.scale) * clip.durationSeconds / static_cast<double>(ruler.width);
    for (const double coarser : {0.1, 0.5, 1.0, 5.0, 10.0, 60.0, 600.0, 3600.0})
        if (step < room) step = std::max(step, coarser);
    if (clip.durationSeconds / step < 5000.0)
        for (double time = 0.0; time <= clip.durationSeconds; time += step) {
            const bool second = std::abs(time - std::round(time)) < 0.25 * step;
            const float x = ruler.x(time);
            list.AddLine(ImVec2(x, bottom - (second ? 8.0f : 4.0f) * scope.scale), ImVec2(x, bottom),
                         ImGui::GetColorU32(ImGuiCol_TextDisabled, second ? 0.8f : 0.45f));
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
    const double pointed = ruler.seconds(ImGui::GetMousePos().x);
    if (active) {
        scope.asked.seekSeconds = pointed;
        scope.asked.holdsTime = true;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(corner.x + ruler.width, corner.y + height);
    list.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg), 3.0f);
    drawMarks(scope, clip, ruler, corner.y, end.y);
    const float x = ruler.x(active ? pointed : scope.state.timeSeconds), half = 5.0f * scope.scale;
    list.AddLine(ImVec2(x, corner.y), ImVec2(x, end.y), IM_COL32_WHITE, 2.0f * scope.scale);
    list.AddTriangleFilled(ImVec2(x - half, corner.y), ImVec2(x + half, corner.y), ImVec2(x, corner.y + half),
                           IM_COL32_WHITE);
    if (!active && ImGui::IsItemHovered()) {
        // Beside the pointer it would lie over the bar, which is at the window's foot.
        ImGui::SetNextWindowPos(ImVec2(ImGui::GetMousePos().x, corner.y - 56.0f * scope.scale), ImGuiCond_Always,
                                ImVec2(0.5f, 1.0f));
        ImGui::BeginTooltip();
        say("{:.3f} s, frame {:.0f}", pointed, std::floor(pointed / frameSeconds(clip) + 1e-6));
        sayFaintly("Drag to scrub. Key: , and . step by a frame");
        ImGui::EndTooltip();
    }
}

}  // namespace

void drawTimeBar(const PanelScope& scope, const AnimationClip& clip) {
    const float inset = 6.0f * scope.scale;
    const Ruler ruler{.left = ImGui::GetCursorScreenPos().x + inset,
                      .width = std::max(ImGui::GetContentRegionAvail().x - 2.0f * inset, 20.0f),
                      .durationSeconds = clip.durationSeconds,
                      .overhang = inset};
    if (!(clip.durationSeconds > 0.0)) return sayFaintly("a pose: a clip without duration");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 2.0f * scope.scale));
    drawRange(scope, clip, ruler, 9.0f * scope.scale);
    drawScrubber(scope, clip, ruler, 22.0f * scope.scale);
    ImGui::PopStyleVar();
}

}  // namespace sinew
