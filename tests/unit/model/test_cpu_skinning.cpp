#include "model/cpu_skinning.h"

#include <vector>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/transform.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr uint16_t kOne = kWeightOne;

SkinnedMesh oneVertex(const glm::vec3& position, const glm::vec3& normal, const Influences& influences,
                      uint32_t boneCount) {
    SkinnedMesh mesh;
    mesh.positions = {position};
    mesh.normals = {normal};
    mesh.influences = {influences};
    mesh.boneCount = boneCount;
    return mesh;
}

glm::vec3 positionOf(const SkinnedMesh& mesh, std::span<const glm::mat4> palette) {
    glm::vec3 out;
    skinPositions(mesh, palette, {&out, 1});
    return out;
}

glm::vec3 normalOf(const SkinnedMesh& mesh, std::span<const glm::mat4> palette) {
    glm::vec3 out;
    skinNormals(mesh, palette, {&out, 1});
    return out;
}

glm::mat4 scaled(float x, float y, float z) {
    return glm::scale(glm::mat4(1.0f), {x, y, z});
}

const Influences kFirst{.bones = {0}, .weights = {kOne}};

}  // namespace

TEST_CASE("a palette of identities leaves every vertex and normal in place") {
    Random random(1);
    const std::vector<glm::mat4> identities(3, glm::mat4(1.0f));
    for (int i = 0; i < 100; ++i) {
        const auto first = static_cast<uint16_t>(random.between(kOne / 2, kOne));
        const Influences influences{.bones = {2, 0, 1}, .weights = {first, static_cast<uint16_t>(kOne - first)}};
        const SkinnedMesh mesh = oneVertex(random.vector(-5, 5), random.direction(), influences, 3);
        CHECK(glm::length(positionOf(mesh, identities) - mesh.positions[0]) < 2e-6f);
        CHECK(glm::length(normalOf(mesh, identities) - mesh.normals[0]) < 1e-6f);
    }
}

TEST_CASE("a vertex moves to the weighted sum of its bones") {
    const std::vector<glm::mat4> palette{glm::translate(glm::mat4(1.0f), {65535, 0, 0}),
                                         glm::translate(glm::mat4(1.0f), {0, 65535, 0}),
                                         glm::translate(glm::mat4(1.0f), {0, 0, 65535})};
    const Influences influences{.bones = {1, 2, 0}, .weights = {40000, 20000, 5535}};
    const glm::vec3 position = positionOf(oneVertex({0, 0, 0}, {0, 0, 1}, influences, 3), palette);
    CHECK(glm::length(position - glm::vec3(5535, 40000, 20000)) < 0.01f);
}

TEST_CASE("two bones with half the weight each put a vertex in the middle") {
    // One bone rests, the other turns by 90 degrees about z: (2, 0) moves halfway from (2, 0) to (0, 2). Weights are
    // whole 65535ths, so a half is off by 1/131070.
    const std::vector<glm::mat4> palette{glm::mat4(1.0f), glm::rotate(glm::mat4(1.0f), glm::radians(90.0f), {0, 0, 1})};
    const Influences half{.bones = {0, 1}, .weights = {32768, 32767}};
    const SkinnedMesh mesh = oneVertex({2, 0, 0}, {1, 0, 0}, half, 2);
    CHECK(glm::length(positionOf(mesh, palette) - glm::vec3(1, 1, 0)) < 5e-5f);
    CHECK(glm::length(normalOf(mesh, palette) - glm::normalize(glm::vec3(1, 1, 0))) < 5e-5f);
}

TEST_CASE("a bone of weight 0 is ignored, even with a NaN matrix") {
    const std::vector<glm::mat4> palette{glm::mat4(NAN), glm::mat4(1.0f)};
    const Influences influences{.bones = {1, 0, 0, 0}, .weights = {kOne, 0, 0, 0}};
    CHECK(positionOf(oneVertex({1, 2, 3}, {0, 0, 1}, influences, 2), palette) == glm::vec3(1, 2, 3));
}

TEST_CASE("a normal stays perpendicular to its surface under non-uniform scale") {
    // The plane x + y = 0 stretched by 4 along x is x / 4 + y = 0, whose normal is (1, 4, 0).
    const std::vector<glm::mat4> palette{scaled(4, 1, 1)};
    const SkinnedMesh mesh = oneVertex({0, 0, 0}, glm::normalize(glm::vec3(1, 1, 0)), kFirst, 1);
    CHECK(glm::length(normalOf(mesh, palette) - glm::normalize(glm::vec3(1, 4, 0))) < 1e-6f);
}

TEST_CASE("a normal of a mirrored mesh still points outward") {
    // A mirrored ball is a ball: the normal at p is p, before and after.
    Random random(2);
    for (const glm::mat4& mirror : {scaled(-1, 1, 1), scaled(1, 1, -1), scaled(-1, -1, -1), scaled(-1, -1, 1)})
        for (int i = 0; i < 20; ++i) {
            const glm::vec3 p = random.direction();
            const SkinnedMesh mesh = oneVertex(p, p, kFirst, 1);
            CHECK(glm::length(normalOf(mesh, {&mirror, 1}) - positionOf(mesh, {&mirror, 1})) < 1e-6f);
        }
}

TEST_CASE("normals equal the inverse transpose for random transforms and have unit length") {
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        glm::vec3 scale = random.vector(0.1f, 3);
        if (random.chance(0.5)) scale[random.below(3)] *= -1.0f;
        const glm::mat4 matrix = matrixFrom({random.vector(-9, 9), random.rotation(), scale});
        const SkinnedMesh mesh = oneVertex(random.vector(-1, 1), random.direction(), kFirst, 1);
        const glm::vec3 expected =
            glm::normalize(glm::vec3(glm::transpose(glm::inverse(glm::dmat3(matrix))) * glm::dvec3(mesh.normals[0])));
        REQUIRE(glm::length(normalOf(mesh, {&matrix, 1}) - expected) < 1e-5f);
    }
}

TEST_CASE("a bone scaled to nothing leaves a finite normal of unit length") {
    for (const glm::mat4& matrix : {scaled(0, 0, 0), scaled(0, 1, 1), scaled(1e-30f, 1e-30f, 1e-30f)}) {
        const glm::vec3 normal = normalOf(oneVertex({1, 1, 1}, {0, 1, 0}, kFirst, 1), {&matrix, 1});
        CHECK(glm::length(normal) == Approx(1.0f));
    }
}

TEST_CASE("the second set of influences is added") {
    SkinnedMesh mesh = oneVertex({1, 0, 0}, {1, 0, 0}, {.bones = {0}, .weights = {kOne / 3}}, 2);
    mesh.moreInfluences = {{.bones = {1}, .weights = {kOne - kOne / 3}}};
    const std::vector<glm::mat4> palette{glm::mat4(1.0f), glm::translate(glm::mat4(1.0f), {0, 3, 0})};
    CHECK(distance(positionOf(mesh, palette), glm::vec3(1, 2, 0)) < 1e-4f);
}

TEST_CASE("the position of one vertex is that of its blended matrix, with both sets of influences") {
    Random random(4);
    for (int i = 0; i < 200; ++i) {
        const auto part = static_cast<uint16_t>(random.between(1, kOne / 4));
        SkinnedMesh mesh =
            oneVertex(random.vector(-2, 2), {0, 1, 0},
                      {.bones = {1, 3, 0, 2}, .weights = {part, part, part, static_cast<uint16_t>(part / 2)}}, 5);
        mesh.moreInfluences = {{.bones = {4}, .weights = {static_cast<uint16_t>(kOne - 3 * part - part / 2)}}};
        std::vector<glm::mat4> palette;
        for (size_t bone = 0; bone < mesh.boneCount; ++bone)
            palette.push_back(matrixFrom({random.vector(-3, 3), random.rotation(), random.vector(0.5f, 2)}));
        const glm::vec3 expected(blendedMatrix(mesh, 0, palette) * glm::vec4(mesh.positions[0], 1.0f));
        REQUIRE(distance(skinnedPosition(mesh, 0, palette), expected) < 1e-5f);
    }
}
