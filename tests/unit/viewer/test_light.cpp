#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "render/light.h"
#include "support/catch.h"
#include "unit/viewer/panel_player.h"

using namespace sinew;

namespace {

constexpr float kSliderLeft = 950.0f, kSliderRight = 1153.0f;  // ends of their boxes
constexpr float kLookY = 200.0f, kExposureY = 226.0f, kToneY = 252.0f, kStrengthY = 304.0f, kRotationY = 330.0f,
                kBackgroundY = 356.0f, kYawY = 382.0f, kPitchY = 408.0f, kOcclusionY = 434.0f;
constexpr float kMiddle = 0.5f * (kSliderLeft + kSliderRight);

/// The panel with only the light section open.
struct LightPlayer : PanelPlayer {
    LightPlayer() {
        state.environment = "studio";
        openOnly(174.0f);
    }
};

}  // namespace

TEST_CASE("each look and each tone can be selected; only the look studio has a floor") {
    LightPlayer player;
    for (const Lighting lighting : {Lighting::flat, Lighting::fidelity, Lighting::studio}) {
        const PanelRequests asked = player.choose(kComboX, kLookY, static_cast<size_t>(lighting));
        REQUIRE(asked.look);
        CHECK(asked.look->lighting == lighting);
        CHECK(asked.look->floor == (lighting == Lighting::studio));
    }
    for (const Tone tone : {Tone::none, Tone::aces, Tone::neutral}) {
        const PanelRequests asked = player.choose(kComboX, kToneY, static_cast<size_t>(tone));
        REQUIRE(asked.look);
        CHECK(asked.look->tone == tone);
        CHECK(asked.look->exposure == 1.0f);
        CHECK(asked.look->lighting == Lighting::studio);
    }
}

TEST_CASE("exposure is 1 in the middle of its slider and reaches four stops to either side") {
    LightPlayer player;
    player.request(kSliderRight - 1.0f, kExposureY);
    CHECK(player.state.look.exposure == Approx(16.0f));
    player.request(kSliderLeft + 1.0f, kExposureY);
    CHECK(player.state.look.exposure == Approx(1.0f / 16.0f).margin(0.005));
    player.request(kMiddle, kExposureY);
    CHECK(player.state.look.exposure == Approx(1.0f).epsilon(0.05));
}

TEST_CASE("the environment gets another strength and rotation, and becomes the background") {
    LightPlayer player;
    player.request(kSliderRight - 1.0f, kStrengthY);
    CHECK(player.state.look.environmentStrength == Approx(4.0f));
    player.request(kSliderLeft + 1.0f, kRotationY);
    CHECK(glm::degrees(player.state.look.environmentRotation) == Approx(-180.0f));
    player.request(kSliderLeft + 10.0f, kBackgroundY);
    CHECK(player.state.look.environmentBackground);
}

TEST_CASE("ambient occlusion can be turned off") {
    LightPlayer player;
    player.request(kSliderLeft + 10.0f, kOcclusionY);
    CHECK_FALSE(player.state.look.ambientOcclusion);
}

TEST_CASE("what has no effect cannot be changed") {
    LightPlayer player;
    SECTION("strength and rotation without an environment") {
        player.state.environment = "none";
        CHECK_FALSE(player.request(kSliderRight - 1.0f, kStrengthY).look);
        CHECK_FALSE(player.request(kSliderRight - 1.0f, kRotationY).look);
    }
    SECTION("the environment and the tone in the flat look") {
        player.state.look.lighting = Lighting::flat;
        CHECK_FALSE(player.request(kSliderRight - 1.0f, kStrengthY).look);
        CHECK_FALSE(player.choose(kComboX, kToneY, 1).look);
    }
    SECTION("the key light and the ambient occlusion in the look fidelity") {
        player.state.look.lighting = Lighting::fidelity;
        CHECK_FALSE(player.request(kMiddle, kYawY).look);
        CHECK_FALSE(player.request(kSliderLeft + 10.0f, kOcclusionY).look);
    }
}

TEST_CASE("the light starts at its default direction and stays above the horizon") {
    CHECK(glm::distance(towardKeyLight(keyLightDirection(std::nullopt)), towardKeyLight(std::nullopt)) < 1e-5f);
    LightPlayer player;
    player.request(kSliderRight - 1.0f, kYawY);  // away from the middle, where Dear ImGui 1.91 would hold the handle
    player.request(kMiddle, kYawY);
    REQUIRE(player.state.look.light);
    CHECK(glm::degrees(player.state.look.light->yaw) == Approx(0.0f).margin(3.0f));
    CHECK(player.state.look.light->pitch == Approx(keyLightDirection(std::nullopt).pitch));
    player.request(kSliderLeft + 1.0f, kPitchY);
    CHECK(glm::degrees(player.state.look.light->pitch) == Approx(kLeastLightPitchDegrees));
    player.request(kSliderRight - 1.0f, kPitchY);
    CHECK(glm::degrees(player.state.look.light->pitch) == Approx(90.0f));
    CHECK(glm::degrees(player.state.look.light->yaw) == Approx(0.0f).margin(3.0f));
}
