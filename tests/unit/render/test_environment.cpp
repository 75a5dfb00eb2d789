#include "render/environment.h"

#include <cmath>
#include <numbers>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/packing.hpp>

#include "studio/radiance.h"
#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr float kPi = std::numbers::pi_v<float>;

EnvironmentPicture constantPicture(const glm::vec3& color) {
    return {.width = 16, .height = 8, .texels = std::vector<glm::vec3>(16 * 8, color)};
}

std::vector<glm::vec3> someDirections() {
    std::vector<glm::vec3> directions{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    Random random(3);
    const auto coordinate = [&] { return static_cast<float>(random.between(0, 2000)) / 1000.0f - 1.0f; };
    while (directions.size() < 60) {
        const glm::vec3 direction(coordinate(), coordinate(), coordinate());
        if (glm::length(direction) > 0.1f) directions.push_back(glm::normalize(direction));
    }
    return directions;
}

/// The level's texel in which this direction falls.
glm::vec3 specularAt(const Environment& environment, uint32_t level, const glm::vec3& direction) {
    const uint32_t side = kEnvironmentSide >> level;
    const glm::uvec2 place(environmentCoordinates(direction) * static_cast<float>(side));
    return glm::unpackF2x11_1x10(environment.specular[level][place.y * side + place.x]);
}

float lengthOf(const glm::vec3& difference) {
    return glm::length(difference);
}

/// The mean of the diffuse light over all normals, which is the mean radiance of the whole sphere.
glm::vec3 meanOf(const Environment& environment) {
    return environment.irradiance[0];
}

/// The mean of a level over the sphere.
glm::vec3 meanOfLevel(const Environment& environment, uint32_t level) {
    glm::dvec3 sum(0.0);
    constexpr int kCount = 40000;
    for (int i = 0; i < kCount; ++i) {  // a spiral of equal areas
        const float y = 1.0f - (2.0f * static_cast<float>(i) + 1.0f) / kCount,
                    around = 2.39996323f * static_cast<float>(i);
        const float out = std::sqrt(1.0f - y * y);
        sum += specularAt(environment, level, {out * std::cos(around), y, out * std::sin(around)});
    }
    return glm::vec3(sum / double{kCount});
}

}  // namespace

TEST_CASE("in a constant environment, all normals get its radiance") {
    const Environment white = bakeEnvironment(constantPicture(glm::vec3(1.0f)));
    const Environment tinted = bakeEnvironment(constantPicture({0.5f, 2.0f, 8.0f}));
    for (const glm::vec3& normal : someDirections()) {
        CHECK(lengthOf(irradianceAt(white.irradiance, normal) - glm::vec3(1.0f)) < 1e-3f);
        CHECK(lengthOf(irradianceAt(tinted.irradiance, normal) - glm::vec3(0.5f, 2.0f, 8.0f)) < 8e-3f);
    }
}

TEST_CASE("a constant environment is the same at all levels of the specular map") {
    const Environment environment = bakeEnvironment(constantPicture({1.0f, 0.25f, 4.0f}));
    for (uint32_t level = 0; level < kEnvironmentLevels; ++level) {
        REQUIRE(environment.specular[level].size() == size_t{256u >> level} * (256u >> level));
        for (const uint32_t texel : environment.specular[level])
            REQUIRE(texel == environment.specular[0][0]);
    }
    CHECK(specularAt(environment, 0, {0, 1, 0}) == glm::vec3(1.0f, 0.25f, 4.0f));
}

TEST_CASE("a bright pixel of the picture is where three.js looks it up") {
    EnvironmentPicture picture{.width = 64, .height = 32, .texels = std::vector<glm::vec3>(64 * 32, glm::vec3(0.0f))};
    const uint32_t column = GENERATE(0u, 15u, 32u, 50u, 63u), row = GENERATE(3u, 16u, 27u);
    picture.texels[row * 64 + column] = glm::vec3(100.0f);
    const float u = (static_cast<float>(column) + 0.5f) / 64.0f, v = 1.0f - (static_cast<float>(row) + 0.5f) / 32.0f;
    const float around = (u - 0.5f) * 2.0f * kPi, up = (v - 0.5f) * kPi;
    const glm::vec3 toward(std::cos(up) * std::cos(around), std::sin(up), std::cos(up) * std::sin(around));

    const Environment environment = bakeEnvironment(picture);
    CHECK(specularAt(environment, 0, toward).r > 70.0f);
    for (const glm::vec3& direction : someDirections())
        if (glm::dot(direction, toward) < 0.97f) CHECK(specularAt(environment, 0, direction) == glm::vec3(0.0f));
    // The diffuse light comes from there, too.
    CHECK(irradianceAt(environment.irradiance, toward).r > 4.0f * irradianceAt(environment.irradiance, -toward).r);
}

TEST_CASE("an environment keeps its energy at all levels") {
    const glm::vec3 middle = glm::normalize(glm::vec3(0.3f, -0.6f, 0.5f));  // across a fold of the map
    const float edge = GENERATE(0.95f, 0.5f, -0.3f);
    const Environment environment = bakeEnvironment(
        [&](const glm::vec3& direction) { return glm::vec3(glm::dot(direction, middle) > edge ? 5.0f : 0.0f); });
    const float mean = 5.0f * (1.0f - edge) / 2.0f;
    CHECK(meanOf(environment).g == Approx(mean).epsilon(0.01));
    for (uint32_t level = 0; level < kEnvironmentLevels; ++level)
        CHECK(meanOfLevel(environment, level).g == Approx(mean).epsilon(0.04));
}

TEST_CASE("the diffuse light of a half-bright sphere is that of the integral") {
    const Environment environment =
        bakeEnvironment([](const glm::vec3& direction) { return glm::vec3(direction.x > 0.0f ? 1.0f : 0.0f); });
    CHECK(irradianceAt(environment.irradiance, {1, 0, 0}).r == Approx(1.0).margin(0.02));
    CHECK(irradianceAt(environment.irradiance, {0, 0, 1}).r == Approx(0.5).margin(0.01));
    CHECK(irradianceAt(environment.irradiance, {-1, 0, 0}).r == Approx(0.0).margin(0.02));
}

TEST_CASE("the diffuse light of a small lamp falls off with the cosine") {
    const glm::vec3 lamp =
        glm::normalize(GENERATE(glm::vec3(1, 0, 0), glm::vec3(0.3f, 0.5f, -0.7f), glm::vec3(-0.6f, -0.6f, 0.2f)));
    const Environment environment = bakeEnvironment(
        [&](const glm::vec3& direction) { return glm::vec3(glm::dot(direction, lamp) > 0.995f ? 100.0f : 0.0f); });
    const float facing = 4.0f * meanOf(environment).r;  // irradiance / pi of a normal toward the lamp
    for (const glm::vec3& normal : someDirections())
        CHECK(irradianceAt(environment.irradiance, normal).r / facing ==
              Approx(std::max(glm::dot(normal, lamp), 0.0f)).margin(0.065));
}

TEST_CASE("the rougher the level, the wider a light spreads") {
    const glm::vec3 toward = glm::normalize(glm::vec3(0.2f, 0.9f, -0.4f));
    const Environment environment = bakeEnvironment(
        [&](const glm::vec3& direction) { return glm::vec3(glm::dot(direction, toward) > 0.98f ? 1.0f : 0.0f); });
    for (uint32_t level = 1; level < kEnvironmentLevels; ++level)
        CHECK(specularAt(environment, level, toward).r < specularAt(environment, level - 1, toward).r);
}

TEST_CASE("coordinates of the specular map name directions, across its edges as well") {
    for (const glm::vec3& direction : someDirections()) {
        const glm::vec2 at = environmentCoordinates(direction);
        CHECK(glm::all(glm::greaterThanEqual(at, glm::vec2(1.0f / 16.0f - 1e-6f))));
        CHECK(glm::all(glm::lessThanEqual(at, glm::vec2(15.0f / 16.0f + 1e-6f))));
        CHECK(lengthOf(environmentDirection(at) - direction) < 1e-5f);
    }
    // A step beyond an edge stays beside the place from which it started.
    for (const float along : {0.1f, 0.3f, 0.45f, 0.6f, 0.88f})
        for (const float side : {1.0f / 16.0f, 15.0f / 16.0f}) {
            const float out = side < 0.5f ? -0.01f : 0.01f;
            for (const bool swapped : {false, true}) {
                const auto at = [&](float across) {
                    return environmentDirection(swapped ? glm::vec2(along, across) : glm::vec2(across, along));
                };
                CHECK(lengthOf(at(side - out) - at(side + out)) < 0.12f);
                CHECK(lengthOf(at(side - out) - at(side + out)) > 0.01f);
            }
        }
}

TEST_CASE("values that are too bright for the specular map are its brightest, not infinite") {
    const Environment environment = bakeEnvironment(constantPicture(glm::vec3(1e6f)));
    CHECK(specularAt(environment, 0, {0, 1, 0}) == glm::vec3(65024.0f, 65024.0f, 64512.0f));
}

TEST_CASE("baking gives the bits of the studio that the build baked") {
    const Environment studio = bakeEnvironment(studioRadiance);
    CHECK(studio.irradiance == studioEnvironment().irradiance);
    CHECK(studio.specular == studioEnvironment().specular);
}

TEST_CASE("the studio lights a white surface a little below white, most from the key light") {
    const Environment& studio = studioEnvironment();
    const glm::vec3 mean = meanOf(studio);
    CHECK(mean.g > 0.75f);
    CHECK(mean.g < 1.0f);
    const auto green = [&](const glm::vec3& normal) {
        return irradianceAt(studio.irradiance, glm::normalize(normal)).g;
    };
    CHECK(green({-0.55f, 1.25f, 0.75f}) > green({0.0f, 0.0f, 1.0f}));
    CHECK(green({0.0f, 0.0f, 1.0f}) > green({0.0f, 0.0f, -1.0f}));
    CHECK(green({0.0f, -1.0f, 0.0f}) > 0.2f);
    const glm::vec3 key = irradianceAt(studio.irradiance, {-0.707f, 0.0f, 0.707f}),
                    fill = irradianceAt(studio.irradiance, {1, 0, 0});
    CHECK(key.r / key.b > fill.r / fill.b);
}
