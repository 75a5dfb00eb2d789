#include "model/pick.h"

#include <vector>

#include <glm/geometric.hpp>

#include "model/cpu_skinning.h"
#include "support/catch.h"
#include "support/models/band.h"
#include "support/random.h"

using namespace sinew;

namespace {

/// One triangle in the plane z = 0, counterclockwise from +z. Vertex i follows bone i.
SkinnedMesh rightTriangle() {
    SkinnedMesh mesh{.positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, .boneCount = 3};
    for (uint16_t bone = 0; bone < 3; ++bone)
        mesh.influences.push_back({.bones = {bone}, .weights = {kWeightOne}});
    mesh.indices = {0, 1, 2};
    return mesh;
}

Ray downAt(float x, float y) {
    return {{x, y, 2.0f}, {0.0f, 0.0f, -4.0f}};
}

}  // namespace

TEST_CASE("a ray hits a triangle, with barycentric coordinates") {
    const SkinnedMesh mesh = rightTriangle();
    const auto hit = firstHit(mesh, mesh.positions, downAt(1.0f, 2.0f), Winding::counterClockwise);
    REQUIRE(hit);
    CHECK(hit->triangle == 0);
    CHECK(hit->along == 0.5f);
    CHECK(glm::length(hit->corners - glm::vec3(0.25f, 0.25f, 0.5f)) < 1e-6f);
    CHECK_FALSE(firstHit(mesh, mesh.positions, downAt(3.0f, 2.0f), Winding::both));
    CHECK_FALSE(firstHit(mesh, mesh.positions, downAt(-0.1f, 1.0f), Winding::both));
    CHECK_FALSE(firstHit(mesh, mesh.positions, {{1, 1, 2}, {0, 0, -1.9f}}, Winding::both));  // too short
    CHECK_FALSE(firstHit(mesh, mesh.positions, {{1, 1, 2}, {0, 0, 4}}, Winding::both));      // behind
    CHECK_FALSE(firstHit(mesh, mesh.positions, {{1, 1, 0}, {1, 0, 0}}, Winding::both));      // along the plane
}

TEST_CASE("a ray hits one side of a triangle, or both") {
    const SkinnedMesh mesh = rightTriangle();
    const Ray fromAbove = downAt(1.0f, 1.0f), fromBelow{{1, 1, -2}, {0, 0, 4}};
    CHECK(firstHit(mesh, mesh.positions, fromAbove, Winding::counterClockwise));
    CHECK_FALSE(firstHit(mesh, mesh.positions, fromAbove, Winding::clockwise));
    CHECK_FALSE(firstHit(mesh, mesh.positions, fromBelow, Winding::counterClockwise));
    CHECK(firstHit(mesh, mesh.positions, fromBelow, Winding::clockwise));
    CHECK(firstHit(mesh, mesh.positions, fromAbove, Winding::both));
    CHECK(firstHit(mesh, mesh.positions, fromBelow, Winding::both));
}

TEST_CASE("the nearest of several triangles is hit, whatever their order") {
    SkinnedMesh mesh = rightTriangle();
    for (const float z : {-1.0f, 1.0f})
        for (int corner = 0; corner < 3; ++corner) {
            mesh.indices.push_back(static_cast<uint32_t>(mesh.positions.size()));
            mesh.positions.push_back(mesh.positions[static_cast<size_t>(corner)] + glm::vec3(0, 0, z));
            mesh.influences.push_back(mesh.influences[static_cast<size_t>(corner)]);
        }
    CHECK(firstHit(mesh, mesh.positions, downAt(1, 1), Winding::both)->triangle == 2);
    CHECK(firstHit(mesh, mesh.positions, {{1, 1, -2}, {0, 0, 4}}, Winding::both)->triangle == 1);
}

TEST_CASE("a random point of a random triangle is hit") {
    Random random(11);
    for (int i = 0; i < 1000; ++i) {
        SkinnedMesh mesh = rightTriangle();
        for (glm::vec3& position : mesh.positions)
            position = random.vector(-5.0f, 5.0f);
        const glm::vec3 &a = mesh.positions[0], &b = mesh.positions[1], &c = mesh.positions[2];
        if (glm::length(glm::cross(b - a, c - a)) < 1.0f) continue;
        const float u = random.uniform(0.05f, 0.45f), v = random.uniform(0.05f, 0.45f);
        const glm::vec3 place = (1.0f - u - v) * a + u * b + v * c;
        const glm::vec3 direction = random.direction();
        if (std::abs(glm::dot(direction, glm::normalize(glm::cross(b - a, c - a)))) < 0.1f) continue;
        const auto hit = firstHit(mesh, mesh.positions, {place - 3.0f * direction, 10.0f * direction}, Winding::both);
        REQUIRE(hit);
        CHECK(hit->along == Approx(0.3f).margin(1e-4));
        CHECK(glm::length(hit->corners - glm::vec3(1.0f - u - v, u, v)) < 1e-4f);
    }
}

TEST_CASE("weights are interpolated between the corners") {
    const SkinnedMesh mesh = rightTriangle();
    const TriangleHit place{.triangle = 0, .corners = {0.25f, 0.25f, 0.5f}};
    CHECK(weightAt(mesh, place, 0) == Approx(0.25f));
    CHECK(weightAt(mesh, place, 2) == Approx(0.5f));
    CHECK(strongestBone(mesh, place) == BoneShare{2, weightAt(mesh, place, 2)});
}

TEST_CASE("a bone that is second on every corner can be the strongest, also with the second set") {
    SkinnedMesh mesh = rightTriangle();
    mesh.boneCount = 4;
    for (Influences& influences : mesh.influences) {
        influences.bones[1] = 3;
        influences.weights = {36000, 29535};
    }
    const TriangleHit middle{.triangle = 0, .corners = glm::vec3(1.0f / 3.0f)};
    CHECK(strongestBone(mesh, middle).bone == 3);

    mesh.moreInfluences.resize(3);
    for (size_t i = 0; i < 3; ++i)
        mesh.moreInfluences[i].weights = {std::exchange(mesh.influences[i].weights[1], uint16_t{0})};
    for (Influences& influences : mesh.moreInfluences)
        influences.bones = {3};
    CHECK(strongestBone(mesh, middle).bone == 3);
    CHECK(weightAt(mesh, middle, 3) == Approx(29535.0 / 65535.0));
}

TEST_CASE("of equal weights, the bone with the lowest index is taken") {
    SkinnedMesh mesh = rightTriangle();
    for (Influences& influences : mesh.influences)
        influences = {.bones = {2, 1}, .weights = {30000, 30000}};
    CHECK(strongestBone(mesh, {.triangle = 0, .corners = {0.5f, 0.25f, 0.25f}}).bone == 1);
}

TEST_CASE("a ray at a posed band finds the bone there") {
    Model model = rig_models::band(3).model;
    const SkinnedMesh& mesh = model.meshes[0];
    // The whole band is 5 to the right.
    std::vector<glm::mat4> palette(3, glm::translate(glm::mat4(1.0f), {5, 0, 0}));
    std::vector<glm::vec3> positions(mesh.vertexCount());
    skinPositions(mesh, palette, positions);
    CHECK_FALSE(firstHit(mesh, positions, downAt(0.1f, 0.2f), Winding::both));
    for (const auto& [height, bone] : {std::pair(0.2f, 0u), {1.4f, 1u}, {2.8f, 2u}}) {
        const auto hit = firstHit(mesh, positions, downAt(5.1f, height), Winding::both);
        REQUIRE(hit);
        CHECK(strongestBone(mesh, *hit).bone == bone);
    }
}
