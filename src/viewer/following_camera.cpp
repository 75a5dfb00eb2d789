#include "viewer/following_camera.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/matrix.hpp>

#include "app/picture/setup.h"

namespace sinew {
namespace {

constexpr float kTurnPerHeight = glm::radians(200.0f);  // for a drag over the window's height
constexpr float kZoomPerNotch = 0.88f;
constexpr float kSteepest = glm::radians(89.0f);
constexpr double kGlideSeconds = 0.18;  // time constant

float glideRatio(double seconds) {
    return static_cast<float>(1.0 - std::exp(-seconds / kGlideSeconds));
}

/// Orbits, pans and zooms. True when the camera changed.
bool moveCamera(Camera& camera, const Input& input) {
    camera.yaw -= input.orbitDrag.x * kTurnPerHeight;
    camera.pitch = std::clamp(camera.pitch + input.orbitDrag.y * kTurnPerHeight, -kSteepest, kSteepest);

    // Panning keeps the point under the pointer: this is the height of the window at the target.
    const float height = 2.0f * camera.distance * std::tan(camera.fieldOfView * 0.5f);
    const glm::mat3 worldFromView = glm::transpose(glm::mat3(camera.viewFromWorld()));
    camera.target += worldFromView * glm::vec3(-input.panDrag.x, input.panDrag.y, 0.0f) * height;

    const float nearest = camera.sceneRadius * 0.02f, farthest = camera.sceneRadius * 60.0f;
    camera.distance = std::clamp(camera.distance * std::pow(kZoomPerNotch, input.zoom), nearest, farthest);
    return input.orbitDrag != glm::vec2(0.0f) || input.panDrag != glm::vec2(0.0f) || input.zoom != 0.0f;
}

/// Moves `camera` toward `goal`.
void glide(Camera& camera, const Camera& goal, double seconds) {
    const float ratio = glideRatio(seconds);
    camera.target = glm::mix(camera.target, goal.target, ratio);
    camera.yaw = glm::mix(camera.yaw, goal.yaw, ratio);
    camera.pitch = glm::mix(camera.pitch, goal.pitch, ratio);
    camera.distance = glm::mix(camera.distance, goal.distance, ratio);
    camera.sceneRadius = goal.sceneRadius;
}

}  // namespace

void FollowingCamera::start(Stage& stage, float aspect) {
    camera_ = goal_ = makeCamera(settings_, stage, aspect);
    followed_ = glm::vec3(0.0f);
    framing_ = true;
}

void FollowingCamera::frame(Stage& stage, float aspect) {
    const Camera before = camera_;
    start(stage, aspect);
    camera_.yaw = goal_.yaw = before.yaw;
    camera_.pitch = goal_.pitch = before.pitch;
}

void FollowingCamera::turnTo(const Viewpoint& view) {
    camera_.yaw = goal_.yaw = glm::radians(static_cast<float>(view.yawDegrees));
    camera_.pitch = goal_.pitch = glm::radians(static_cast<float>(view.pitchDegrees));
    turned_ = true;
}

std::optional<Viewpoint> FollowingCamera::turnedView() const {
    if (!turned_) return std::nullopt;
    const auto rounded = [](double degrees) { return std::round(degrees * 1000.0) / 1000.0; };
    return Viewpoint{.yawDegrees = rounded(std::remainder(glm::degrees(camera_.yaw), 360.0f)),
                     .pitchDegrees = rounded(std::clamp(glm::degrees(camera_.pitch), -89.0f, 89.0f))};
}

void FollowingCamera::reset(Stage& stage, float aspect) {
    goal_ = makeCamera(settings_, stage, aspect);
    goal_.target += followed_;
    framing_ = true;
    turned_ = false;
}

void FollowingCamera::move(const Input& input) {
    if (moveCamera(camera_, input)) framing_ = false;
    turned_ |= input.orbitDrag != glm::vec2(0.0f);
}

void FollowingCamera::advance(Stage& stage, float aspect, double seconds) {
    // The displacement is always followed; everything else is framed until the user moves the camera.
    const glm::vec3 displacement = followed(settings_, stage), lastFollowed = followed_;
    followed_ = glm::mix(followed_, displacement, glideRatio(seconds));
    camera_.target += followed_ - lastFollowed;
    gliding_ = glm::distance(followed_, displacement) > 1e-4f * camera_.distance;
    if (!framing_) return;
    // Gliding changes target and distance; the angles belong to the user.
    const Camera framed = makeCamera(settings_, stage, aspect);
    goal_.target = framed.target + followed_;
    goal_.distance = framed.distance;
    goal_.sceneRadius = framed.sceneRadius;
    const Camera before = camera_;
    glide(camera_, goal_, seconds);
    gliding_ |= glm::distance(before.eye(), camera_.eye()) > 1e-4f * camera_.distance;
}

}  // namespace sinew
