#include "viewer/following_camera.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/gtc/constants.hpp>
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

/// Moves `camera` toward `goal`, and leaves it as it is where it is there.
void glide(Camera& camera, const Camera& goal, double seconds) {
    const float ratio = glideRatio(seconds);
    const auto move = [&](auto& value, const auto& wanted) { value += (wanted - value) * ratio; };
    move(camera.target, goal.target);
    move(camera.yaw, goal.yaw);
    move(camera.pitch, goal.pitch);
    move(camera.distance, goal.distance);
    move(camera.fieldOfView, goal.fieldOfView);
    move(camera.shift, goal.shift);
    camera.sceneRadius = goal.sceneRadius;
}

}  // namespace

/// The camera of a picture, with a wider field of view that shows the model in the free part.
Camera FollowingCamera::framed(Stage& stage, float aspect) const {
    Camera camera = makeCamera(settings_, stage, aspect);
    const float inFree = makeCamera(settings_, stage, aspect * free_.x / free_.y).distance / free_.y;
    camera.fieldOfView = 2.0f * std::atan(std::tan(0.5f * camera.fieldOfView) * inFree / camera.distance);
    camera.shift = free_ - 1.0f;
    return camera;
}

Camera FollowingCamera::pictured() const {
    Camera camera = camera_;
    camera.fieldOfView = glm::radians(static_cast<float>(settings_.fieldOfViewDegrees));
    camera.shift = glm::vec2(0.0f);
    return camera;
}

void FollowingCamera::start(Stage& stage, float aspect) {
    camera_ = goal_ = framed(stage, aspect);
    followed_ = glm::vec3(0.0f);
    framing_ = true;
}

void FollowingCamera::frame(Stage& stage, float aspect) {
    const Camera before = camera_;
    start(stage, aspect);
    camera_.yaw = goal_.yaw = before.yaw;
    camera_.pitch = goal_.pitch = before.pitch;
}

void FollowingCamera::reset(Stage& stage, float aspect) {
    goal_ = framed(stage, aspect);
    goal_.target += followed_;
    framing_ = true;
}

void FollowingCamera::look(float yawDegrees, float pitchDegrees) {
    goal_.yaw = camera_.yaw + std::remainder(glm::radians(yawDegrees) - camera_.yaw, glm::two_pi<float>());
    goal_.pitch = std::clamp(glm::radians(pitchDegrees), -kSteepest, kSteepest);
}

void FollowingCamera::focus(const Box& box, float aspect) {
    Camera close = pictured();
    frameBox(close, box, aspect);
    goal_.target = close.target;
    goal_.distance = close.distance;
    framing_ = false;
}

void FollowingCamera::move(const Input& input) {
    if (!moveCamera(camera_, input)) return;
    goal_ = camera_;
    framing_ = false;
}

void FollowingCamera::advance(Stage& stage, float aspect, double seconds) {
    // The displacement is always followed; everything else is framed until the user moves the camera.
    const glm::vec3 displacement = followed(settings_, stage), lastFollowed = followed_;
    followed_ = glm::mix(followed_, displacement, glideRatio(seconds));
    camera_.target += followed_ - lastFollowed;
    goal_.target += followed_ - lastFollowed;
    const Camera wanted = framed(stage, aspect);
    goal_.fieldOfView = wanted.fieldOfView;
    goal_.shift = wanted.shift;
    if (framing_) {  // the angles belong to the user
        goal_.target = wanted.target + followed_;
        goal_.distance = wanted.distance;
        goal_.sceneRadius = wanted.sceneRadius;
    }
    const Camera before = camera_;
    glide(camera_, goal_, seconds);
    gliding_ = std::max(glm::distance(followed_, displacement), glm::distance(before.eye(), camera_.eye())) >
                   1e-4f * camera_.distance ||
               glm::distance(before.shift, camera_.shift) > 1e-4f;
}

}  // namespace sinew
