#include "animation/pose/layers.h"

#include "support/catch.h"

using namespace sinew;

namespace {

/// 0 hips, 1 spine, 2 neck, 3 head; 4 left leg on the hips, 5 its foot; 6 a second root.
NodeHierarchy body() {
    NodeHierarchy hierarchy;
    hierarchy.parents = {kNoParent, 0, 1, 2, 0, 4, kNoParent};
    hierarchy.names.resize(7);
    hierarchy.rest.resize(7);
    return hierarchy;
}

}  // namespace

TEST_CASE("a mask covers a node and its descendants") {
    CHECK(branchMask(body(), 1).weights == std::vector<float>{0, 1, 1, 1, 0, 0, 0});
    CHECK(branchMask(body(), 4).weights == std::vector<float>{0, 0, 0, 0, 1, 1, 0});
    CHECK(branchMask(body(), 0).weights == std::vector<float>{1, 1, 1, 1, 1, 1, 0});
    CHECK(branchMask(body(), 7).weights == std::vector<float>(7, 0.0f));
}

TEST_CASE("a feathered mask increases level by level") {
    CHECK(branchMask(body(), 0, 3).weights == std::vector<float>{0.25f, 0.5f, 0.75f, 1, 0.5f, 0.75f, 0});
    CHECK(branchMask(body(), 1, 1).weights == std::vector<float>{0, 0.5f, 1, 1, 0, 0, 0});
    CHECK(branchMask(body(), 1, 0) == branchMask(body(), 1));
}

TEST_CASE("masks can be united") {
    NodeMask mask = branchMask(body(), 2);
    unite(mask, branchMask(body(), 4, 1));
    CHECK(mask.weights == std::vector<float>{0, 0, 1, 1, 0.5f, 1, 0});
}
