#include "render/light.h"

#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "render/environment_map.h"

namespace sinew {
namespace {

constexpr float kShadowMargin = 1.35f;
constexpr float kShadowStrength = 0.62f;
// Height, relative to the footprint's, at which the shadow of a surface has faded to 1/e.
constexpr float kShadowReach = 0.45f;

constexpr glm::vec3 kKeyLight{3.05f, 2.85f, 2.6f};
constexpr glm::vec3 kSkyLight{0.46f, 0.52f, 0.62f};
constexpr glm::vec3 kGroundLight{0.24f, 0.23f, 0.23f};
constexpr glm::vec3 kSkyTop{0.235f, 0.30f, 0.40f};
constexpr glm::vec3 kSkyBottom{0.56f, 0.62f, 0.69f};

float linearFromSrgb(float value) {
    return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

/// Linear premultiplied color, as surfaces drawn over it are weighted by their coverage.
glm::vec4 premultiplied(const glm::vec4& srgb) {
    return {glm::vec3(linearFromSrgb(srgb.r), linearFromSrgb(srgb.g), linearFromSrgb(srgb.b)) * srgb.a, srgb.a};
}

}  // namespace

glm::vec3 towardKeyLight(const std::optional<LightDirection>& direction) {
    if (direction)
        return {std::cos(direction->pitch) * std::sin(direction->yaw), std::sin(direction->pitch),
                std::cos(direction->pitch) * std::cos(direction->yaw)};
    return glm::normalize(glm::vec3(-0.55f, 1.25f, 0.75f));
}

LightDirection keyLightDirection(const std::optional<LightDirection>& direction) {
    if (direction) return *direction;
    const glm::vec3 toward = towardKeyLight(std::nullopt);
    return {.yaw = std::atan2(toward.x, toward.z), .pitch = std::asin(toward.y)};
}

glm::mat4 shadowFromWorld(const Ground& ground, const glm::vec3& towardLight) {
    if (ground.footprint.empty()) return glm::mat4(1.0f);
    const glm::vec2 slant = glm::vec2(towardLight.x, towardLight.z) / towardLight.y;
    const auto projected = [&](const glm::vec3& point) {
        return glm::vec2(point.x, point.z) - slant * glm::max(point.y - ground.height, 0.0f);
    };
    glm::vec2 low(std::numeric_limits<float>::max()), high(std::numeric_limits<float>::lowest());
    const Box& box = ground.footprint;
    for (const float y : {box.min.y, box.max.y})
        for (const float x : {box.min.x, box.max.x})
            for (const float z : {box.min.z, box.max.z}) {
                low = glm::min(low, projected({x, y, z}));
                high = glm::max(high, projected({x, y, z}));
            }
    const glm::vec2 center = (low + high) * 0.5f;
    const glm::vec2 scale = 1.0f / glm::max((high - low) * 0.5f * kShadowMargin, glm::vec2(1e-6f));
    const glm::vec2 start = (slant * ground.height - center) * scale;
    return {glm::vec4(scale.x, 0.0f, 0.0f, 0.0f), glm::vec4(-slant.x * scale.x, -slant.y * scale.y, 1.0f, 0.0f),
            glm::vec4(0.0f, scale.y, 0.0f, 0.0f), glm::vec4(start.x, start.y, -ground.height, 1.0f)};
}

shared::FrameUniforms frameUniforms(const Scene& scene, float aspect) {
    const glm::mat4 clipFromWorld = scene.camera.clipFromWorld(aspect);
    const Ground& ground = scene.ground;
    // The checkerboard repeats every two tiles; a small offset keeps its precision.
    const float period = 2.0f * ground.tileSize;
    const glm::vec2 scroll = glm::mod(ground.traveled, period);
    const float height = ground.footprint.empty() ? 1.0f : ground.footprint.max.y - ground.height;
    const glm::vec3 towardLight = towardKeyLight(scene.look.light);
    shared::FrameUniforms frame{
        .clipFromWorld = clipFromWorld,
        .worldFromClip = glm::inverse(clipFromWorld),
        .shadowFromWorld = shadowFromWorld(ground, towardLight),
        .eye = glm::vec4(scene.camera.eye(), 1.0f),
        .towardLight = glm::vec4(towardLight, 0.0f),
        .keyLight = glm::vec4(kKeyLight, 1.0f),
        .skyLight = glm::vec4(kSkyLight, 1.0f),
        .groundLight = glm::vec4(kGroundLight, 1.0f),
        .backgroundTop = glm::vec4(kSkyTop, 1.0f),
        .backgroundBottom = glm::vec4(kSkyBottom, 1.0f),
        .floorPlane = {ground.height, ground.tileSize, ground.radius, scene.look.floor ? 1.0f : 0.0f},
        .floorTurn = {std::cos(ground.turnRadians), std::sin(ground.turnRadians), 0.0f, 0.0f},
        .floorOrigin = {scroll.x, scroll.y, ground.center.x, ground.center.y},
        .shadowShape = {glm::max(height * kShadowReach, 1e-6f), scene.look.floor ? kShadowStrength : 0.0f,
                        1.0f / glm::max(height, 1e-6f), 0.0f},
        .environment = {scene.look.environmentStrength, std::cos(scene.look.environmentRotation),
                        std::sin(scene.look.environmentRotation), 0.0f},
        .tone = {scene.look.exposure, static_cast<float>(scene.look.tone), 0.0f, 0.0f},
    };
    if (scene.look.background) frame.backgroundTop = frame.backgroundBottom = premultiplied(*scene.look.background);
    return frame;
}

void setEnvironment(shared::FrameUniforms& frame, const EnvironmentMap& environment) {
    for (size_t i = 0; i < environment.irradiance().size(); ++i)
        frame.irradiance[i] = glm::vec4(environment.irradiance()[i], 0.0f);
    frame.environment.w = static_cast<float>(environment.levelCount() - 1);
}

}  // namespace sinew
