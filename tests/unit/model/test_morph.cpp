#include "model/cpu_skinning.h"

#include <vector>

#include <glm/geometric.hpp>

#include "model/bounds.h"
#include "support/catch.h"

using namespace sinew;

namespace {

/// Three vertices on the x axis, normals up; the first target lifts the second vertex, the second pulls the last two
/// apart.
SkinnedMesh mesh() {
    SkinnedMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    mesh.normals.assign(3, {0, 1, 0});
    mesh.influences.assign(3, {.bones = {}, .weights = {kWeightOne}});
    mesh.boneCount = 1;
    mesh.morphTargets = {{"up", {{1, {0, 4, 0}, {1, 0, 0}}}},
                         {"apart", {{1, {0, 0, -2}, {0, 0, 0}}, {2, {0, 0, 2}, {0, 0, 3}}}}};
    return mesh;
}

std::vector<glm::vec3> positionsWith(const std::vector<float>& weights) {
    std::vector<glm::vec3> out(3);
    morphPositions(mesh(), weights, out);
    return out;
}

using Points = std::vector<glm::vec3>;

/// Turns x to y and moves by 10 along x.
const glm::mat4 kQuarterTurn({0, 1, 0, 0}, {-1, 0, 0, 0}, {0, 0, 1, 0}, {10, 0, 0, 1});

}  // namespace

TEST_CASE("a morphed vertex is the base position plus the weighted deltas") {
    CHECK(positionsWith({0.0f, 0.0f}) == mesh().positions);
    CHECK(positionsWith({0.5f, 0.0f}) == Points{{0, 0, 0}, {1, 2, 0}, {2, 0, 0}});
    CHECK(positionsWith({0.25f, 1.0f}) == Points{{0, 0, 0}, {1, 1, -2}, {2, 0, 2}});
    CHECK(positionsWith({2.0f, -0.5f}) == Points{{0, 0, 0}, {1, 8, 1}, {2, 0, -1}});
}

TEST_CASE("no morph weights means all zero") {
    CHECK(positionsWith({}) == mesh().positions);
}

TEST_CASE("morphed normals have unit length after skinning") {
    std::vector<glm::vec3> out(3);
    const std::vector<float> weights{1.0f, 1.0f};
    morphNormals(mesh(), weights, out);
    CHECK(out == Points{{0, 1, 0}, {1, 1, 0}, {0, 1, 3}});
    const std::vector palette{glm::mat4(1.0f)};
    skinNormals(mesh(), palette, out, weights);
    CHECK(glm::length(out[1] - glm::normalize(glm::vec3(1, 1, 0))) < 1e-6f);
    CHECK(glm::length(out[2] - glm::normalize(glm::vec3(0, 1, 3))) < 1e-6f);
}

TEST_CASE("a vertex is morphed first and then skinned") {
    std::vector<glm::vec3> positions(3), normals(3);
    const std::vector palette{kQuarterTurn};
    const std::vector<float> weights{0.5f, 0.0f};
    skinPositions(mesh(), palette, positions, weights);
    skinNormals(mesh(), palette, normals, weights);
    CHECK(positions == Points{{10, 0, 0}, {8, 1, 0}, {10, 2, 0}});  // (1, 2, 0), turned and moved
    CHECK(glm::length(normals[1] - glm::normalize(glm::vec3(-1, 0.5f, 0))) < 1e-6f);
}

TEST_CASE("instances use their own range of the model's weights") {
    Model model;
    SkinnedMesh plain = mesh();
    plain.morphTargets.clear();
    model.meshes = {mesh(), plain};
    model.restMorphWeights = {1, 2, 3, 4, 5};
    model.instances = {{.mesh = 0, .firstMorphWeight = 3}, {.mesh = 1}, {.mesh = 0, .firstMorphWeight = 0}};
    const auto of = [&](size_t instance, std::span<const float> weights) {
        const auto run = morphWeightsOf(model, model.instances[instance], weights);
        return std::vector<float>(run.begin(), run.end());
    };
    CHECK(of(0, model.restMorphWeights) == std::vector<float>{4, 5});
    CHECK(of(1, model.restMorphWeights).empty());
    CHECK(of(2, model.restMorphWeights) == std::vector<float>{1, 2});
    CHECK(of(0, {}).empty());
}

TEST_CASE("posedBounds includes morph targets") {
    Model model;
    model.hierarchy = {.names = {"node"}, .parents = {kNoParent}, .rest = {{}}};
    model.meshes = {mesh()};
    model.instances = {{.bones = {{}}}};
    model.restMorphWeights = {0, 0};
    const std::vector world{glm::mat4(1.0f)};
    CHECK(posedBounds(model, world).max == glm::vec3(2, 0, 0));
    const std::vector<float> weights{1.0f, 0.5f};
    const Box box = posedBounds(model, world, weights);
    CHECK(box.min == glm::vec3(0, 0, -1));
    CHECK(box.max == glm::vec3(2, 4, 1));
}
