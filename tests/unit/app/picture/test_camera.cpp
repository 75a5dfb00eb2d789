#include <cmath>

#include <glm/geometric.hpp>

#include "app/picture/setup.h"
#include "app/stage/framing.h"
#include "support/catch.h"

using namespace sinew;

namespace {

/// Where a point appears: -1 to 1 from left to right and from top to bottom.
glm::vec2 seenAt(const Camera& camera, const glm::vec3& point) {
    const glm::vec4 clip = camera.clipFromWorld(1.0f) * glm::vec4(point, 1.0f);
    return glm::vec2(clip) / clip.w;
}

}  // namespace

TEST_CASE("A fixed camera is where it was placed, whatever the model") {
    Stage stage(importModel(std::filesystem::path(SINEW_SOURCE_DIR "/assets/tube.dae")));
    CameraSettings settings{.fixed = FixedView{{3.0, 4.0, -2.0}, {1.0, 0.5, 0.25}}, .fieldOfViewDegrees = 60.0};
    const Camera camera = makeCamera(settings, stage, 1.0f);
    CHECK(glm::distance(camera.eye(), glm::vec3(3.0f, 4.0f, -2.0f)) < 1e-5f);
    CHECK(camera.target == glm::vec3(1.0f, 0.5f, 0.25f));
    CHECK(glm::length(seenAt(camera, camera.target)) < 1e-5f);
    // A point 30 degrees above the axis is at the upper edge.
    const glm::vec3 forward = glm::normalize(camera.target - camera.eye());
    const glm::vec3 right = glm::normalize(glm::cross(forward, glm::vec3(0, 1, 0)));
    const glm::vec3 up = glm::cross(right, forward);
    const glm::vec2 edge = seenAt(camera, camera.eye() + (forward + up * std::tan(glm::radians(30.0f))) * 3.0f);
    CHECK(edge.y == Approx(-1.0f).margin(1e-4));
    // All of the model is between the planes.
    const Box box = framedBounds(stage);
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec4 clip = camera.clipFromWorld(1.0f) * glm::vec4(corner & 1 ? box.max.x : box.min.x,
                                                                      corner & 2 ? box.max.y : box.min.y,
                                                                      corner & 4 ? box.max.z : box.min.z, 1.0f);
        CHECK(clip.z >= 0.0f);
        CHECK(clip.z <= clip.w);
    }
    settings.fixed = FixedView{{0.0, 5.0, 0.0}, {0.0, 0.0, 0.0}};  // straight down
    const Camera down = makeCamera(settings, stage, 1.0f);
    CHECK(glm::distance(down.eye(), glm::vec3(0.0f, 5.0f, 0.0f)) < 2e-3f);
    CHECK(glm::length(seenAt(down, glm::vec3(0.0f))) < 1e-3f);
}

TEST_CASE("A wider field of view brings the camera closer") {
    Stage stage(importModel(std::filesystem::path(SINEW_SOURCE_DIR "/assets/tube.dae")));
    const Camera usual = makeCamera({}, stage, 1.0f), wide = makeCamera({.fieldOfViewDegrees = 60.0}, stage, 1.0f);
    CHECK(usual.fieldOfView == Approx(glm::radians(28.0f)));
    CHECK(wide.fieldOfView == Approx(glm::radians(60.0f)));
    CHECK(wide.distance < 0.7f * usual.distance);
}
