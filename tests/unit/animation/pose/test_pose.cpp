#include "animation/pose/pose.h"

#include <vector>

#include <glm/ext/matrix_transform.hpp>

#include "support/catch.h"
#include "support/distance.h"
#include "support/models/chain.h"
#include "support/random.h"

using namespace sinew;

TEST_CASE("nodes follow their parents, not their siblings") {
    NodeHierarchy hierarchy{.names = {"root", "left", "right", "tip of left"}, .parents = {kNoParent, 0, 0, 1}};
    hierarchy.rest.resize(4);
    hierarchy.rest[0].translation = {1, 0, 0};
    hierarchy.rest[1].translation = {0, 10, 0};
    hierarchy.rest[2].translation = {0, -10, 0};
    hierarchy.rest[3].translation = {0, 0, 100};
    std::vector<glm::mat4> world(4);
    walkHierarchy(hierarchy, hierarchy.rest, glm::mat4(1.0f), world);
    CHECK(world[1][3] == glm::vec4(1, 10, 0, 1));
    CHECK(world[2][3] == glm::vec4(1, -10, 0, 1));
    CHECK(world[3][3] == glm::vec4(1, 10, 100, 1));
}

TEST_CASE("each node of a random tree has the product of the matrices on its path to the root") {
    Random random(6);
    NodeHierarchy hierarchy;
    for (int32_t i = 0; i < 100; ++i) {
        hierarchy.parents.push_back(i == 0 || random.chance(0.05) ? kNoParent : static_cast<int32_t>(random.below(i)));
        hierarchy.names.emplace_back();
        hierarchy.rest.push_back({random.vector(-1, 1), random.rotation(), random.vector(0.5f, 1.5f)});
    }
    const glm::mat4 worldFromRoot = matrixFrom({random.vector(-5, 5), random.rotation(), glm::vec3(0.01f)});
    std::vector<glm::mat4> world(hierarchy.size());
    walkHierarchy(hierarchy, hierarchy.rest, worldFromRoot, world);
    for (size_t i = 0; i < hierarchy.size(); ++i) {
        glm::mat4 product = matrixFrom(hierarchy.rest[i]);
        for (int32_t up = hierarchy.parents[i]; up != kNoParent; up = hierarchy.parents[up])
            product = matrixFrom(hierarchy.rest[up]) * product;
        REQUIRE(distance(world[i], worldFromRoot * product) < 1e-4f);
    }
}

TEST_CASE("the end of a chain of 512 nodes is at the sum of its steps") {
    // Each node turns by a 256th of a turn: 512 steps turn twice and end at their start.
    const float angle = glm::radians(360.0f / 256.0f);
    const NodeHierarchy hierarchy =
        chain(512, {.translation = {1, 0, 0}, .rotation = glm::angleAxis(angle, glm::vec3(0, 0, 1))});
    std::vector<glm::mat4> world(512);
    walkHierarchy(hierarchy, hierarchy.rest, glm::mat4(1.0f), world);
    glm::dvec3 expected(0.0);
    for (int i = 0; i < 512; ++i) {
        CHECK(glm::length(glm::vec3(world[i][3]) - glm::vec3(expected + glm::dvec3(std::cos(i * double(angle)),
                                                                                   std::sin(i * double(angle)), 0))) <
              2e-3f);
        expected += glm::dvec3(std::cos(i * double(angle)), std::sin(i * double(angle)), 0);
    }
}

TEST_CASE("roots start from worldFromRoot") {
    NodeHierarchy hierarchy = chain(2);
    hierarchy.parents[1] = kNoParent;
    const glm::mat4 worldFromRoot = glm::translate(glm::mat4(1.0f), {1, 2, 3});
    std::vector<glm::mat4> world(2);
    walkHierarchy(hierarchy, hierarchy.rest, worldFromRoot, world);
    CHECK(world[0] == worldFromRoot);
    CHECK(world[1] == worldFromRoot);
}

TEST_CASE("a node between two bones moves the lower one") {
    NodeHierarchy hierarchy = chain(3, {.translation = {0, 1, 0}});
    LocalPose pose = hierarchy.rest;
    pose[1].rotation = glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1));
    std::vector<glm::mat4> world(3);
    walkHierarchy(hierarchy, pose, glm::mat4(1.0f), world);
    CHECK(glm::length(world[2][3] - glm::vec4(-1, 2, 0, 1)) < 1e-6f);
}

TEST_CASE("an empty hierarchy can be walked") {
    walkHierarchy({}, {}, glm::mat4(1.0f), {});
    SUCCEED();
}

TEST_CASE("a node is found by name, the first of two") {
    NodeHierarchy hierarchy = chain(3);
    hierarchy.names = {"hip", "hand", "hand"};
    CHECK(findNode(hierarchy, "hip") == 0u);
    CHECK(findNode(hierarchy, "hand") == 1u);
    CHECK_FALSE(findNode(hierarchy, "Hand"));
    CHECK_FALSE(findNode(hierarchy, ""));
    CHECK_FALSE(findNode({}, "hip"));
}

TEST_CASE("every kernel walks the hierarchy as the plain loop does") {
    Random random(7);
    NodeHierarchy hierarchy;
    for (int32_t i = 0; i < 100; ++i) {
        hierarchy.parents.push_back(i == 0 || random.chance(0.05) ? kNoParent : static_cast<int32_t>(random.below(i)));
        hierarchy.names.emplace_back();
        hierarchy.rest.push_back({random.vector(-1, 1), random.rotation(), random.vector(0.5f, 1.5f)});
    }
    const glm::mat4 worldFromRoot = matrixFrom({random.vector(-5, 5), random.rotation(), glm::vec3(0.01f)});
    std::vector<glm::mat4> plain(hierarchy.size()), world(hierarchy.size());
    walkHierarchyPlainly(hierarchy, hierarchy.rest, worldFromRoot, plain);
    for (const PoseKernels* kernels : runnableKernels()) {
        INFO(kernels->name);
        walkHierarchy(hierarchy, hierarchy.rest, worldFromRoot, world, *kernels);
        for (size_t i = 0; i < hierarchy.size(); ++i)
            REQUIRE(distance(world[i], plain[i]) < 1e-5f);
    }
}
