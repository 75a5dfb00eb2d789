#include "render/light.h"

#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "render/environment_map.h"

namespace sinew {
namespace {

constexpr float kShadowMargin = 1.06f;
constexpr float kShadowStrength = 0.62f;
constexpr float kContactHeight = 0.22f;  // per size of a caster
constexpr float kLightSize = 0.05f;      // the tangent of half of the angle that it covers in the sky

constexpr glm::vec3 kKeyLight{1.65f, 1.56f, 1.44f};
constexpr float kEnvironmentShare = 0.63f;  // beside the key light
constexpr float kFloorShare = 0.66f;        // of the background's color
constexpr glm::vec3 kSkyTop{0.12f, 0.15f, 0.20f};
constexpr glm::vec3 kSkyBottom{0.32f, 0.35f, 0.39f};

float linearFromSrgb(float value) {
    return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

/// Linear premultiplied color, as surfaces drawn over it are weighted by their coverage.
glm::vec4 premultiplied(const glm::vec4& srgb) {
    return {glm::vec3(linearFromSrgb(srgb.r), linearFromSrgb(srgb.g), linearFromSrgb(srgb.b)) * srgb.a, srgb.a};
}

}  // namespace

glm::vec3 towardKeyLight(const std::optional<LightDirection>& direction) {
    const auto [yaw, pitch] = keyLightDirection(direction);
    return {std::cos(pitch) * std::sin(yaw), std::sin(pitch), std::cos(pitch) * std::cos(yaw)};
}

LightDirection keyLightDirection(const std::optional<LightDirection>& direction) {
    return direction.value_or(LightDirection{.yaw = glm::radians(-15.0f), .pitch = glm::radians(45.0f)});
}

glm::mat4 shadowFromWorld(const Box& casters, const glm::vec3& towardLight) {
    if (casters.empty()) return glm::mat4(1.0f);
    const glm::vec3 side = std::abs(towardLight.y) < 0.99f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(0.0f, 0.0f, 1.0f);
    const glm::vec3 right = glm::normalize(glm::cross(side, towardLight)), up = glm::cross(towardLight, right);
    const glm::mat3 lightFromWorld = glm::transpose(glm::mat3(right, up, -towardLight));
    glm::vec3 low(std::numeric_limits<float>::max()), high(std::numeric_limits<float>::lowest());
    for (const float y : {casters.min.y, casters.max.y})
        for (const float x : {casters.min.x, casters.max.x})
            for (const float z : {casters.min.z, casters.max.z}) {
                low = glm::min(low, lightFromWorld * glm::vec3(x, y, z));
                high = glm::max(high, lightFromWorld * glm::vec3(x, y, z));
            }
    const glm::vec3 scale = 1.0f / glm::max((high - low) * kShadowMargin, glm::vec3(1e-6f));
    const glm::mat3 axes = glm::transpose(glm::mat3(right * scale.x, up * scale.y, -towardLight * scale.z));
    glm::mat4 shadow(axes);
    shadow[3] = glm::vec4(0.5f - 0.5f * (low + high) * scale, 1.0f);
    return shadow;
}

float casterSize(const Ground& ground) {
    const glm::vec3 size = ground.footprint.max - ground.footprint.min;
    const float low = glm::min(size.x, size.y), high = glm::max(size.x, size.y);
    return glm::max(ground.casterSize > 0.0f ? ground.casterSize : glm::clamp(size.z, low, high), 1e-6f);
}

glm::mat4 contactFromWorld(const Ground& ground) {
    const float height = kContactHeight * casterSize(ground);
    Box low{.min = ground.footprint.min - 0.5f * height, .max = ground.footprint.max + 0.5f * height};
    low.min.y = ground.height, low.max.y = ground.height + height;
    return shadowFromWorld(low, {0.0f, -1.0f, 0.0f});
}

shared::FrameUniforms frameUniforms(const Scene& scene, float aspect) {
    const glm::mat4 clipFromWorld = scene.camera.clipFromWorld(aspect);
    const Ground& ground = scene.ground;
    // The checkerboard repeats every two tiles; a small offset keeps its precision.
    const float period = 2.0f * ground.tileSize;
    const glm::vec2 scroll = glm::mod(ground.traveled, period);
    const glm::vec3 towardLight = towardKeyLight(scene.look.light);
    const glm::mat4 shadow = shadowFromWorld(ground.footprint, towardLight);
    // Lengths of the rows: texture coordinates and depth per world unit.
    const glm::mat4 rows = glm::transpose(shadow);
    const float across = glm::min(glm::length(glm::vec3(rows[0])), glm::length(glm::vec3(rows[1])));
    const float along = glm::length(glm::vec3(rows[2]));
    const bool hasKeyLight = scene.look.lighting == Lighting::studio;
    const float share = hasKeyLight ? kEnvironmentShare : 1.0f;
    shared::FrameUniforms frame{
        .clipFromWorld = clipFromWorld,
        .worldFromClip = glm::inverse(clipFromWorld),
        .shadowFromWorld = shadow,
        .eye = glm::vec4(scene.camera.eye(), 1.0f),
        .towardLight = glm::vec4(towardLight, 0.0f),
        .keyLight = hasKeyLight ? glm::vec4(kKeyLight, 1.0f) : glm::vec4(0.0f),
        .backgroundTop = glm::vec4(kSkyTop, 1.0f),
        .backgroundBottom = glm::vec4(kSkyBottom, 1.0f),
        .floorPlane = {ground.height, ground.tileSize, ground.radius, scene.look.floor ? 1.0f : 0.0f},
        .floorTurn = {std::cos(ground.turnRadians), std::sin(ground.turnRadians), 0.0f, 0.0f},
        .floorOrigin = {scroll.x, scroll.y, ground.center.x, ground.center.y},
        .shadowShape = {1.0f / (across * SHADOW_MAP_SIZE), scene.look.floor && hasKeyLight ? kShadowStrength : 0.0f,
                        kLightSize * across / along, along / across},
        .environment = {scene.look.environmentStrength, std::cos(scene.look.environmentRotation),
                        std::sin(scene.look.environmentRotation), 0.0f},
        .exposure = scene.look.exposure,
        .tone = static_cast<shared::uint>(scene.look.tone),
        .environmentShare = share,
    };
    if (scene.look.background) frame.backgroundTop = frame.backgroundBottom = premultiplied(*scene.look.background);
    return frame;
}

void setEnvironment(shared::FrameUniforms& frame, const EnvironmentMap& environment) {
    static_assert(kIrradianceTerms == IRRADIANCE_TERMS);
    for (size_t i = 0; i < environment.irradiance().size(); ++i)
        frame.irradiance[i] = glm::vec4(environment.irradiance()[i], 0.0f);
    // The floor is a darker background in the tint of the light from above.
    const glm::vec3 light = irradianceAt(environment.irradiance(), {0.0f, 1.0f, 0.0f}) + 1e-3f;
    const glm::vec3 ground = kSkyBottom * (1.0f - frame.backgroundBottom.a) + glm::vec3(frame.backgroundBottom);
    frame.floorColor = glm::vec4(kFloorShare * ground * light / glm::max(light.r, glm::max(light.g, light.b)), 1.0f);
    frame.roughestLevel = static_cast<float>(environment.levelCount() - 1);
}

}  // namespace sinew
