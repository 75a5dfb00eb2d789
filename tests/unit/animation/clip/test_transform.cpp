#include "animation/clip/transform.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_transform.hpp>
#include <glm/matrix.hpp>

#include "support/catch.h"
#include "support/distance.h"
#include "support/random.h"

using namespace sinew;

namespace {

float largestNumber(const glm::mat4& matrix) {
    return distance(matrix, glm::mat4(0.0f));
}

Transform randomTransform(Random& random) {
    Transform transform{random.vector(-10.0f, 10.0f), random.rotation(), random.vector(0.01f, 4.0f)};
    for (int axis = 0; axis < 3; ++axis) {
        if (random.chance(0.2)) transform.scale[axis] *= -1.0f;
        if (random.chance(0.1)) transform.scale[axis] = 0.0f;
        if (random.chance(0.05)) transform.scale[axis] = 1e-41f;  // so small that its direction is lost
    }
    return transform;
}

glm::mat4 productOf(const TransformPair& pair) {
    return matrixFrom(pair.outer) * matrixFrom(pair.inner);
}

}  // namespace

TEST_CASE("the matrix of a transform scales, then rotates, then translates") {
    const Transform transform{{10, 20, 30}, glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1)), {2, 3, 4}};
    const glm::vec4 moved = matrixFrom(transform) * glm::vec4(1, 0, 0, 1);
    CHECK(glm::length(moved - glm::vec4(10, 22, 30, 1)) < 1e-5f);
}

TEST_CASE("the matrices of 10000 random transforms survive decomposition") {
    Random random(1);
    float worst = 0.0f, worstLength = 0.0f;
    for (int i = 0; i < 10000; ++i) {
        const glm::mat4 matrix = matrixFrom(randomTransform(random));
        const Transform back = transformFrom(matrix);
        worst = std::max(worst, distance(matrixFrom(back), matrix) / std::max(1.0f, largestNumber(matrix)));
        worstLength = std::max(worstLength, std::abs(glm::length(back.rotation) - 1.0f));
    }
    CHECK(worst < 1e-6f);
    CHECK(worstLength < 1e-6f);
}

TEST_CASE("positive scales are recovered, and a mirrored matrix has a negative x scale") {
    Random random(2);
    for (int i = 0; i < 100; ++i) {
        const Transform transform{random.vector(-10, 10), random.rotation(), random.vector(0.1f, 4)};
        CHECK(distance(transformFrom(matrixFrom(transform)), transform) < 4e-6f);
        Transform mirrored = transform;
        mirrored.scale.x *= -1.0f;
        CHECK(distance(transformFrom(matrixFrom(mirrored)), mirrored) < 4e-6f);
        mirrored = transform;
        mirrored.scale.z *= -1.0f;
        const glm::vec3 scale = transformFrom(matrixFrom(mirrored)).scale;
        CHECK((scale.x < 0 && scale.y > 0 && scale.z > 0));
    }
}

TEST_CASE("an axis of length 0 has scale 0, and the rotation is valid") {
    for (int zeros = 1; zeros < 8; ++zeros) {
        Transform transform{{1, 2, 3}, glm::angleAxis(1.0f, glm::normalize(glm::vec3(1, 2, 3))), {2, 3, 4}};
        for (int axis = 0; axis < 3; ++axis)
            if (zeros & (1 << axis)) transform.scale[axis] = 0.0f;
        const Transform back = transformFrom(matrixFrom(transform));
        CHECK(glm::length(back.scale - transform.scale) < 1e-6f);
        CHECK(glm::length(back.rotation) == Approx(1.0f).margin(1e-6));
        CHECK(distance(matrixFrom(back), matrixFrom(transform)) < 1e-6f * 4);
    }
}

TEST_CASE("shear means axes that are not perpendicular") {
    Random random(3);
    for (int i = 0; i < 1000; ++i)
        CHECK_FALSE(hasShear(matrixFrom(randomTransform(random))));
    glm::mat4 sheared(1.0f);
    sheared[1][0] = 0.1f;
    CHECK(hasShear(sheared));
    CHECK_FALSE(hasShear(sheared, 0.2f));
    CHECK_FALSE(hasShear(glm::mat4(0.0f)));
    glm::mat4 rounded(1.0f);
    rounded[1][0] = 0.0005f;
    CHECK_FALSE(hasShear(rounded));
    // Small axes count as much as large ones.
    CHECK(hasShear(sheared * glm::scale(glm::mat4(1.0f), glm::vec3(1, 1e-6f, 1))));
}

TEST_CASE("a sheared matrix is the product of its two transforms") {
    Random random(4);
    float worst = 0.0f;
    for (int i = 0; i < 2000; ++i) {
        glm::mat4 matrix(1.0f);
        for (int column = 0; column < 4; ++column)
            matrix[column] = glm::vec4(random.vector(-5, 5), column == 3 ? 1.0f : 0.0f);
        if (i % 5 == 1) matrix[1] = matrix[0];                                        // singular
        if (i % 5 == 2) matrix[2] = matrix[0] + matrix[1];                            // singular after rounding
        if (i % 5 == 3) matrix[0] = glm::vec4(0.0f);                                  // an axis of length 0
        if (i % 5 == 4) matrix[1] = 2.0f * matrix[0], matrix[2] = matrix[0] * -3.0f;  // a line
        const TransformPair pair = splitShear(matrix);
        worst = std::max(worst, distance(productOf(pair), matrix) / std::max(1.0f, largestNumber(matrix)));
        CHECK(glm::distance(pair.inner.scale, glm::vec3(1.0f)) < 1e-6f);
    }
    CHECK(worst < 1e-6f);
}

TEST_CASE("every matrix of small integers is the product of its two transforms") {
    // All 3 x 3 matrices of -1, 0 and 1: among them every kind of singular one.
    float worst = 0.0f;
    for (int code = 0; code < 19683; ++code) {
        glm::mat4 matrix(1.0f);
        for (int i = 0, rest = code; i < 9; ++i, rest /= 3)
            matrix[i / 3][i % 3] = static_cast<float>(rest % 3 - 1);
        worst = std::max(worst, distance(productOf(splitShear(matrix)), matrix));
    }
    CHECK(worst < 1.5e-6f);
}

TEST_CASE("very thin sheared matrices are the product of their two transforms") {
    Random random(5);
    float worst = 0.0f;
    for (int i = 0; i < 2000; ++i) {
        const Transform outer{{},
                              random.rotation(),
                              {1.0f, std::pow(10.0f, -random.uniform(0, 12)), std::pow(10.0f, -random.uniform(0, 12))}};
        const Transform inner{{}, random.rotation(), glm::vec3(1.0f)};
        const glm::mat4 matrix = matrixFrom(outer) * matrixFrom(inner);
        worst = std::max(worst, distance(productOf(splitShear(matrix)), matrix));
    }
    CHECK(worst < 1e-6f);
}
