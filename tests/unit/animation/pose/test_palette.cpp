#include "animation/pose/palette.h"

#include <array>

#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/distance.h"

using namespace sinew;

namespace {

// An arm along x, drawn straight: the shoulder at x = 1, the elbow at x = 3, the hand's vertex at x = 4.
//
//     x = 0     1           2           3       4
//               shoulder ------------- elbow -- hand
//
// The elbow's rest transform is bent by 90 degrees: the rest pose is not the bind pose.
const glm::vec3 kZ(0, 0, 1);
const glm::quat kQuarter = glm::angleAxis(glm::radians(90.0f), kZ);

NodeHierarchy arm() {
    return {.names = {"shoulder", "elbow"},
            .parents = {kNoParent, 0},
            .rest = {{.translation = {1, 0, 0}}, {.translation = {2, 0, 0}, .rotation = kQuarter}}};
}

std::array<Bone, 2> bones() {
    std::array<Bone, 2> bones{Bone{.node = 0}, Bone{.node = 1}};
    bones[0].inverseBindMatrix[3] = {-1, 0, 0, 1};
    bones[1].inverseBindMatrix[3] = {-3, 0, 0, 1};
    return bones;
}

std::array<glm::mat4, 2> paletteOf(std::span<const Transform> pose) {
    std::array<glm::mat4, 2> world, palette;
    walkHierarchy(arm(), pose, glm::mat4(1.0f), world);
    writePalette(bones(), world, palette);
    return palette;
}

}  // namespace

TEST_CASE("the bind pose has a palette of identities") {
    LocalPose pose = arm().rest;
    pose[1].rotation = glm::quat(1, 0, 0, 0);
    for (const glm::mat4& matrix : paletteOf(pose))
        CHECK(distance(matrix, glm::mat4(1.0f)) < 1e-6f);
}

TEST_CASE("a two-bone arm has the palette calculated by hand") {
    // Both joints turn by 90 degrees about z. R90 (x, y) = (-y, x); R180 (x, y) = (-x, -y).
    //   shoulder: p -> (1, 0) + R90 (p - (1, 0))         = R90 p + (1, 0) - (0, 1)   = R90 p  + (1, -1)
    //   elbow is at (1, 0) + R90 (2, 0) = (1, 2), and turned by 180 degrees:
    //   elbow:    p -> (1, 2) + R180 (p - (3, 0))        = R180 p + (1, 2) + (3, 0)  = R180 p + (4, 2)
    // so the hand (4, 0) comes to (-4, 0) + (4, 2) = (0, 2).
    LocalPose pose = arm().rest;
    pose[0].rotation = kQuarter;
    pose[1].rotation = kQuarter;
    const auto palette = paletteOf(pose);
    CHECK(distance(palette[0], glm::mat4({0, 1, 0, 0}, {-1, 0, 0, 0}, {0, 0, 1, 0}, {1, -1, 0, 1})) < 1e-6f);
    CHECK(distance(palette[1], glm::mat4({-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, 1, 0}, {4, 2, 0, 1})) < 1e-6f);
    CHECK(glm::length(palette[1] * glm::vec4(4, 0, 0, 1) - glm::vec4(0, 2, 0, 1)) < 1e-5f);
}

TEST_CASE("a rest pose that is not the bind pose bends the mesh") {
    // The elbow stays at (3, 0) and turns by 90 degrees, so the hand comes to (3, 1).
    const auto palette = paletteOf(arm().rest);
    CHECK(distance(palette[0], glm::mat4(1.0f)) < 1e-6f);
    CHECK(glm::length(palette[1] * glm::vec4(4, 0, 0, 1) - glm::vec4(3, 1, 0, 1)) < 1e-5f);
}

TEST_CASE("the palette of a part has its bones in order") {
    const std::array<glm::mat4, 2> world{glm::mat4(2.0f), glm::mat4(3.0f)};
    std::array<glm::mat4, 2> all;
    writePalette(bones(), world, all);
    std::array<glm::mat4, 3> palette;
    writePalette(bones(), std::array<uint32_t, 3>{1, 0, 1}, world, palette);
    CHECK(palette[0] == all[1]);
    CHECK(palette[1] == all[0]);
    CHECK(palette[2] == all[1]);
    CHECK(all[0] != all[1]);
}

TEST_CASE("two bones can use one node with different bind matrices") {
    std::array<Bone, 2> two = bones();
    two[1].node = 0;
    const std::array<glm::mat4, 1> world{glm::mat4(1.0f)};
    std::array<glm::mat4, 2> palette;
    writePalette(two, world, palette);
    CHECK(palette[0][3].x == -1.0f);
    CHECK(palette[1][3].x == -3.0f);
}
