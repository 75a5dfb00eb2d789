#include "model/bounds.h"

#include <vector>

#include <glm/ext/matrix_transform.hpp>

#include "support/catch.h"

using namespace sinew;

namespace {

/// One triangle on two bones: its first corner follows node 1, the others node 0.
Model triangle() {
    Model model;
    SkinnedMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.influences.assign(3, {.bones = {0}, .weights = {kWeightOne}});
    mesh.influences[0].bones[0] = 1;
    mesh.indices = {0, 1, 2};
    mesh.boneCount = 2;
    model.meshes = {mesh};
    model.instances = {{.mesh = 0, .bones = {{.node = 0}, {.node = 1}}, .skinned = true}};
    return model;
}

glm::mat4 movedTo(const glm::vec3& place) {
    return glm::translate(glm::mat4(1.0f), place);
}

}  // namespace

TEST_CASE("a box grows to hold its points") {
    Box box;
    CHECK(box.empty());
    CHECK(box.diagonal() == 0.0f);
    box.add({1, 2, 3});
    CHECK_FALSE(box.empty());
    CHECK(box.diagonal() == 0.0f);
    CHECK(box.center() == glm::vec3(1, 2, 3));
    box.add({3, -2, 7});
    CHECK(box.min == glm::vec3(1, -2, 3));
    CHECK(box.max == glm::vec3(3, 2, 7));
    CHECK(box.center() == glm::vec3(2, 0, 5));
    CHECK(box.diagonal() == Approx(6.0f));
}

TEST_CASE("the bounds are those of the posed vertices, and of the nodes if there are none") {
    const std::vector posed{glm::mat4(1.0f), movedTo({-10, 0, 5}), movedTo({0, 100, 0})};
    Model moved = triangle(), bound = moved, twice = moved, nodes;
    bound.instances[0].bones[1].inverseBindMatrix = movedTo({10, 0, -5});
    twice.instances.push_back({.mesh = 0, .bones = {{.node = 2}, {.node = 2}}});
    moved.meshes[0].positions.push_back(glm::vec3(NAN));  // does not affect the bounds
    moved.meshes[0].influences.push_back(moved.meshes[0].influences[0]);
    nodes.hierarchy.parents = {kNoParent, 0, 1};
    struct Case {
        const char* what;
        const Model& model;
        glm::vec3 min, max;
    };
    for (const Case& one :
         {Case{"moved", moved, {-10, 0, 0}, {1, 1, 5}}, Case{"moved back", bound, {0, 0, 0}, {1, 1, 0}},
          Case{"two instances", twice, {-10, 0, 0}, {1, 101, 5}},
          Case{"nodes only", nodes, {-10, 0, 0}, {0, 100, 5}}}) {
        INFO(one.what);
        const Box box = posedBounds(one.model, posed);
        CHECK(box.min == one.min);
        CHECK(box.max == one.max);
    }
    CHECK(posedBounds({}, {}).empty());
}

TEST_CASE("a large mesh is sampled from its first vertices to its last") {
    Model model = triangle();
    SkinnedMesh& mesh = model.meshes[0];
    const size_t count = 200'000;
    mesh.positions.clear();
    for (size_t i = 0; i < count; ++i)
        mesh.positions.emplace_back(static_cast<float>(i) / count, 0.0f, 0.0f);
    mesh.influences.assign(count, {.bones = {0}, .weights = {kWeightOne}});
    const Box box = posedBounds(model, std::vector(2, glm::mat4(1.0f)));
    CHECK(box.min.x == 0.0f);
    CHECK(box.max.x > 0.999f);
}
