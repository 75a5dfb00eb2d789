#include <cmath>
#include <filesystem>

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

/// A slider of an angle without its whole turns, in degrees.
bool angle(const char* name, float& radians, float least, float most, const char* description, const char* option) {
    float degrees = std::remainder(glm::degrees(radians), 360.0f);
    const bool changed = slider(name, degrees, least, most, kDegrees);
    tooltip(description, option);
    if (changed) radians = glm::radians(degrees);
    return changed;
}

bool drawEnvironment(std::string_view environment, Look& look) {
    setItemWidth("Environment");
    ImGui::LabelText("Environment", "%s", displayed(std::filesystem::path(environment).filename().string()).c_str());
    tooltip(fmt::format("{}\nThe environment that lights the model, chosen at the start.", environment),
            "--environment");
    ImGui::BeginDisabled(environment == kNoEnvironment || !reflectsEnvironment(look));
    bool changed = slider("Strength", look.environmentStrength, 0.0f, kMostStrength, "%.2f");
    tooltip("Brightness of the environment.", "--environment-strength");
    changed |= angle("Rotation", look.environmentRotation, -180.0f, 180.0f,
                     "Turns the environment about the vertical axis.", "--environment-rotation");
    ImGui::EndDisabled();
    changed |= ImGui::Checkbox("Show environment", &look.environmentBackground);
    tooltip("Shows the environment as the background, blurred, instead of the sky.", "--background environment");
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
    changed |=
        slider("Exposure", look.exposure, 1.0f / kMostExposure, kMostExposure, "%.2f", ImGuiSliderFlags_Logarithmic);
    tooltip("Brightness of the picture; twice as much is one stop brighter.", "--exposure");
    ImGui::BeginDisabled(look.lighting == Lighting::flat);
    changed |= combo("Tone", kToneNames, look.tone);
    tooltip(
        "How light becomes color: neutral keeps base colors and compresses highlights, aces looks like film, none "
        "clips. The flat look has none.",
        "--tone");
    ImGui::EndDisabled();
    changed |= drawEnvironment(scope.state.environment, look);
    LightDirection light = keyLightDirection(look.light);
    ImGui::BeginDisabled(look.lighting == Lighting::fidelity);
    bool turned =
        angle("Light yaw", light.yaw, -180.0f, 180.0f,
              "Direction of the key light; 0 is from the front. The look fidelity has no key light.", "--light");
    turned |= angle("Light pitch", light.pitch, static_cast<float>(kLeastLightPitchDegrees), 90.0f,
                    "Elevation of the key light above the horizon.", "--light");
    ImGui::EndDisabled();
    if (turned) look.light = light;
    ImGui::BeginDisabled(look.lighting != Lighting::studio);
    changed |= ImGui::Checkbox("Ambient occlusion", &look.ambientOcclusion);
    tooltip("Darkens where the model keeps the environment's light from itself. Only the look studio does.",
            "--no-ambient-occlusion");
    ImGui::EndDisabled();
    if (changed || turned) scope.asked.look = look;
}

}  // namespace sinew
