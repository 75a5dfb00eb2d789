#include "check/surface.h"

#include "support/catch.h"

using namespace sinew;

namespace {

struct Shown {
    std::string mesh;
    uint32_t node = 0;
    bool skinned = false;
};

Model showing(const std::vector<Shown>& all) {
    Model model;
    for (const Shown& shown : all) {
        model.instances.push_back({.mesh = static_cast<uint32_t>(model.meshes.size()), .node = shown.node});
        model.instances.back().skinned = shown.skinned;
        model.meshes.push_back({.name = shown.mesh});
    }
    return model;
}

std::vector<std::string> namesOf(const Model& model) {
    std::vector<std::string> names;
    for (const MeshGroup& group : meshGroups(model))
        names.push_back(group.name);
    return names;
}

}  // namespace

TEST_CASE("meshes with one name at one node are a group") {
    const std::vector<MeshGroup> groups = meshGroups(showing({{"body"}, {"body"}, {"hair"}}));
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].instances == std::vector<uint32_t>{0, 1});
    CHECK(groups[1].instances == std::vector<uint32_t>{2});
}

TEST_CASE("numbered glTF primitives are a group with the name of their mesh") {
    CHECK(namesOf(showing({{"body-0"}, {"body-1"}, {"body-12"}})) == std::vector<std::string>{"body"});
    CHECK(namesOf(showing({{"body-0"}})) == std::vector<std::string>{"body-0"});
    CHECK(namesOf(showing({{"arm1"}, {"arm2"}, {"-1"}, {"-2"}})).size() == 4);
}

TEST_CASE("meshes at different nodes, or with and without a skin, are separate groups") {
    CHECK(meshGroups(showing({{"wheel", 1}, {"wheel", 2}})).size() == 2);
    CHECK(meshGroups(showing({{"body", 1, true}, {"body", 1, false}})).size() == 2);
}

TEST_CASE("a mesh with two instances is in one group once") {
    Model model = showing({{"body", 1}, {"hair", 1}});
    model.instances.push_back({.mesh = 0, .node = 2});
    const std::vector<MeshGroup> groups = meshGroups(model);
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].instances == std::vector<uint32_t>{0});
}
