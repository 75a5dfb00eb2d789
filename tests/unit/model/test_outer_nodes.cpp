#include "model/outer_nodes.h"

#include <vector>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/distance.h"

using namespace sinew;

namespace {

/// A scene, two pivots and their node.
NodeHierarchy pivoted() {
    return {.names = {"Scene", "Hips$shear", "Hips$shear", "Hips"},
            .parents = {kNoParent, 0, 1, 2},
            .rest = {{}, {.translation = {0, 9, 0}}, {.rotation = glm::angleAxis(1.0f, glm::vec3(1, 0, 0))}, {}}};
}

glm::mat4 worldOf(const NodeHierarchy& hierarchy, const AnimationClip& clip, uint32_t node) {
    SampleCursor cursor;
    LocalPose pose(hierarchy.size());
    sample(clip, hierarchy, 0.0, cursor, pose);
    std::vector<glm::mat4> world(hierarchy.size());
    walkHierarchy(hierarchy, pose, glm::mat4(1.0f), world);
    return world[node];
}

}  // namespace

TEST_CASE("a channel replaces the transform of a node and its pivots") {
    const Transform key{.translation = {1, 2, 3}, .rotation = glm::angleAxis(0.3f, glm::vec3(0, 1, 0))};
    AnimationClip clip{
        .channels = {{.node = 3, .translation = {{0.0}, {key.translation}}, .rotation = {{0.0}, {key.rotation}}}}};
    freeOuterNodes(pivoted(), clip);
    CHECK(distance(worldOf(pivoted(), clip, 3), matrixFrom(key)) < 1e-5f);
}

TEST_CASE("missing tracks are filled with the rest transform of the whole chain") {
    AnimationClip clip{.channels = {{.node = 3, .rotation = {{0.0}, {glm::quat(1, 0, 0, 0)}}}}};
    freeOuterNodes(pivoted(), clip);
    CHECK(distance(worldOf(pivoted(), clip, 3), matrixFrom({.translation = {0, 9, 0}})) < 1e-5f);
}

TEST_CASE("pivots that the clip animates are unchanged") {
    AnimationClip clip{.channels = {{.node = 1, .translation = {{0.0}, {glm::vec3(0, 1, 0)}}}}};
    freeOuterNodes(pivoted(), clip);
    CHECK(clip.channels.size() == 1);
    clip.channels.push_back({.node = 3, .translation = {{0.0}, {glm::vec3(5, 0, 0)}}});
    freeOuterNodes(pivoted(), clip);
    CHECK(clip.channels.size() == 2);
}

TEST_CASE("children that leave out a scale follow the node's channel without it") {
    // Leg leaves out the scale of Hips.
    const NodeHierarchy nodes{
        .names = {"Scene", "Hips$unscaled", "Hips", "Leg"},
        .parents = {kNoParent, 0, 1, 1},
        .rest = {{}, {.translation = {0, 9, 0}}, {.scale = glm::vec3(2)}, {.translation = {0, -1, 0}}}};
    CHECK(unscaledNode(nodes, 2) == 1);
    CHECK(unscaledNode(nodes, 3) == 3);
    CHECK(withoutUnscaled(nodes) == std::vector<uint32_t>{0, 2, 2, 3});
    CHECK(fileParents(nodes) == std::vector<int32_t>{kNoParent, 0, 1, 2});
    const Transform key{
        .translation = {1, 2, 3}, .rotation = glm::angleAxis(0.3f, glm::vec3(0, 1, 0)), .scale = glm::vec3(3)};
    AnimationClip clip{.channels = {{.node = 2,
                                     .translation = {{0.0}, {key.translation}},
                                     .rotation = {{0.0}, {key.rotation}},
                                     .scale = {{0.0}, {key.scale}}}}};
    freeOuterNodes(nodes, clip);
    const Transform unscaled{.translation = key.translation, .rotation = key.rotation};
    CHECK(distance(worldOf(nodes, clip, 2), matrixFrom(key)) < 1e-5f);
    CHECK(distance(worldOf(nodes, clip, 3), matrixFrom(unscaled) * matrixFrom(nodes.rest[3])) < 1e-5f);
}

TEST_CASE("outer nodes are recognized by name") {
    CHECK(isOuterName("Hips$shear", "Hips"));
    CHECK_FALSE(isOuterName("Hips2$shear", "Hips"));
    CHECK_FALSE(isOuterName("Hips", "Hips"));
    CHECK(outerNodes(pivoted(), 3) == std::vector<uint32_t>{2, 1});
    CHECK(outermost(pivoted(), 3) == 1);
    CHECK(outerNodes(pivoted(), 1).empty());
}
