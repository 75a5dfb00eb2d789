#include <string>
#include <vector>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/models/gltf.h"

using import_files::Collada;
using import_files::importGltf;
using import_files::joint;
using sinew::ImportedModel;

namespace {

ImportedModel importRig(const Collada& file) {
    return import_files::importDae(file.text());
}

/// The influences of the vertex at that position.
sinew::Influences at(const sinew::SkinnedMesh& mesh, glm::vec3 position) {
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        if (mesh.positions[v] == position) return mesh.influences[v];
    FAIL("no such vertex");
    return {};
}

}  // namespace

TEST_CASE("Bones refer to nodes and have the file's weights") {
    const auto [model, report] = importRig({.joints = {"hip", "knee"},
                                            .weights = {{{0, 1}}, {{0, 1}}, {{0, 1.5f}, {1, 0.5f}}, {{1, 2}}},
                                            .nodes = joint("hip", joint("knee"))});
    REQUIRE(model.instances.size() == 1);
    const auto& instance = model.instances[0];
    const auto& mesh = model.meshes[0];
    CHECK(instance.skinned);
    REQUIRE(instance.bones.size() == 2);
    CHECK(mesh.boneCount == 2);
    CHECK(instance.bones[0].node == sinew::findNode(model.hierarchy, "hip"));
    CHECK(instance.bones[1].node == sinew::findNode(model.hierarchy, "knee"));
    CHECK(at(mesh, {1, 1, 0}) == sinew::Influences{{0, 1}, {49151, 16384}});
    CHECK(at(mesh, {0, 1, 0}) == sinew::Influences{{1}, {65535}});
    CHECK(report.influences[0].largest == 2);
    CHECK(report.influences[0].renormalizedVertices == 2);
    CHECK(report.influences[0].farthestSum == 2.0f);
    CHECK(report.influences[0].unweightedVertices == 0);
}

TEST_CASE("A vertex without weights follows the mesh's node") {
    const auto [model, report] =
        importRig({.joints = {"hip"}, .weights = {{{0, 1}}, {{0, 0}}, {}, {{0, 1}}}, .nodes = joint("hip")});
    const auto& instance = model.instances[0];
    REQUIRE(instance.bones.size() == 2);
    CHECK(instance.bones[1].node == instance.node);
    CHECK(instance.bones[1].inverseBindMatrix == glm::mat4(1.0f));
    CHECK(at(model.meshes[0], {1, 0, 0}) == sinew::Influences{{1}, {65535}});
    CHECK(at(model.meshes[0], {1, 1, 0}) == sinew::Influences{{1}, {65535}});
    CHECK(report.influences[0].unweightedVertices == 2);
}

TEST_CASE("A bone without weights is dropped") {
    const auto model = importRig({.joints = {"idle", "hip"},
                                  .weights = {{{1, 1}}, {{1, 1}}, {{1, 1}}, {{1, 1}}},
                                  .nodes = joint("idle", joint("hip"))})
                           .model;
    REQUIRE(model.instances[0].bones.size() == 1);
    CHECK(model.instances[0].bones[0].node == sinew::findNode(model.hierarchy, "hip"));
    CHECK(at(model.meshes[0], {0, 0, 0}) == sinew::Influences{{0}, {65535}});
}

TEST_CASE("A mesh without bones follows its node") {
    const auto model = importRig({}).model;
    const auto& instance = model.instances[0];
    CHECK_FALSE(instance.skinned);
    REQUIRE(instance.bones.size() == 1);
    CHECK(instance.bones[0].node == instance.node);
    CHECK(at(model.meshes[0], {0, 0, 0}) == sinew::Influences{{0}, {65535}});
}

TEST_CASE("A bone without a node is placed at the origin, with a finding") {
    const auto imported = importRig(
        {.joints = {"hip", "ghost"}, .weights = {{{0, 1}}, {{0, 1}}, {{1, 1}}, {{1, 1}}}, .nodes = joint("hip")});
    checkOnly(imported.report.findings, "bone-without-node", "ghost", "", sinew::Severity::error);
    const auto ghost = sinew::findNode(imported.model.hierarchy, "ghost");
    REQUIRE(ghost.has_value());
    CHECK(imported.model.hierarchy.parents[*ghost] == sinew::kNoParent);
    CHECK(imported.model.instances[0].bones[1].node == *ghost);
}

TEST_CASE("A bone refers to the joint, not to a mesh's node of the same name") {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.ushorts({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4", 4);
    gltf.floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    gltf.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "MAT4", 16);
    gltf.floats({0, 1}, "SCALAR", 1);
    gltf.floats({0, 0, 0, 0, 5, 0}, "VEC3", 3);
    const auto imported = importGltf(
        gltf.text(R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"name":"root","children":[1,2]},{"name":"Head",)"
                  R"("mesh":0,"skin":0},{"name":"Head","translation":[0,1,0]}],"skins":[{"joints":[2],)"
                  R"("inverseBindMatrices":3}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,)"
                  R"("WEIGHTS_0":2}}]}],"animations":[{"name":"nod","samplers":[{"input":4,"output":5}],)"
                  R"("channels":[{"sampler":0,"target":{"node":2,"path":"translation"}}]}])"));
    const auto& model = imported.model;
    REQUIRE(model.instances.size() == 1);
    const uint32_t bone = model.instances[0].bones[0].node;
    CHECK(bone != model.instances[0].node);
    CHECK(model.hierarchy.rest[bone].translation == glm::vec3(0, 1, 0));
    REQUIRE(model.clips[0].channels.size() == 1);
    CHECK(model.clips[0].channels[0].node == bone);
    CHECK(countOf(imported.report.findings, "bone-ambiguous") == 0);  // glTF has the number of the joint
}

TEST_CASE("A bone refers to the joint, not to an armature of the same name") {
    const auto model = importRig({.joints = {"root", "tip"},
                                  .weights = {{{0, 1}}, {{0, 1}}, {{1, 1}}, {{1, 1}}},
                                  .nodes = "<node id=\"root\">" + joint("root", joint("tip")) + "</node>"})
                           .model;
    CHECK(model.instances[0].bones[0].node == *sinew::findNode(model.hierarchy, "root") + 1);
}

TEST_CASE("joints that are listed twice, and joints that move no vertex, are reported") {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    gltf.ushorts({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4", 4);
    const auto import = [&](const std::string& list) {
        return importGltf(
            gltf.text(R"("scenes":[{"nodes":[0,1]}],"nodes":[{"mesh":0,"skin":0},{"name":"Hips","children":[2]},)"
                      R"({"name":"Head"}],"skins":[{"joints":)" +
                      list +
                      R"(}],"meshes":[{"name":"m","primitives":[{"attributes":)"
                      R"({"POSITION":0,"WEIGHTS_0":1,"JOINTS_0":2}}]}])"));
    };
    const auto sound = import("[1]").report.findings;
    CHECK(countOf(sound, "joint-duplicate") + countOf(sound, "bone-unused") == 0);
    CHECK(onlyOne(import("[1,2]").report.findings, "bone-unused").object == "Head");
    CHECK(onlyOne(import("[1,1]").report.findings, "joint-duplicate").object == "Hips");
}
