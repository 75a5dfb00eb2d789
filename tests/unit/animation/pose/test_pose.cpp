#include "animation/pose/pose.h"

#include <vector>

#include <glm/ext/matrix_transform.hpp>

#include "support/catch.h"
#include "support/distance.h"
#include "support/models/chain.h"
#include "support/random.h"

using namespace sinew;

TEST_CASE("each node of a random tree has the product of the matrices on its path to the root, with every kernel") {
    Random random(6);
    NodeHierarchy hierarchy;
    for (int32_t i = 0; i < 100; ++i) {
        hierarchy.parents.push_back(i == 0 || random.chance(0.05) ? kNoParent : static_cast<int32_t>(random.below(i)));
        hierarchy.names.emplace_back();
        hierarchy.rest.push_back({random.vector(-1, 1), random.rotation(), random.vector(0.5f, 1.5f)});
    }
    const glm::mat4 worldFromRoot = matrixFrom({random.vector(-5, 5), random.rotation(), glm::vec3(0.01f)});
    std::vector<glm::mat4> world(hierarchy.size());
    walkHierarchyPlainly(hierarchy, hierarchy.rest, worldFromRoot, world);
    for (const PoseKernels* kernels : runnableKernels()) {
        INFO(kernels->name);
        std::vector<glm::mat4> fast(hierarchy.size());
        walkHierarchy(hierarchy, hierarchy.rest, worldFromRoot, fast, *kernels);
        for (size_t i = 0; i < hierarchy.size(); ++i)
            REQUIRE(distance(fast[i], world[i]) < 1e-5f);
    }
    for (size_t i = 0; i < hierarchy.size(); ++i) {
        glm::mat4 product = matrixFrom(hierarchy.rest[i]);
        for (int32_t up = hierarchy.parents[i]; up != kNoParent; up = hierarchy.parents[up])
            product = matrixFrom(hierarchy.rest[up]) * product;
        REQUIRE(distance(world[i], worldFromRoot * product) < 1e-4f);
    }
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
