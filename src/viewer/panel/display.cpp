#include <glm/gtc/type_ptr.hpp>

#include "gpu/device.h"
#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

bool drawToggles(const PanelScope& scope, Look& look) {
    bool changed = false;
    if (!ImGui::BeginTable("toggles", 2, ImGuiTableFlags_SizingStretchSame)) return false;
    const auto toggle = [&](const char* name, bool& value, const Key& key, bool enabled = true) {
        ImGui::TableNextColumn();
        ImGui::BeginDisabled(!enabled);
        changed |= ImGui::Checkbox(name, &value);
        ImGui::EndDisabled();
        tooltip(key);
    };
    const bool hasWireframe = !scope.state.device || scope.state.device->features().wireframe;
    toggle("Skeleton", look.skeleton, key::skeleton);
    toggle("Bone names", look.boneNames, key::boneNames, look.skeleton);
    toggle("Textures", look.textures, key::textures);
    toggle("Wireframe", look.wireframe, key::wireframe, hasWireframe);
    toggle("Floor", look.floor, key::floor);
    toggle("Edges", look.edges, key::edges, hasWireframe && !look.wireframe);
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

}  // namespace

void drawDisplay(const PanelScope& scope) {
    Look look = scope.asked.look.value_or(scope.state.look);
    bool changed = drawView(scope, look);
    ShownPose pose = scope.state.settings.pose;
    if (combo("Pose", kPoseNames, pose)) scope.settings().pose = pose;
    tooltip("The animated pose, the rest pose of the nodes, or the pose in which the meshes were bound.", "--pose");
    changed |= drawToggles(scope, look);
    bool plain = look.background.has_value();
    changed |= ImGui::Checkbox("Background", &plain);
    tooltip("Fills the background with one color; off shows the sky.", "--background");
    if (plain != look.background.has_value())
        look.background = plain ? std::optional(glm::vec4(0.18f, 0.19f, 0.21f, 1.0f)) : std::nullopt;
    if (plain) {
        ImGui::SameLine();
        const ImGuiColorEditFlags flags = ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel;
        changed |= ImGui::ColorEdit3("##background", glm::value_ptr(*look.background), flags);
        tooltip("The background color.", "--background");
    }
    changed |= combo("Skinning", {"linear", "dual-quaternion"}, look.skinning);
    tooltip(key::skinning);
    if (changed) scope.asked.look = look;
    for (const auto& [label, key] : {std::pair("Front", key::viewFront), std::pair("Left", key::viewLeft),
                                     std::pair("Back", key::viewBack), std::pair("Top", key::viewTop)}) {
        if (ImGui::Button(label)) scope.asked.pressed = key;
        tooltip(key);
        ImGui::SameLine();
    }
    if (ImGui::Button("Reset camera")) scope.asked.pressed = key::resetCamera;
    tooltip(key::resetCamera);
}

}  // namespace sinew
