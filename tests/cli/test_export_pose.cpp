#include "cli/ply.h"

// The skinned mesh as a file.

namespace {

const std::string kHeader =
    "property float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float ny\nproperty float nz\n"
    "property float bind_x\nproperty float bind_y\nproperty float bind_z\nproperty float s\nproperty float t\nproperty "
    "int mesh\n";
}  // namespace

TEST_CASE("the PLY has the documented columns and the announced number of rows", "[cli]") {
    const TemporaryFolder folder;
    const Ply tube = pose(folder, {kTube, "--time", "0.4"});
    CHECK(tube.header.starts_with("ply\nformat binary_little_endian 1.0\n"));
    CHECK(contains(tube.header, kHeader));
    CHECK(tube.vertices > 100);
    CHECK(tube.faces > 100);
    CHECK(tube.body.size() == tube.vertices * kVertexBytes + tube.faces * kFaceBytes);
}

TEST_CASE("the pose changes with time, the bind positions do not", "[cli]") {
    const TemporaryFolder folder;
    const Ply early = pose(folder, {kTube, "--time", "0"}), late = pose(folder, {kTube, "--time", "0.5"});
    REQUIRE(early.vertices == late.vertices);
    float moved = 0.0f, bindMoved = 0.0f;
    for (size_t i = 0; i < early.vertices; ++i)
        for (size_t axis = 0; axis < 3; ++axis) {
            moved = std::max(moved, std::abs(early.value(i, axis) - late.value(i, axis)));
            bindMoved = std::max(bindMoved, std::abs(early.value(i, 6 + axis) - late.value(i, 6 + axis)));
        }
    CHECK(moved > 0.05f);
    CHECK(bindMoved == 0.0f);
}
