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

TEST_CASE("a new box is empty and has no size") {
    const Box box;
    CHECK(box.empty());
    CHECK(box.diagonal() == 0.0f);
}

TEST_CASE("a box grows to hold its points") {
    Box box;
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

TEST_CASE("posedBounds uses the posed vertices, not the bind pose") {
    const Box box = posedBounds(triangle(), std::vector{glm::mat4(1.0f), movedTo({-10, 0, 5})});
    CHECK(box.min == glm::vec3(-10, 0, 0));
    CHECK(box.max == glm::vec3(1, 1, 5));
}

TEST_CASE("posedBounds applies the inverse bind matrices") {
    Model model = triangle();
    model.instances[0].bones[1].inverseBindMatrix = movedTo({10, 0, -5});
    const Box box = posedBounds(model, std::vector{glm::mat4(1.0f), movedTo({-10, 0, 5})});
    CHECK(box.min == glm::vec3(0, 0, 0));
    CHECK(box.max == glm::vec3(1, 1, 0));
}

TEST_CASE("every instance of a mesh is inside the bounds") {
    Model model = triangle();
    model.instances.push_back({.mesh = 0, .bones = {{.node = 2}, {.node = 2}}});
    const Box box = posedBounds(model, std::vector{glm::mat4(1.0f), glm::mat4(1.0f), movedTo({0, 100, 0})});
    CHECK(box.min == glm::vec3(0, 0, 0));
    CHECK(box.max == glm::vec3(1, 101, 0));
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

TEST_CASE("a model without meshes has the bounds of its nodes") {
    Model model;
    model.hierarchy.parents = {kNoParent, 0};
    const Box box = posedBounds(model, std::vector{movedTo({0, 1, 0}), movedTo({4, 0, -2})});
    CHECK(box.min == glm::vec3(0, 0, -2));
    CHECK(box.max == glm::vec3(4, 1, 0));
}

TEST_CASE("an empty model has empty bounds") {
    CHECK(posedBounds({}, {}).empty());
}

TEST_CASE("a NaN vertex does not affect the bounds") {
    Model model = triangle();
    model.meshes[0].positions[0] = glm::vec3(NAN);
    const Box box = posedBounds(model, std::vector(2, glm::mat4(1.0f)));
    CHECK(box.min == glm::vec3(0, 0, 0));
    CHECK(box.max == glm::vec3(1, 1, 0));
}
