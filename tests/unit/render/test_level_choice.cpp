#include "render/level_choice.h"

#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr glm::vec2 kSize(1280.0f, 720.0f);

glm::vec2 pixelOf(const Camera& camera, const glm::vec3& point) {
    const glm::vec4 clip = camera.clipFromWorld(kSize.x / kSize.y) * glm::vec4(point, 1.0f);
    return (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * kSize;
}

bool isInPicture(const glm::vec2& pixel) {
    return pixel.x >= 0.0f && pixel.y >= 0.0f && pixel.x <= kSize.x && pixel.y <= kSize.y;
}

GpuModel::Draw drawOf(std::initializer_list<float> errors) {
    GpuModel::Draw draw;
    draw.levelCount = 0;
    for (const float error : errors)
        draw.levels[draw.levelCount++].error = error;
    return draw;
}

}  // namespace

TEST_CASE("no length in a sphere has more pixels than pixelsPerUnit says, wherever in the picture it is") {
    Random random(7);
    float largest = 0.0f;
    size_t seen = 0;
    for (int i = 0; i < 20000; ++i) {
        Camera camera{.distance = 5.0f, .fieldOfView = glm::radians(random.chance(0.5) ? 28.0f : 90.0f)};
        camera.yaw = random.uniform(-3.0f, 3.0f);
        camera.pitch = random.uniform(-1.0f, 1.0f);
        const glm::vec3 center = random.vector(-2.0f, 2.0f);
        const float radius = random.uniform(0.0f, 1.0f), most = pixelsPerUnit(camera, center, radius, kSize);
        const glm::vec3 point = center + random.uniform(0.0f, radius) * random.direction();
        const glm::vec3 other = point + 1e-2f * random.direction();
        if (!isInPicture(pixelOf(camera, point)) || !std::isfinite(most)) continue;
        ++seen;
        const float pixels = glm::distance(pixelOf(camera, point), pixelOf(camera, other)) / 1e-2f;
        // The second end may be nearer than the sphere is.
        CHECK(pixels <= 1.02f * most);
        largest = std::max(largest, pixels / most);
    }
    CHECK(seen > 1000);
    CHECK(largest > 0.8f);
}

TEST_CASE("what reaches behind the eye has all its triangles") {
    Camera camera{.yaw = 0.0f, .pitch = 0.0f, .distance = 3.0f};
    CHECK(std::isinf(pixelsPerUnit(camera, {0, 0, 2.5f}, 0.6f, kSize)));
    CHECK(std::isinf(pixelsPerUnit(camera, {0, 0, 9.0f}, 0.5f, kSize)));
    CHECK(coarsestLevel(drawOf({0.0f, 1e-9f}), std::numeric_limits<float>::infinity()) == 0);
    CHECK(coarsestLevel(drawOf({0.0f, 0.0f}), std::numeric_limits<float>::infinity()) == 0);
}

TEST_CASE("the coarsest level is chosen that is off by less than half a pixel") {
    const GpuModel::Draw draw = drawOf({0.0f, 0.01f, 0.02f, 0.08f});
    CHECK(coarsestLevel(draw, 100.0f) == 0);
    CHECK(coarsestLevel(draw, 51.0f) == 0);
    CHECK(coarsestLevel(draw, 49.0f) == 1);
    CHECK(coarsestLevel(draw, 24.0f) == 2);
    CHECK(coarsestLevel(draw, 7.0f) == 2);
    CHECK(coarsestLevel(draw, 6.0f) == 3);
    CHECK(coarsestLevel(drawOf({0.0f}), 1e-9f) == 0);
}
