#include "viewer/orbit.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/matrix.hpp>

namespace sinew {
namespace {

constexpr float kTurnPerHeight = glm::radians(200.0f);  // dragging over the window's height
constexpr float kZoomPerNotch = 0.88f;
constexpr float kSteepest = glm::radians(89.0f);
constexpr double kGlideSeconds = 0.18;  // to cover all but 1/e of the way

float glideRatio(double seconds) {
    return static_cast<float>(1.0 - std::exp(-seconds / kGlideSeconds));
}

}  // namespace

bool moveCamera(Camera& camera, const Input& input) {
    camera.yaw -= input.orbitDrag.x * kTurnPerHeight;
    camera.pitch = std::clamp(camera.pitch + input.orbitDrag.y * kTurnPerHeight, -kSteepest, kSteepest);

    // The point under the pointer follows it: a window's height is this long at the target.
    const float height = 2.0f * camera.distance * std::tan(camera.fieldOfView * 0.5f);
    const glm::mat3 worldFromView = glm::transpose(glm::mat3(camera.viewFromWorld()));
    camera.target += worldFromView * glm::vec3(-input.panDrag.x, input.panDrag.y, 0.0f) * height;

    const float nearest = camera.sceneRadius * 0.02f, farthest = camera.sceneRadius * 60.0f;
    camera.distance = std::clamp(camera.distance * std::pow(kZoomPerNotch, input.zoom), nearest, farthest);
    return input.orbitDrag != glm::vec2(0.0f) || input.panDrag != glm::vec2(0.0f) || input.zoom != 0.0f;
}

glm::vec3 glided(const glm::vec3& place, const glm::vec3& goal, double seconds) {
    return glm::mix(place, goal, glideRatio(seconds));
}

void glide(Camera& camera, const Camera& goal, double seconds) {
    const float ratio = glideRatio(seconds);
    camera.target = glm::mix(camera.target, goal.target, ratio);
    camera.yaw = glm::mix(camera.yaw, goal.yaw, ratio);
    camera.pitch = glm::mix(camera.pitch, goal.pitch, ratio);
    camera.distance = glm::mix(camera.distance, goal.distance, ratio);
    camera.sceneRadius = goal.sceneRadius;
}

}  // namespace sinew
