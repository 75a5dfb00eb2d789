#include "viewer/panel/timeline.h"

#include <algorithm>
#include <cmath>

#include "viewer/panel/time_bar.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

enum class Icon { start, back, play, pause, on, reverse };

void drawIcon(Icon icon, ImVec2 middle, float size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_Text);
    const auto at = [&](float x, float y) { return ImVec2(middle.x + x * size, middle.y + y * size); };
    const auto triangle = [&](float tip, float base) {
        list.AddTriangleFilled(at(base, -0.45f), at(base, 0.45f), at(tip, 0.0f), color);
    };
    const auto bar = [&](float left, float right) { list.AddRectFilled(at(left, -0.45f), at(right, 0.45f), color); };
    switch (icon) {
        case Icon::start:
            bar(-0.45f, -0.28f);
            return triangle(-0.25f, 0.45f);
        case Icon::back:
            triangle(-0.45f, 0.15f);
            return bar(0.25f, 0.42f);
        case Icon::play:
            return triangle(0.5f, -0.35f);
        case Icon::pause:
            bar(-0.35f, -0.1f);
            return bar(0.1f, 0.35f);
        case Icon::on:
            bar(-0.42f, -0.25f);
            return triangle(0.45f, -0.15f);
        case Icon::reverse:
            return triangle(-0.5f, 0.35f);
    }
}

/// A button of the row; lit: what it does is on.
bool iconButton(const char* id, Icon icon, bool lit, const char* does, const char* key) {
    const float side = ImGui::GetFrameHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (lit) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_HeaderActive));
    const bool pressed = ImGui::Button(id, ImVec2(side * 1.25f, side));
    if (lit) ImGui::PopStyleColor();
    tip(does, key);
    drawIcon(icon, ImVec2(corner.x + 0.625f * side, corner.y + 0.5f * side), 0.6f * side);
    ImGui::SameLine(0.0f, 4.0f);
    return pressed;
}

void drawButtons(const PanelScope& scope) {
    const PanelState& state = scope.state;
    PanelRequests& asked = scope.asked;
    ImGui::BeginDisabled(state.machine != nullptr);
    if (iconButton("##start", Icon::start, false, "To the beginning of the clip or range.", nullptr))
        asked.seekSeconds = state.loopRange ? state.loopRange->startSeconds : 0.0;
    if (iconButton("##back", Icon::back, false, "One frame back.", ",")) asked.stepFrames = -1;
    ImGui::EndDisabled();
    if (iconButton("##play", state.paused ? Icon::play : Icon::pause, false, state.paused ? "Play." : "Pause.",
                   "Space"))
        asked.paused = !state.paused;
    if (iconButton("##on", Icon::on, false, "One frame on.", ".")) asked.stepFrames = 1;
    ImGui::BeginDisabled(state.machine != nullptr);
    if (iconButton("##reverse", Icon::reverse, state.speed < 0.0, "Play backwards, or forwards again.", "R"))
        asked.speed = -state.speed;
    ImGui::SameLine(0.0f, 10.0f * scope.scale);
    const char* names[] = {"once", "loop", "ping-pong"};
    int repeat = static_cast<int>(state.repeat);
    ImGui::SetNextItemWidth(7.5f * ImGui::GetFontSize());
    if (ImGui::Combo("##repeat", &repeat, names, 3)) asked.repeat = static_cast<Repeat>(repeat);
    tip("What happens at the end: stop, from the beginning again, or back.", "L");
    ImGui::EndDisabled();
}

void drawSpeed(const PanelScope& scope) {
    ImGui::SameLine(0.0f, 10.0f * scope.scale);
    float speed = static_cast<float>(std::abs(scope.state.speed));
    ImGui::SetNextItemWidth(9.0f * ImGui::GetFontSize());
    const ImGuiSliderFlags flags = ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp;
    if (ImGui::SliderFloat("##speed", &speed, 1.0f / 16.0f, 16.0f, "speed %.2f", flags))
        scope.asked.speed = std::copysign(static_cast<double>(speed), scope.state.speed);
    tip("1 is as authored. Ctrl and click to type a number.", "- and =");
    ImGui::SameLine(0.0f, 4.0f);
    ImGui::BeginDisabled(scope.state.speed == 1.0);
    if (ImGui::Button("1x")) scope.asked.speed = 1.0;
    ImGui::EndDisabled();
    tip("As authored.");
}

void drawReadout(const PanelScope& scope, const AnimationClip& clip) {
    const double frame = frameSeconds(clip);
    fmt::memory_buffer text;
    fmt::format_to(fmt::appender(text), "frame {:.0f} / {:.0f} at {:.4g} fps   {:.2f} / {:.2f} s",
                   std::floor(scope.state.timeSeconds / frame + 1e-6), std::round(clip.durationSeconds / frame),
                   1.0 / frame, scope.state.timeSeconds, clip.durationSeconds);
    const float width = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    ImGui::SameLine(0.0f, 14.0f * scope.scale);
    const float room = ImGui::GetContentRegionAvail().x;
    if (room > width) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

}  // namespace

void drawTimeline(const PanelScope& scope) {
    drawButtons(scope);
    drawSpeed(scope);
    const PanelState& state = scope.state;
    const AnimationClip* clip = state.clip && !state.machine ? &state.model->clips[*state.clip] : nullptr;
    if (clip) {
        drawReadout(scope, *clip);
        drawTimeBar(scope, *clip);
        return;
    }
    ImGui::SameLine(0.0f, 14.0f * scope.scale);
    sayFaintly("{}", state.machine ? "the state machine keeps the time" : "rest pose");
}

}  // namespace sinew
