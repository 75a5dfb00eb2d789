#include "viewer/following_camera.h"

#include <algorithm>
#include <cmath>

#include "app/setup.h"
#include "viewer/orbit.h"

namespace sinew {

void FollowingCamera::start(Stage& stage, float aspect) {
    camera_ = goal_ = makeCamera(options_, stage, aspect);
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
    goal_ = makeCamera(options_, stage, aspect);
    goal_.target += followed_;
    framing_ = true;
    turned_ = false;
}

void FollowingCamera::move(const Input& input) {
    if (moveCamera(camera_, input)) framing_ = false;
    turned_ |= input.orbitDrag != glm::vec2(0.0f);
}

void FollowingCamera::advance(Stage& stage, float aspect, double seconds) {
    // Whoever goes is followed; what else there is to frame, until the user moves the camera.
    const glm::vec3 come = stage.comeSince(), lastFollowed = followed_;
    followed_ = glided(followed_, come, seconds);
    camera_.target += followed_ - lastFollowed;
    gliding_ = glm::distance(followed_, come) > 1e-4f * camera_.distance;
    if (!framing_) return;
    // The angles are the user's; what is glided is where the camera looks and from how far.
    const Camera framed = makeCamera(options_, stage, aspect);
    goal_.target = framed.target + followed_;
    goal_.distance = framed.distance;
    goal_.sceneRadius = framed.sceneRadius;
    const Camera before = camera_;
    glide(camera_, goal_, seconds);
    gliding_ |= glm::distance(before.eye(), camera_.eye()) > 1e-4f * camera_.distance;
}

}  // namespace sinew
