#include "viewer/panel/look_section.h"

#include <cmath>

#include <glm/gtc/constants.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/trigonometric.hpp>

#include "render/light.h"
#include "viewer/panel/choice.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

bool drawToggles(const PanelScope& scope, Look& look) {
    bool changed = false;
    if (!ImGui::BeginTable("toggles", 2, ImGuiTableFlags_SizingStretchSame)) return false;
    const auto toggle = [&](const char* name, bool& value, const char* does, const char* key) {
        ImGui::TableNextColumn();
        changed |= ImGui::Checkbox(name, &value);
        tip(does, key);
    };
    toggle("Skeleton", look.skeleton, "The bones, through the mesh.", "K");
    ImGui::BeginDisabled(!look.skeleton);
    toggle("Bone names", look.boneNames, "The names of the bones beside their joints.", "J");
    ImGui::EndDisabled();
    toggle("Textures", look.textures, "The file's pictures, or plain material.", "T");
    ImGui::BeginDisabled(!scope.state.drawn.hasWireframe);
    toggle("Wireframe", look.wireframe, "The triangles' edges in place of the surface.", "W");
    ImGui::EndDisabled();
    toggle("Floor", look.floor, "The floor with its shadow.", "F");
    ImGui::BeginDisabled(!scope.state.drawn.hasWireframe || look.wireframe);
    toggle("Edges", look.edges, "The triangles' edges over the surface.", "E");
    ImGui::EndDisabled();
    ImGui::EndTable();
    return changed;
}

bool drawView(const PanelScope& scope, Look& look) {
    const bool changed = choose("View", kViewNames, look.view);
    tip("What the surface shows: its materials, the weights of the chosen bone, how many bones move each vertex, the "
        "parts of a palette, the normals, or texture coordinates.",
        "V");
    if (look.view != View::weights) return changed;
    if (const auto node = scope.memory.selectedNode)
        sayFaintly("weights of {}", scope.state.model->hierarchy.names[*node]);
    else
        sayFaintly("choose a bone: click it in the picture or the tree");
    return changed;
}

void drawPose(const PanelScope& scope) {
    ShownPose pose = scope.state.pose;
    if (choose("Pose", kPoseNames, pose)) scope.asked.pose = pose;
    tip("What plays, the rest pose of the file's nodes, or the pose in which the meshes were skinned.", "--pose");
}

/// Two angles to drag, which begin where the light is by itself.
bool drawLight(Look& look) {
    const LightDirection shown = keyLightDirection(look.light);
    const auto drag = [](const char* name, float radians, float least, float most, const char* says, float& chosen) {
        float degrees = glm::degrees(radians);
        ImGui::SetNextItemWidth(-8.0f * ImGui::GetFontSize());
        const bool changed =
            ImGui::SliderFloat(name, &degrees, least, most, "%.0f\xC2\xB0", ImGuiSliderFlags_AlwaysClamp);
        tip(says, "--light");
        if (changed) chosen = glm::radians(degrees);
        return changed;
    };
    LightDirection chosen = shown;
    bool changed = drag("Light around", std::remainder(shown.yaw, glm::two_pi<float>()), -180.0f, 180.0f,
                        "Where the light comes from: 0 from the front.", chosen.yaw);
    changed |= drag("Light above", shown.pitch, static_cast<float>(kLeastLightPitchDegrees), 90.0f,
                    "How high over the horizon the light stands.", chosen.pitch);
    if (changed) look.light = chosen;
    return changed;
}

bool drawBackground(Look& look) {
    bool own = look.background.has_value();
    bool changed = ImGui::Checkbox("Background", &own);
    tip("One colour, in place of the sky.", "--background");
    if (changed) look.background = own ? std::optional(glm::vec4(0.18f, 0.19f, 0.21f, 1.0f)) : std::nullopt;
    if (look.background) {
        ImGui::SameLine();
        const ImGuiColorEditFlags flags = ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel;
        changed |= ImGui::ColorEdit3("##background", glm::value_ptr(*look.background), flags);
        tip("The colour behind the model.", "--background");
    }
    return changed;
}

}  // namespace

void drawLook(const PanelScope& scope) {
    Look look = scope.state.look;
    bool changed = drawView(scope, look);
    drawPose(scope);
    changed |= drawToggles(scope, look);
    changed |= drawLight(look);
    changed |= drawBackground(look);
    changed |= choose("Skinning", {"linear", "dual quaternion"}, look.skinning);
    tip("How the influences of a vertex are blended.", "B");
    if (changed) scope.asked.look = look;
    if (ImGui::Button("Camera back to the start")) scope.asked.resetCamera = true;
    tip("Frames what is played.", "Home");
}

}  // namespace sinew
