#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

TEST_CASE("a copy of a mesh in the same place is a note, one elsewhere or of other triangles is not") {
    ImportedModel imported = rig_models::band(8);
    Model& model = imported.model;
    CHECK(checkCopies(model).empty());
    model.instances.push_back(model.instances[0]);  // drawn twice: the same mesh
    CHECK(checkCopies(model).empty());
    model.meshes.push_back(model.meshes[0]);
    model.meshes[1].name = "band.001";
    model.instances[1].mesh = 1;
    const Finding finding = onlyOne(checkCopies(model), "mesh-twice");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "band.001");
    CHECK(finding.message == "has the same triangles in the same place as 'band'");
    SECTION("elsewhere") {
        for (glm::vec3& position : model.meshes[1].positions)
            position.z += 0.1f;
    }
    SECTION("the other side of it, as an outline has") {
        for (size_t i = 0; i < model.meshes[1].indices.size(); i += 3)
            std::swap(model.meshes[1].indices[i], model.meshes[1].indices[i + 1]);
    }
    SECTION("a few triangles") {
        for (SkinnedMesh& mesh : model.meshes)
            mesh.indices.resize(30);
    }
    CHECK(checkCopies(model).empty());
}

TEST_CASE("a mesh that two nodes draw in one place is a note") {
    ImportedModel imported = rig_models::band(8);
    Model& model = imported.model;
    model.instances[0].skinned = false;
    model.instances[0].bones = {{0, glm::mat4(1.0f)}};
    for (Influences& influences : model.meshes[0].influences)
        influences = {{0}, {static_cast<uint16_t>(kWeightOne)}};
    model.instances[0].node = 0;
    model.hierarchy.names.push_back("copy");
    model.hierarchy.parents.push_back(kNoParent);
    model.hierarchy.rest.push_back(model.hierarchy.rest[0]);
    MeshInstance copy = model.instances[0];
    copy.node = static_cast<uint32_t>(model.hierarchy.size() - 1);
    copy.bones = {{copy.node, glm::mat4(1.0f)}};
    model.instances.push_back(copy);
    CHECK(onlyOne(checkCopies(model), "mesh-twice").message ==
          "is drawn twice in the same place, by '" + model.hierarchy.names[0] + "' and 'copy'");
    SECTION("elsewhere") {
        model.hierarchy.rest.back().translation.x += 0.1f;
        CHECK(checkCopies(model).empty());
    }
    SECTION("a clip moves one of them away, as a blade of a fan") {
        rig_models::addClip(imported, "unfold", 1.0)
            .channels.push_back({.node = copy.node, .translation = {{0, 1}, {glm::vec3(0), glm::vec3(1, 0, 0)}}});
        CHECK(checkCopies(model).empty());
        SECTION("which has a mesh of its own") {
            model.meshes.push_back(model.meshes[0]);
            model.meshes[1].name = "blade";
            model.instances[1].mesh = 1;
            CHECK(checkCopies(model).empty());
            imported.model.clips.clear();
            CHECK(countOf(checkCopies(model), "mesh-twice") == 1);
        }
    }
}
