#include "viewer/panel/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace sinew {
namespace {

struct Values {
    float least = std::numeric_limits<float>::max(), most = std::numeric_limits<float>::lowest();
};

Values rangeOf(std::span<const PlotCurve> curves, const PlotFrame& frame) {
    Values range;
    for (const PlotCurve& curve : curves)
        for (const float value : curve.values) {
            range.least = std::min(range.least, value);
            range.most = std::max(range.most, value);
        }
    if (range.least > range.most) range = {0.0f, 1.0f};
    if (frame.fromZero) range.least = 0.0f;
    const float span = std::max(frame.leastSpan, 1e-5f * std::max(std::abs(range.least), std::abs(range.most)));
    if (range.most - range.least < span) {
        const float middle = frame.fromZero ? 0.5f * span : 0.5f * (range.least + range.most);
        range = {middle - 0.5f * span, middle + 0.5f * span};
    }
    return range;
}

std::array<char, 32> formatted(const char* format, float value) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), format, static_cast<double>(value));
    if (text[0] == '-' && std::strtod(text.data(), nullptr) == 0.0) return formatted(format, 0.0f);
    return text;
}

void drawLabel(const char* format, float value, ImVec2 place) {
    ImGui::GetWindowDrawList()->AddText(place, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                                        formatted(format, value).data());
}

void showValues(std::span<const PlotCurve> curves, const PlotFrame& frame, float position, size_t capacity) {
    ImGui::BeginTooltip();
    for (const PlotCurve& curve : curves) {
        const auto index = static_cast<size_t>(std::lround(position * static_cast<float>(capacity - 1)));
        if (index >= curve.values.size()) continue;
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(curve.color), "%s", curve.name);
        ImGui::SameLine();
        ImGui::TextUnformatted(formatted(frame.valueFormat, curve.values[index]).data());
    }
    ImGui::EndTooltip();
}

}  // namespace

void plot(const char* id, std::span<const PlotCurve> curves, const PlotFrame& frame) {
    const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, 40.0f), frame.height);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(id, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(corner.x + size.x, corner.y + size.y);
    list.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_ChildBg), 4.0f);

    const Values range = rangeOf(curves, frame);
    const float line = ImGui::GetTextLineHeight(), inner = size.y - 6.0f;
    size_t capacity = std::max<size_t>(frame.capacity, 2);
    for (const PlotCurve& curve : curves)
        capacity = std::max(capacity, curve.values.size());
    std::array<ImVec2, 512> points;
    for (const PlotCurve& curve : curves) {
        const size_t count = std::min(curve.values.size(), points.size());
        for (size_t i = 0; i < count; ++i) {
            const float up = (curve.values[i] - range.least) / (range.most - range.least);
            points[i] = ImVec2(corner.x + size.x * static_cast<float>(i) / static_cast<float>(capacity - 1),
                               end.y - 3.0f - inner * std::clamp(up, 0.0f, 1.0f));
        }
        if (count > 1) list.AddPolyline(points.data(), static_cast<int>(count), curve.color, 0, 1.5f);
    }
    if (frame.playhead >= 0.0f) {
        const float x = corner.x + size.x * frame.playhead;
        list.AddLine(ImVec2(x, corner.y), ImVec2(x, end.y), ImGui::GetColorU32(ImGuiCol_Text, 0.6f));
    }
    drawLabel(frame.valueFormat, range.most, ImVec2(corner.x + 4.0f, corner.y + 1.0f));
    if (size.y > 2.2f * line) drawLabel(frame.valueFormat, range.least, ImVec2(corner.x + 4.0f, end.y - line - 1.0f));
    if (ImGui::IsItemHovered())
        showValues(curves, frame, std::clamp((ImGui::GetMousePos().x - corner.x) / size.x, 0.0f, 1.0f), capacity);
}

}  // namespace sinew
