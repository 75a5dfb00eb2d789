#include "render/camera.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/matrix.hpp>

namespace sinew {
namespace {

constexpr float kMargin = 1.12f;

/// Unit vector from the target to the eye.
glm::vec3 backward(const Camera& camera) {
    return {std::cos(camera.pitch) * std::sin(camera.yaw), std::sin(camera.pitch),
            std::cos(camera.pitch) * std::cos(camera.yaw)};
}

}  // namespace

glm::vec3 Camera::eye() const {
    return target + backward(*this) * distance;
}

glm::mat4 Camera::viewFromWorld() const {
    return glm::lookAtRH(eye(), target, glm::vec3(0.0f, 1.0f, 0.0f));
}

glm::mat4 Camera::clipFromWorld(float aspect) const {
    const float far = distance + 2.0f * sceneRadius;
    const float near = std::max(distance - 2.0f * sceneRadius, far * 0.002f);
    glm::mat4 clipFromView = glm::perspectiveRH_ZO(fieldOfView, aspect, near, far);
    clipFromView[1][1] *= -1.0f;
    clipFromView[2] -= glm::vec4(shift, 0.0f, 0.0f);
    return clipFromView * viewFromWorld();
}

Ray rayThrough(const Camera& camera, const glm::vec2& pixel, const glm::vec2& size) {
    const glm::dmat4 worldFromClip = glm::inverse(glm::dmat4(camera.clipFromWorld(size.x / size.y)));
    const glm::dvec2 clip = glm::dvec2(pixel) / glm::dvec2(size) * 2.0 - 1.0;
    const auto pointAt = [&](double depth) {
        const glm::dvec4 world = worldFromClip * glm::dvec4(clip, depth, 1.0);
        return glm::dvec3(world) / world.w;
    };
    const glm::dvec3 near = pointAt(0.0), far = pointAt(1.0);
    return {glm::vec3(near), glm::vec3(far - near)};
}

void frameBox(Camera& camera, const Box& box, float aspect) {
    const Box shown = box.empty() ? Box{glm::vec3(-0.5f), glm::vec3(0.5f)} : box;
    camera.target = shown.center();
    camera.sceneRadius = std::max(shown.diagonal() * 0.5f, 1e-6f);
    const float slopeY = std::tan(camera.fieldOfView * 0.5f) / kMargin, slopeX = slopeY * aspect;
    camera.distance = camera.sceneRadius;
    const glm::mat3 viewFromWorld(camera.viewFromWorld());
    float distance = camera.sceneRadius * 0.1f;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 point(corner & 1 ? shown.max.x : shown.min.x, corner & 2 ? shown.max.y : shown.min.y,
                              corner & 4 ? shown.max.z : shown.min.z);
        const glm::vec3 inView = viewFromWorld * (point - camera.target);  // +z toward the eye
        distance = std::max({distance, inView.z + std::abs(inView.x) / slopeX, inView.z + std::abs(inView.y) / slopeY});
    }
    camera.distance = distance;
}

}  // namespace sinew
