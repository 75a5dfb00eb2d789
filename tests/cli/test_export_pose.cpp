#include <cstring>

#include "cli/expect.h"
#include "support/temporary_folder.h"

// The skinned mesh as a file.

namespace {

const std::string kHeader =
    "property float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float ny\nproperty float nz\n"
    "property float bind_x\nproperty float bind_y\nproperty float bind_z\nproperty float s\nproperty float t\nproperty "
    "int mesh\n";
constexpr size_t kVertexBytes = 12 * 4, kFaceBytes = 1 + 3 * 4;

struct Ply {
    std::string header, body;
    size_t vertices = 0, faces = 0;

    explicit Ply(const std::string& path) {
        const std::string bytes = readFile(path), end = "end_header\n";
        const size_t at = bytes.find(end);
        REQUIRE(at != std::string::npos);
        header = bytes.substr(0, at + end.size());
        body = bytes.substr(header.size());
        vertices = number("element vertex ");
        faces = number("element face ");
    }
    size_t number(const std::string& after) const {
        return std::stoul(header.substr(header.find(after) + after.size()));
    }
    float value(size_t vertex, size_t column) const {
        float value = 0.0f;
        std::memcpy(&value, body.data() + vertex * kVertexBytes + column * 4, 4);
        return value;
    }
};

Ply pose(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    const std::string path = folder / "pose.ply";
    const Finished finished = runSinew(arguments + std::vector<std::string>{"--export-pose", path});
    requireExit(finished, 0);
    CHECK(finished.out.empty());
    return Ply(path);
}

}  // namespace

TEST_CASE("the PLY has the columns of the design and as much as it announces", "[cli]") {
    const TemporaryFolder folder;
    const Ply tube = pose(folder, {kTube, "--time", "0.4"});
    CHECK(tube.header.starts_with("ply\nformat binary_little_endian 1.0\n"));
    CHECK(contains(tube.header, kHeader));
    CHECK(tube.vertices > 100);
    CHECK(tube.faces > 100);
    CHECK(tube.body.size() == tube.vertices * kVertexBytes + tube.faces * kFaceBytes);
}

TEST_CASE("the pose moves with the time, the bind positions do not", "[cli]") {
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

TEST_CASE("the limit of bones changes no pose", "[cli]") {
    const TemporaryFolder folder;
    CHECK((pose(folder, {kSnake, "--time", "1"}).body ==
           pose(folder, {kSnake, "--time", "1", "--max-bones", "12"}).body));
}
