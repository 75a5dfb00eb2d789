#include <cmath>
#include <filesystem>

#include <glm/gtc/constants.hpp>
#include <glm/trigonometric.hpp>

#include "app/options/settings.h"
#include "render/draw_list.h"
#include "render/light.h"
#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr float kMostStrength = 4.0f, kMostExposure = 16.0f;  // of the sliders; Ctrl and a click types any number
constexpr const char* kDegrees = "%.0f\xC2\xB0";

/// A slider of an angle, in degrees.
bool angle(const char* name, float& radians, float least, float most, const char* description, const char* option) {
    float degrees = glm::degrees(radians);
    const bool changed = slider(name, degrees, least, most, kDegrees);
    tooltip(description, option);
    if (changed) radians = glm::radians(degrees);
    return changed;
}

bool drawExposure(Look& look) {
    bool changed =
        slider("Exposure", look.exposure, 1.0f / kMostExposure, kMostExposure, "%.2f", ImGuiSliderFlags_Logarithmic);
    tooltip("Brightness of the picture; twice as much is one stop brighter.", "--exposure");
    ImGui::BeginDisabled(look.lighting == Lighting::flat);
    changed |= combo("Tone", kToneNames, look.tone);
    tooltip(
        "How light becomes color: neutral keeps base colors and compresses highlights, aces looks like film, none "
        "clips. The flat look has none.",
        "--tone");
    ImGui::EndDisabled();
    return changed;
}

void drawEnvironmentName(std::string_view environment) {
    const std::string name = std::filesystem::path(environment).filename().string();
    leaveRoomForLabel();
    const float width = ImGui::CalcItemWidth(), padding = ImGui::GetStyle().FramePadding.x;
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(ImVec2(place.x + padding, place.y));
    ImGui::AlignTextToFramePadding();
    ImGui::PushClipRect(place, ImVec2(place.x + width, place.y + ImGui::GetFrameHeight()), true);
    ImGui::TextUnformatted(name.c_str());
    ImGui::PopClipRect();
    if (beginTooltip()) {
        showText("{}", environment);
        showDimText("The environment that lights the model, chosen at the start. Option: --environment");
        endTooltip();
    }
    ImGui::SameLine();
    ImGui::SetCursorScreenPos(ImVec2(place.x + width + ImGui::GetStyle().ItemInnerSpacing.x, place.y));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Environment");
}

bool drawEnvironment(std::string_view environment, Look& look) {
    drawEnvironmentName(environment);
    ImGui::BeginDisabled(environment == kNoEnvironment || !reflectsEnvironment(look));
    bool changed = slider("Strength", look.environmentStrength, 0.0f, kMostStrength, "%.2f");
    tooltip("Brightness of the environment.", "--environment-strength");
    float turn = std::remainder(look.environmentRotation, glm::two_pi<float>());
    if (angle("Rotation", turn, -180.0f, 180.0f, "Turns the environment about the vertical axis.",
              "--environment-rotation")) {
        look.environmentRotation = turn;
        changed = true;
    }
    ImGui::EndDisabled();
    changed |= ImGui::Checkbox("Show environment", &look.environmentBackground);
    tooltip("Shows the environment as the background, blurred, instead of the sky.", "--background environment");
    return changed;
}

/// Two angles. The sliders start at the default light's.
bool drawKeyLight(Look& look) {
    LightDirection light = keyLightDirection(look.light);
    light.yaw = std::remainder(light.yaw, glm::two_pi<float>());
    ImGui::BeginDisabled(look.lighting == Lighting::fidelity);
    bool changed =
        angle("Light yaw", light.yaw, -180.0f, 180.0f,
              "Direction of the key light; 0 is from the front. The look fidelity has no key light.", "--light");
    changed |= angle("Light pitch", light.pitch, static_cast<float>(kLeastLightPitchDegrees), 90.0f,
                     "Elevation of the key light above the horizon.", "--light");
    ImGui::EndDisabled();
    if (changed) look.light = light;
    return changed;
}

bool drawAmbientOcclusion(Look& look) {
    ImGui::BeginDisabled(look.lighting != Lighting::studio);
    const bool changed = ImGui::Checkbox("Ambient occlusion", &look.ambientOcclusion);
    tooltip("Darkens where the model keeps the environment's light from itself. Only the look studio does.",
            "--no-ambient-occlusion");
    ImGui::EndDisabled();
    return changed;
}

}  // namespace

void drawLight(const PanelScope& scope) {
    Look look = scope.asked.look.value_or(scope.state.look);
    bool changed = combo("Look", kLightingNames, look.lighting);
    if (changed) look.floor = look.lighting == Lighting::studio;  // as --look
    tooltip(
        "studio: an environment and a key light with its shadow. fidelity: the environment alone, to compare with "
        "other renderers. flat: base colors in a soft light, and emissive ones.",
        "--look");
    changed |= drawExposure(look);
    changed |= drawEnvironment(scope.state.environment, look);
    changed |= drawKeyLight(look);
    changed |= drawAmbientOcclusion(look);
    if (changed) scope.asked.look = look;
}

}  // namespace sinew
