#include "model/cpu_skinning.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "animation/clip/transform.h"
#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr float kRadius = 0.25f;

/// A tube of radius 0.25 about the x axis from -1 to 1; the second bone's weight rises along it from 0 to 1.
SkinnedMesh tube() {
    SkinnedMesh mesh;
    mesh.boneCount = 2;
    for (int ring = 0; ring <= 20; ++ring) {
        const auto second = static_cast<uint16_t>(kWeightOne * ring / 20);
        const auto first = static_cast<uint16_t>(kWeightOne - second);
        for (int spoke = 0; spoke < 12; ++spoke) {
            const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(spoke) / 12.0f;
            const glm::vec3 outwards(0.0f, std::cos(angle), std::sin(angle));
            mesh.positions.push_back(glm::vec3(-1.0f + 0.1f * static_cast<float>(ring), 0.0f, 0.0f) +
                                     kRadius * outwards);
            mesh.normals.push_back(outwards);
            mesh.influences.push_back(first >= second ? Influences{.bones = {0, 1}, .weights = {first, second}}
                                                      : Influences{.bones = {1, 0}, .weights = {second, first}});
        }
    }
    return mesh;
}

std::vector<glm::vec3> positions(const SkinnedMesh& mesh, const std::vector<glm::mat4>& palette) {
    std::vector<glm::vec3> out(mesh.vertexCount());
    skinPositionsByDualQuaternions(mesh, palette, out);
    return out;
}

std::vector<glm::vec3> normals(const SkinnedMesh& mesh, const std::vector<glm::mat4>& palette) {
    std::vector<glm::vec3> out(mesh.vertexCount());
    skinNormalsByDualQuaternions(mesh, palette, out);
    return out;
}

float fromAxis(const glm::vec3& point) {
    return glm::length(glm::vec2(point.y, point.z));
}

float largestDistance(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
    float largest = 0.0f;
    for (size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, glm::length(a[i] - b[i]));
    return largest;
}

glm::mat4 twist(float degrees) {
    return matrixFrom({.rotation = glm::angleAxis(glm::radians(degrees), glm::vec3(1, 0, 0))});
}

}  // namespace

TEST_CASE("dual quaternions keep the volume of a half-turn twist where the linear blend collapses") {
    const SkinnedMesh mesh = tube();
    const std::vector<glm::mat4> palette{twist(0), twist(180)};
    const std::vector<glm::vec3> kept = positions(mesh, palette), outwards = normals(mesh, palette);
    std::vector<glm::vec3> collapsed(mesh.vertexCount());
    skinPositions(mesh, palette, collapsed);
    float thinnest = kRadius;
    for (size_t i = 0; i < kept.size(); ++i) {
        REQUIRE(fromAxis(kept[i]) == Approx(kRadius).epsilon(1e-5));
        REQUIRE(kept[i].x == Approx(mesh.positions[i].x).margin(1e-6));
        REQUIRE(glm::length(outwards[i] - glm::vec3(0, kept[i].y, kept[i].z) / kRadius) < 1e-5f);
        thinnest = std::min(thinnest, fromAxis(collapsed[i]));
    }
    CHECK(thinnest < 0.001f * kRadius);
}

TEST_CASE("a smaller twist rotates each ring in proportion") {
    const SkinnedMesh mesh = tube();
    const std::vector<glm::vec3> out = positions(mesh, {twist(0), twist(90)});
    for (const size_t ring : {0, 10, 20}) {
        const float turned = std::atan2(out[12 * ring].z, out[12 * ring].y);
        CHECK(turned == Approx(glm::radians(4.5f * static_cast<float>(ring))).margin(1e-4));
    }
}

TEST_CASE("vertices of one bone move as under the linear blend") {
    Random random(1);
    for (int round = 0; round < 50; ++round) {
        SkinnedMesh mesh = tube();
        for (Influences& influences : mesh.influences)
            influences = {.bones = {static_cast<uint16_t>(random.below(2))}, .weights = {kWeightOne}};
        std::vector<glm::mat4> palette;
        for (int bone = 0; bone < 2; ++bone)  // with shear, and mirrored half of the time
            palette.push_back(matrixFrom({random.vector(-3, 3), random.rotation(), random.vector(0.5f, 2.0f)}) *
                              matrixFrom({{}, random.rotation(), {random.chance(0.5) ? 1.0f : -1.0f, 1.0f, 1.5f}}));
        std::vector<glm::vec3> linear(mesh.vertexCount()), linearNormals(mesh.vertexCount());
        skinPositions(mesh, palette, linear);
        skinNormals(mesh, palette, linearNormals);
        REQUIRE(largestDistance(positions(mesh, palette), linear) < 2e-5f);
        REQUIRE(largestDistance(normals(mesh, palette), linearNormals) < 2e-5f);
    }
}

TEST_CASE("bones that agree move their vertices rigidly") {
    const SkinnedMesh mesh = tube();
    const glm::mat4 one = matrixFrom({{1, 2, 3}, glm::angleAxis(2.0f, glm::vec3(0.6f, 0.8f, 0)), {2, 3, 0.5f}});
    std::vector<glm::vec3> linear(mesh.vertexCount());
    skinPositions(mesh, std::vector{one, one}, linear);
    CHECK(largestDistance(positions(mesh, {one, one}), linear) < 1e-5f);
}

TEST_CASE("bone scales are blended linearly") {
    const SkinnedMesh mesh = tube();
    const std::vector<glm::mat4> palette{matrixFrom({.scale = {1, 1, 1}}), matrixFrom({.scale = {1, 3, 3}})};
    const std::vector<glm::vec3> out = positions(mesh, palette);
    for (size_t i = 0; i < out.size(); ++i)
        REQUIRE(fromAxis(out[i]) == Approx(kRadius * (1.0f + 2.0f * static_cast<float>(i / 12) / 20.0f)).epsilon(1e-4));
}

TEST_CASE("bones scaled to zero keep the bind normals") {
    const SkinnedMesh mesh = tube();
    const std::vector<glm::mat4> palette(2, matrixFrom({.scale = {0, 0, 0}}));
    CHECK(normals(mesh, palette) == mesh.normals);
}

TEST_CASE("dual quaternions support the second set of influences and morph targets") {
    SkinnedMesh mesh = tube();
    mesh.moreInfluences = mesh.influences;
    for (size_t i = 0; i < mesh.vertexCount(); ++i) {
        mesh.influences[i] = {.bones = {0}, .weights = {32768}};
        mesh.moreInfluences[i] = {.bones = {1}, .weights = {32767}};
    }
    mesh.morphTargets.push_back(
        {.name = "long", .deltas = {{.vertex = 5, .position = {4, 0, 0}, .normal = {9, 0, 0}}}});
    std::vector<glm::vec3> out(mesh.vertexCount()), turned(mesh.vertexCount());
    const std::vector<glm::mat4> palette{twist(0), twist(170)};
    const std::vector<float> weights{0.5f};
    skinPositionsByDualQuaternions(mesh, palette, out, weights);
    skinNormalsByDualQuaternions(mesh, palette, turned, weights);
    CHECK(fromAxis(out[3]) == Approx(kRadius));
    CHECK(std::atan2(out[0].z, out[0].y) == Approx(glm::radians(85.0f)).epsilon(1e-3));
    CHECK(out[5].x == Approx(mesh.positions[5].x + 2.0f));
    CHECK(turned[5].x > 0.9f);
}
