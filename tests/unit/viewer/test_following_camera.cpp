#include "viewer/following_camera.h"

#include "import/import_model.h"
#include "support/catch.h"

using namespace sinew;

TEST_CASE("the model stands in the middle of the free part, and glides to sides and close-ups") {
    const CameraSettings settings;
    FollowingCamera camera(settings);
    Stage stage(importModel(SINEW_SOURCE_DIR "/assets/tube.dae"));
    camera.start(stage, 1.6f);
    const Camera full = camera.pictured();
    const auto settled = [&] {
        for (int frame = 0; frame < 100; ++frame)
            camera.advance(stage, 1.6f, 0.1);
        return camera.camera();
    };
    const auto placeOf = [&](const Camera& seen) {
        const glm::vec4 clip = seen.clipFromWorld(1.6f) * glm::vec4(seen.target, 1.0f);
        return glm::vec2(clip) / clip.w;
    };
    CHECK(glm::length(placeOf(settled())) < 1e-5f);
    camera.setFree({0.7f, 0.8f});
    camera.advance(stage, 1.6f, 0.01);
    CHECK(camera.gliding());
    const Camera moved = settled();
    CHECK(placeOf(moved).x == Approx(-0.3f));
    CHECK(placeOf(moved).y == Approx(-0.2f));
    CHECK(moved.distance == Approx(full.distance));
    CHECK(moved.fieldOfView > 1.15f * full.fieldOfView);
    CHECK(camera.pictured().clipFromWorld(1.6f) == full.clipFromWorld(1.6f));
    CHECK_FALSE(camera.gliding());
    camera.look(-90.0f, 90.0f);
    CHECK(settled().yaw == Approx(glm::radians(-90.0f)).margin(1e-3));
    CHECK(settled().pitch == Approx(glm::radians(89.0f)).margin(1e-3));
    CHECK(settled().distance == Approx(moved.distance));
    const glm::vec3 head(0.0f, 1.0f, 0.0f);
    camera.focus({head - 0.1f, head + 0.1f}, 1.6f);
    CHECK(glm::distance(settled().target, head) < 1e-3f);
    CHECK(settled().distance < 0.5f * moved.distance);
    camera.reset(stage, 1.6f);
    CHECK(settled().distance == Approx(moved.distance));
}
