#include <string>

#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/gltf.h"

using sinew::HumanoidBone;
using sinew::Model;

namespace {

/// A triangle at (0, 0, 1) in front of a node "hips" with a child "leg", and the file's extensions.
Model importFigure(const std::string& extensions) {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 1, 1, 0, 1, 0, 1, 1}, "VEC3", 3);
    return import_files::importText(
               "m.vrm", gltf.glb(R"("extensions":{)" + extensions +
                                 R"(},"scenes":[{"nodes":[1]}],"nodes":[{"name":"leg"},{"name":"hips","children":[0],)"
                                 R"("mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])"))
        .model;
}

/// Where the front of the figure is.
glm::vec3 frontOf(const Model& model) {
    std::vector<glm::mat4> world(model.hierarchy.size());
    sinew::walkHierarchy(model.hierarchy, model.hierarchy.rest, glm::mat4(1.0f), world);
    return glm::vec3(world[model.instances.at(0).node] * glm::vec4(0, 0, 1, 1));
}

std::string humanoidOf(const Model& model) {
    std::string text;
    for (const HumanoidBone& bone : model.humanoid)
        text += bone.name + "=" + model.hierarchy.names[bone.node] + " ";
    return text;
}

}  // namespace

TEST_CASE("A figure of VRM 0.x faces +Z, as others do, and its bones have the names that the file gives them") {
    const Model model = importFigure(
        R"("VRM":{"humanoid":{"humanBones":[{"bone":"hips","node":1},{"bone":"leftUpperLeg","node":0},{"bone":"head","node":7},{"bone":3},{}]}})");
    CHECK(frontOf(model).z == Approx(-1.0f));
    CHECK(humanoidOf(model) == "hips=hips leftUpperLeg=leg ");
    REQUIRE(model.hierarchy.size() == 3);
    CHECK(model.hierarchy.names[0] == "ROOT");
}

TEST_CASE("A figure of VRM 1.0 faces +Z already") {
    const Model model = importFigure(
        R"("VRMC_vrm":{"specVersion":"1.0","humanoid":{"humanBones":{"hips":{"node":1},"leftUpperLeg":{"node":0},"jaw":{}}}})");
    CHECK(frontOf(model).z == Approx(1.0f));
    CHECK(humanoidOf(model) == "hips=hips leftUpperLeg=leg ");
    CHECK(model.hierarchy.size() == 2);
}

TEST_CASE("Extensions of VRM that are no such objects are harmless") {
    for (const char* extension :
         {R"("VRM":3)", R"("VRM":{"humanoid":[]})", R"("VRMC_vrm":{"humanoid":{"humanBones":4}})",
          R"("VRMC_vrm":{"humanoid":{"humanBones":["a"]}})"}) {
        INFO(extension);
        CHECK(importFigure(extension).humanoid.empty());
    }
}
