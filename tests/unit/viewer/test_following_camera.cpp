#include "viewer/following_camera.h"

#include "import/import_model.h"
#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

TEST_CASE("a saved view is restored exactly, however often it is saved and restored") {
    const CameraSettings settings;
    FollowingCamera camera(settings);
    Stage stage(importModel(SINEW_SOURCE_DIR "/assets/tube.dae"));
    camera.start(stage, 1.5f);
    CHECK_FALSE(camera.turnedView());
    Random random(5);
    for (int i = 0; i < 50; ++i) {
        const Viewpoint turned{.yawDegrees = random.uniform(-180.0f, 180.0f),
                               .pitchDegrees = random.uniform(-89.0f, 89.0f)};
        camera.turnTo(turned);
        const Viewpoint remembered = camera.turnedView().value();
        CHECK(remembered.yawDegrees == Approx(turned.yawDegrees).margin(1e-3));
        CHECK(remembered.pitchDegrees == Approx(turned.pitchDegrees).margin(1e-3));
        for (int start = 0; start < 3; ++start) {
            camera.turnTo(remembered);
            for (int frame = 0; frame < 20; ++frame)
                camera.advance(stage, 1.5f, random.uniform(0.01f, 0.2f));
            CHECK(camera.turnedView() == remembered);
        }
    }
}
