#include "viewer/panel/bone_details.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "viewer/panel/plot.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

constexpr ImU32 kAxisColors[] = {kOrange, kGreen, kSkyBlue};
constexpr const char* kAxisNames[] = {"x", "y", "z"};

void drawRow(const char* name, const glm::vec3& value, float least, const char* format) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    sayFaintly("{}", name);
    for (int axis = 0; axis < 3; ++axis) {
        ImGui::TableNextColumn();
        // What is only rounding is nothing.
        const float shown = std::abs(value[axis]) < least ? 0.0f : value[axis];
        const ImVec4 color = ImGui::ColorConvertU32ToFloat4(kAxisColors[axis]);
        ImGui::PushStyleColor(ImGuiCol_Text, color);
        say(fmt::runtime(format), shown);
        ImGui::PopStyleColor();
    }
}

void drawTransform(const char* name, const glm::mat4& matrix) {
    const ReadableTransform shown = readable(matrix);
    ImGui::TextUnformatted(name);
    if (!ImGui::BeginTable(name, 4, ImGuiTableFlags_SizingStretchSame)) return;
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthFixed, 3.5f * ImGui::GetFontSize());
    drawRow("move", shown.translation, 1e-6f, "{:.4g}");
    drawRow("turn", shown.turnDegrees, 5e-3f, "{:.2f}\xC2\xB0");
    drawRow("scale", shown.scale, 1e-6f, "{:.4g}");
    ImGui::EndTable();
}

void drawCurves(const PanelScope& scope, const char* name, BoneCurves::Group group, const char* format) {
    const BoneCurves& curves = scope.memory.curves;
    if (!curves.moves(group)) return;
    sayFaintly("{}", name);
    std::array<PlotCurve, 3> shown;
    for (size_t axis = 0; axis < 3; ++axis)
        shown[axis] = {curves.of(group)[axis], kAxisColors[axis], kAxisNames[axis]};
    const double duration = scope.state.model->clips[*scope.state.clip].durationSeconds;
    const double share = duration > 0.0 ? scope.state.timeSeconds / duration : 0.0;
    plot(name, shown,
         {.height = 58.0f * scope.scale,
          .playhead = static_cast<float>(share),
          .leastSpan = group == BoneCurves::rotation ? 1.0f : 1e-3f,
          .valueFormat = format});
}

}  // namespace

ReadableTransform readable(const glm::mat4& matrix) {
    ReadableTransform shown{.translation = glm::vec3(matrix[3])};
    glm::mat3 turn(matrix);
    for (int axis = 0; axis < 3; ++axis) {
        shown.scale[axis] = glm::length(turn[axis]);
        if (shown.scale[axis] > 0.0f) turn[axis] /= shown.scale[axis];
    }
    if (glm::determinant(turn) < 0.0f) {
        shown.scale.x = -shown.scale.x;
        turn[0] = -turn[0];
    }
    // turn = Rz Ry Rx; where y is a right angle, x and z turn about the same axis, and x takes all of it.
    const float sineY = std::clamp(-turn[0][2], -1.0f, 1.0f);
    const bool upright = std::abs(sineY) > 0.99999f;
    shown.turnDegrees = glm::degrees(
        upright ? glm::vec3(std::atan2(sineY * turn[1][0], turn[1][1]), std::asin(sineY), 0.0f)
                : glm::vec3(std::atan2(turn[1][2], turn[2][2]), std::asin(sineY), std::atan2(turn[0][1], turn[0][0])));
    return shown;
}

void drawBoneDetails(const PanelScope& scope, uint32_t node) {
    const PanelState& state = scope.state;
    const NodeHierarchy& hierarchy = state.model->hierarchy;
    const int32_t parent = hierarchy.parents[node];
    const glm::mat4& worldFromNode = state.worldFromNode[node];
    const glm::mat4 parentFromNode =
        parent == kNoParent ? worldFromNode
                            : glm::inverse(state.worldFromNode[static_cast<size_t>(parent)]) * worldFromNode;
    ImGui::Spacing();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(kYellow), "%s", hierarchy.names[node].c_str());
    if (parent != kNoParent) {
        ImGui::SameLine();
        sayFaintly("of {}", hierarchy.names[static_cast<size_t>(parent)]);
    }
    drawTransform("Against its parent", parentFromNode);
    drawTransform("In the world", worldFromNode);

    BoneCurves& curves = scope.memory.curves;
    if (state.machine) return;
    curves.show(*state.model, node, state.clip);
    if (!curves.hasChannel()) return sayFaintly("this clip does not move it");
    drawCurves(scope, "translation", BoneCurves::translation, "%.3g");
    drawCurves(scope, "rotation from the first moment", BoneCurves::rotation, "%.1f\xC2\xB0");
    drawCurves(scope, "scale", BoneCurves::scale, "%.3g");
}

}  // namespace sinew
