#include "viewer/panel/bone_details.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "animation/clip/sample.h"
#include "viewer/panel/plot.h"
#include "viewer/panel/sections.h"

namespace sinew {
namespace {

constexpr ImU32 kAxisColors[] = {kOrange, kGreen, kSkyBlue};
constexpr const char* kAxisNames[] = {"x", "y", "z"};

glm::vec3 rotationVectorDegrees(glm::quat rotation) {
    if (rotation.w < 0.0f) rotation = -rotation;
    const glm::vec3 axis(rotation.x, rotation.y, rotation.z);
    const float sine = glm::length(axis);
    if (sine < 1e-7f) return glm::vec3(0.0f);
    return axis / sine * glm::degrees(2.0f * std::atan2(sine, rotation.w));
}

/// Shows values below `least` as 0: they are rounding errors.
void drawRow(const char* name, const glm::vec3& value, float least, const char* format) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    showDimText("{}", name);
    for (int axis = 0; axis < 3; ++axis) {
        ImGui::TableNextColumn();
        const float shown = std::abs(value[axis]) < least ? 0.0f : value[axis];
        ImGui::PushStyleColor(ImGuiCol_Text, kAxisColors[axis]);
        showText(fmt::runtime(format), shown);
        ImGui::PopStyleColor();
    }
}

void drawTransform(const char* name, const glm::mat4& matrix) {
    const ReadableTransform shown = readable(matrix);
    ImGui::TextUnformatted(name);
    if (!ImGui::BeginTable(name, 4, ImGuiTableFlags_SizingStretchSame)) return;
    ImGui::TableSetupColumn("part", ImGuiTableColumnFlags_WidthFixed, 3.5f * ImGui::GetFontSize());
    drawRow("move", shown.translation, 1e-6f, "{:.4g}");
    drawRow("rotate", shown.rotationDegrees, 5e-3f, "{:.2f}\xC2\xB0");
    drawRow("scale", shown.scale, 1e-6f, "{:.4g}");
    ImGui::EndTable();
}

void drawCurves(const PanelScope& scope, const char* name, BoneCurves::Group group, const char* format) {
    const BoneCurves& curves = scope.memory.curves;
    if (!curves.hasKeys(group)) return;
    showDimText("{}", name);
    std::array<PlotCurve, 3> shown;
    for (size_t axis = 0; axis < 3; ++axis)
        shown[axis] = {curves.of(group)[axis], kAxisColors[axis], kAxisNames[axis]};
    const double duration = scope.state.model->clips[*scope.state.clip].durationSeconds;
    plot(name, shown,
         {.height = 58.0f * scope.scale,
          .playhead = duration > 0.0 ? static_cast<float>(scope.state.timeSeconds / duration) : 0.0f,
          .leastSpan = group == BoneCurves::rotation ? 1.0f : 1e-3f,
          .valueFormat = format});
}

}  // namespace

void BoneCurves::show(const Model& model, uint32_t node, std::optional<size_t> clip) {
    const auto wanted = std::pair(node, clip);
    if (shown_ == wanted) return;
    shown_ = wanted;
    channel_ = nullptr;
    hasKeys_ = {};
    keyTimes_.clear();
    if (!clip) return;
    const AnimationClip& played = model.clips[*clip];
    const auto found = std::ranges::find(played.channels, node, &Channel::node);
    if (found == played.channels.end()) return;
    channel_ = &*found;
    const auto addTrack = [&](Group group, const auto& track) {
        hasKeys_[group] = !track.empty();
        keyTimes_.insert(keyTimes_.end(), track.times.begin(), track.times.end());
    };
    addTrack(translation, channel_->translation);
    addTrack(rotation, channel_->rotation);
    addTrack(scale, channel_->scale);
    std::ranges::sort(keyTimes_);
    keyTimes_.erase(std::unique(keyTimes_.begin(), keyTimes_.end()), keyTimes_.end());
    sampleCurves(played, model.hierarchy.rest[node]);
}

void BoneCurves::sampleCurves(const AnimationClip& clip, const Transform& rest) {
    const glm::quat first = sampleChannel(*channel_, rest, 0.0).rotation;
    for (size_t i = 0; i < kSamples; ++i) {
        const double time = clip.durationSeconds * static_cast<double>(i) / (kSamples - 1);
        const Transform local = sampleChannel(*channel_, rest, time);
        const glm::vec3 turned = rotationVectorDegrees(glm::conjugate(first) * local.rotation);
        const glm::vec3 values[groupCount] = {local.translation, turned, local.scale};
        for (size_t group = 0; group < groupCount; ++group)
            for (int axis = 0; axis < 3; ++axis)
                curves_[group][static_cast<size_t>(axis)][i] = values[group][axis];
    }
}

ReadableTransform readable(const glm::mat4& matrix) {
    ReadableTransform shown{.translation = glm::vec3(matrix[3])};
    glm::mat3 rotation(matrix);
    for (int axis = 0; axis < 3; ++axis) {
        shown.scale[axis] = glm::length(rotation[axis]);
        if (shown.scale[axis] > 0.0f) rotation[axis] /= shown.scale[axis];
    }
    if (glm::determinant(rotation) < 0.0f) {
        shown.scale.x = -shown.scale.x;
        rotation[0] = -rotation[0];
    }
    // rotation = Rz Ry Rx. In gimbal lock (y = 90 degrees) x takes the whole angle, and z is 0.
    const float sineY = std::clamp(-rotation[0][2], -1.0f, 1.0f);
    const bool locked = std::abs(sineY) > 0.99999f;
    const float x =
        locked ? std::atan2(sineY * rotation[1][0], rotation[1][1]) : std::atan2(rotation[1][2], rotation[2][2]);
    const float z = locked ? 0.0f : std::atan2(rotation[0][1], rotation[0][0]);
    shown.rotationDegrees = glm::degrees(glm::vec3(x, std::asin(sineY), z));
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
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(kYellow), "%s", displayed(hierarchy.names[node]).c_str());
    if (parent != kNoParent) {
        ImGui::SameLine();
        showDimText("child of {}", hierarchy.names[static_cast<size_t>(parent)]);
    }
    drawTransform("Local transform", parentFromNode);
    drawTransform("World transform", worldFromNode);

    BoneCurves& curves = scope.memory.curves;
    if (state.machine) return;
    curves.show(*state.model, node, state.clip);
    if (!curves.hasChannel()) return showDimText("this clip does not move the node");
    drawCurves(scope, "translation", BoneCurves::translation, "%.3g");
    drawCurves(scope, "rotation, relative to the first frame", BoneCurves::rotation, "%.1f\xC2\xB0");
    drawCurves(scope, "scale", BoneCurves::scale, "%.3g");
}

}  // namespace sinew
