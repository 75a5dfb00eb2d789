#include <glm/gtc/type_ptr.hpp>

#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

bool drawToggles(const PanelScope& scope, Look& look) {
    bool changed = false;
    if (!ImGui::BeginTable("toggles", 2, ImGuiTableFlags_SizingStretchSame)) return false;
    const auto toggle = [&](const char* name, bool& value, const Key& key) {
        ImGui::TableNextColumn();
        changed |= ImGui::Checkbox(name, &value);
        tooltip(key);
    };
    toggle("Skeleton", look.skeleton, key::skeleton);
    ImGui::BeginDisabled(!look.skeleton);
    toggle("Bone names", look.boneNames, key::boneNames);
    ImGui::EndDisabled();
    toggle("Textures", look.textures, key::textures);
    ImGui::BeginDisabled(!scope.state.drawn.hasWireframe);
    toggle("Wireframe", look.wireframe, key::wireframe);
    ImGui::EndDisabled();
    toggle("Floor", look.floor, key::floor);
    ImGui::BeginDisabled(!scope.state.drawn.hasWireframe || look.wireframe);
    toggle("Edges", look.edges, key::edges);
    ImGui::EndDisabled();
    ImGui::EndTable();
    return changed;
}

bool drawView(const PanelScope& scope, Look& look) {
    const bool changed = combo("View", kViewNames, look.view);
    tooltip(
        "What the surface shows: lit materials, weights of the selected bone, bones per vertex, palette parts, "
        "normals, texture coordinates, or one value of the material.",
        key::nextView.names);
    if (look.view != View::weights) return changed;
    if (const auto node = scope.memory.selectedNode)
        showDimText("weights of {}", scope.state.model->hierarchy.names[*node]);
    else
        showDimText("select a bone in the picture or in the hierarchy");
    return changed;
}

bool drawBackground(Look& look) {
    bool plain = look.background.has_value();
    bool changed = ImGui::Checkbox("Background", &plain);
    tooltip("Fills the background with one color; off shows the sky.", "--background");
    if (changed) look.background = plain ? std::optional(glm::vec4(0.18f, 0.19f, 0.21f, 1.0f)) : std::nullopt;
    if (look.background) {
        ImGui::SameLine();
        const ImGuiColorEditFlags flags = ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel;
        changed |= ImGui::ColorEdit3("##background", glm::value_ptr(*look.background), flags);
        tooltip("The background color.", "--background");
    }
    return changed;
}

}  // namespace

void drawDisplay(const PanelScope& scope) {
    Look look = scope.asked.look.value_or(scope.state.look);
    bool changed = drawView(scope, look);
    ShownPose pose = scope.state.settings.pose;
    if (combo("Pose", kPoseNames, pose)) scope.settings().pose = pose;
    tooltip("The animated pose, the rest pose of the nodes, or the pose in which the meshes were bound.", "--pose");
    changed |= drawToggles(scope, look);
    changed |= drawBackground(look);
    changed |= combo("Skinning", {"linear", "dual-quaternion"}, look.skinning);
    tooltip(key::skinning);
    if (changed) scope.asked.look = look;
    if (ImGui::Button("Reset camera")) scope.asked.resetCamera = true;
    tooltip(key::resetCamera);
}

}  // namespace sinew
