#include <cmath>
#include <limits>

#include "check/bones.h"
#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

std::vector<Finding> findingsOf(const ImportedModel& imported, uint32_t maxBones = 64) {
    return checkSkeletons(imported.model, maxBones);
}

}  // namespace

TEST_CASE("a sound skeleton has no findings") {
    CHECK(findingsOf(rig_models::band()).empty());
}

TEST_CASE("a root that mirrors a model without bones is a note") {
    ImportedModel imported = rig_models::band();
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.boneCount = 1;
    mesh.influences.assign(mesh.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
    imported.model.instances[0] = {.node = 1, .bones = {{1, glm::mat4(1.0f)}}};
    CHECK(countOf(findingsOf(imported), "bone-scale-negative") == 0);
    imported.model.hierarchy.rest[0].scale = {1, 1, -1};
    const Finding finding = onlyOne(findingsOf(imported), "bone-scale-negative");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "bone 0");
    CHECK(finding.message == "mirrors the whole model by a negative scale: left and right are exchanged");
    SECTION("not a turn") {
        imported.model.hierarchy.rest[0].scale = {-1, 1, -1};
    }
    SECTION("nor a node below it") {
        std::swap(imported.model.hierarchy.rest[0].scale, imported.model.hierarchy.rest[1].scale);
    }
    SECTION("nor one of several roots") {
        imported.model.hierarchy.parents[1] = kNoParent;
    }
    CHECK(countOf(findingsOf(imported), "bone-scale-negative") == 0);
}

TEST_CASE("bones-split states the number of bones and parts") {
    const ImportedModel imported = rig_models::band(13);
    const Finding finding = onlyOne(findingsOf(imported, 12), "bones-split");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "needs 13 bones, more than the 12 of a palette; drawn in 2 parts");
    CHECK(findingsOf(imported, 13).empty());
}

TEST_CASE("bones that move no vertices are reported and not counted against the palette") {
    ImportedModel imported = rig_models::band();
    imported.model.meshes[0].boneCount = 4;
    imported.model.hierarchy.names.push_back("tip");
    imported.model.hierarchy.parents.push_back(2);
    imported.model.hierarchy.rest.emplace_back();
    imported.model.instances[0].bones.push_back({3, glm::mat4(1.0f)});
    const std::vector<Finding> findings = findingsOf(imported, 3);
    CHECK(onlyOne(findings, "bone-unused").object == "tip");
    CHECK(countOf(findings, "bones-split") == 0);
}

TEST_CASE("bone-name-duplicate is for bones, not for other nodes") {
    ImportedModel imported = rig_models::band();
    imported.model.hierarchy.names.insert(imported.model.hierarchy.names.end(), {"lamp", "lamp"});
    imported.model.hierarchy.parents.insert(imported.model.hierarchy.parents.end(), {kNoParent, kNoParent});
    imported.model.hierarchy.rest.resize(5);
    CHECK(findingsOf(imported).empty());
    imported.model.hierarchy.names[4] = "bone 1";
    CHECK(onlyOne(findingsOf(imported), "bone-name-duplicate").object == "bone 1");
}

TEST_CASE("two joints of one name that move no vertex are a warning if clips move them") {
    ImportedModel imported = rig_models::band();
    imported.model.hierarchy.names.insert(imported.model.hierarchy.names.end(), {"tip", "tip"});
    imported.model.hierarchy.parents.insert(imported.model.hierarchy.parents.end(), {1, 2});
    imported.model.hierarchy.rest.resize(5);
    CHECK(countOf(findingsOf(imported), "bone-name-duplicate") == 0);
    for (const uint32_t node : {3u, 4u})
        rig_models::addClip(imported, "walk", 1.0).channels.push_back({.node = node});
    const Finding finding = onlyOne(findingsOf(imported), "bone-name-duplicate");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "tip");
}

TEST_CASE("a figure of which all vertices follow one bone is a warning") {
    ImportedModel imported = rig_models::band(4);
    CHECK(countOf(findingsOf(imported), "skin-rigid") == 0);
    for (Influences& own : imported.model.meshes[0].influences)
        own = {{2}, {static_cast<uint16_t>(kWeightOne)}};
    const Finding finding = onlyOne(findingsOf(imported), "skin-rigid");
    CHECK(finding.object == "band");
    CHECK(finding.message == "follows one of 4 bones, 'bone 2', with all of its vertices");
}

TEST_CASE("bones that clips move below the only one that moves vertices count as its skeleton") {
    ImportedModel imported = rig_models::band(4);
    for (Influences& own : imported.model.meshes[0].influences)
        own = {{0}, {static_cast<uint16_t>(kWeightOne)}};
    imported.model.instances[0].bones.resize(1);  // as imported: the others move nothing
    imported.model.meshes[0].boneCount = 1;
    CHECK(countOf(findingsOf(imported), "skin-rigid") == 0);
    for (const uint32_t node : {1u, 2u, 3u})
        rig_models::addClip(imported, "walk", 1.0)
            .channels.push_back(
                {.node = node,
                 .rotation = {.times = {0.0f, 1.0f}, .values = {rig_models::turn(0.0f), rig_models::turn(30.0f)}}});
    CHECK(onlyOne(findingsOf(imported), "skin-rigid").message ==
          "follows one of 4 bones, 'bone 0', with all of its vertices");
    imported.model.instances.push_back({.mesh = 0, .node = 3});  // a part that one of them carries
    CHECK(countOf(findingsOf(imported), "skin-rigid") == 0);
}

TEST_CASE("a mesh that is called like a bone is a note, two bones or animated nodes of one name are a warning") {
    ImportedModel imported = rig_models::band();
    imported.model.hierarchy.names.emplace_back("bone 1");
    imported.model.hierarchy.parents.push_back(kNoParent);
    imported.model.hierarchy.rest.emplace_back();
    CHECK(onlyOne(findingsOf(imported), "bone-name-duplicate").severity == Severity::info);
    SECTION("animated") {
        rig_models::addClip(imported, "walk", 1.0).channels.push_back({.node = 3});
    }
    SECTION("bones") {
        imported.model.hierarchy.names[2] = "bone 1";
    }
    CHECK(onlyOne(findingsOf(imported), "bone-name-duplicate").severity == Severity::warning);
}

TEST_CASE("zero, negative and non-uniform scales are reported for bones and their ancestors") {
    ImportedModel imported = rig_models::band();
    glm::vec3& scale = imported.model.hierarchy.rest[1].scale;
    scale = {2, 2, 2};
    CHECK(countOf(findingsOf(imported), "bone-scale-uneven") == 0);
    scale = {1, 1, 1.5f};
    CHECK(onlyOne(findingsOf(imported), "bone-scale-uneven").object == "bone 1");
    CHECK(onlyOne(findingsOf(imported), "bone-scale-uneven").severity == Severity::warning);
    rig_models::addClip(imported, "squash", 1.0)
        .channels.push_back({.node = 1, .scale = {{0, 1}, {scale, glm::vec3(1)}}});
    CHECK(onlyOne(findingsOf(imported), "bone-scale-uneven").severity == Severity::info);
    imported.model.clips.clear(), imported.report.clips.clear();
    scale = {1, -1, 1};
    CHECK(onlyOne(findingsOf(imported), "bone-scale-negative").object == "bone 1");
    CHECK(countOf(findingsOf(imported), "bone-scale-uneven") == 0);
    scale = {1, 0, 1};
    CHECK(onlyOne(findingsOf(imported), "bone-scale-zero").object == "bone 1");
    imported.model.instances[0].bones.resize(1);
    imported.model.instances[0].bones[0].node = 2;
    imported.model.meshes[0].boneCount = 1;
    for (Influences& influences : imported.model.meshes[0].influences)
        influences = {{0}, {static_cast<uint16_t>(kWeightOne)}};
    CHECK(onlyOne(findingsOf(imported), "bone-scale-zero").object == "bone 1");
}

TEST_CASE("a singular or non-finite inverse bind matrix is an error, a small one is not") {
    ImportedModel imported = rig_models::band();
    glm::mat4& matrix = imported.model.instances[0].bones[1].inverseBindMatrix;
    const glm::mat4 sound = matrix;
    matrix = glm::scale(sound, glm::vec3(1e-4f));
    CHECK(countOf(findingsOf(imported), "bind-singular") == 0);
    matrix = glm::scale(sound, glm::vec3(1, 0, 1));
    const Finding finding = onlyOne(findingsOf(imported), "bind-singular");
    CHECK(finding.severity == Severity::error);
    CHECK(finding.object == "bone 1");
    matrix = sound;
    matrix[1] = matrix[0];
    CHECK(countOf(findingsOf(imported), "bind-singular") == 1);
    matrix = sound;
    matrix[3].x = std::numeric_limits<float>::quiet_NaN();
    CHECK(countOf(findingsOf(imported), "bind-singular") == 1);
}

TEST_CASE("bind-not-rest ignores a rigid displacement of the whole model") {
    ImportedModel imported = rig_models::band();
    imported.model.hierarchy.rest[0] = {{5, 0, 0}, rig_models::turn(90.0f)};
    CHECK(findingsOf(imported).empty());
    imported.model.hierarchy.rest[2].rotation = rig_models::turn(90.0f);
    CHECK(onlyOne(findingsOf(imported), "bind-not-rest").severity == Severity::info);
}

TEST_CASE("a rest pose need not be the bind pose, if it is a pose of several bones") {
    ImportedModel imported = rig_models::band(6);
    const auto posed = [&](std::initializer_list<uint32_t> bones) {
        for (uint32_t node = 0; node < 6; ++node)
            imported.model.hierarchy.rest[node].rotation = rig_models::turn(0.0f);
        for (const uint32_t node : bones)
            imported.model.hierarchy.rest[node].rotation = rig_models::turn(20.0f);
        return countOf(findingsOf(imported), "bind-not-rest");
    };
    CHECK(posed({2, 3}) == 1);
    CHECK(posed({2, 3, 4}) == 0);
}

TEST_CASE("one matrix that binds all bones, although they rest apart, is a note") {
    ImportedModel imported = rig_models::band(6);
    CHECK(countOf(findingsOf(imported), "bind-matrices-missing") == 0);
    for (Bone& bone : imported.model.instances[0].bones)
        bone.inverseBindMatrix = glm::mat4(1.0f);
    const Finding finding = onlyOne(findingsOf(imported), "bind-matrices-missing");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "band");
    CHECK(finding.message == "binds its 6 bones with one and the same matrix, although they rest apart");
    for (Transform& rest : imported.model.hierarchy.rest)
        rest.translation = glm::vec3(0.0f);
    CHECK(countOf(findingsOf(imported), "bind-matrices-missing") == 0);
}

TEST_CASE("the rigid parts that a clip moves are bones, if nothing is skinned") {
    ImportedModel imported = rig_models::band();
    Model& model = imported.model;
    model.instances[0].skinned = false;
    model.instances[0].node = 2;
    CHECK(boneNodes(model) == std::vector<bool>{false, false, false});
    rig_models::addClip(imported, "walk", 1.0)
        .channels.push_back({.node = 1, .rotation = {{0, 1}, {rig_models::turn(0.0f), rig_models::turn(5.0f)}}});
    CHECK(boneNodes(model) == std::vector<bool>{false, true, false});
}

TEST_CASE("a bone is unused only if it moves no vertex of any material of the mesh") {
    ImportedModel imported = rig_models::band();
    Model& model = imported.model;
    model.meshes.push_back(model.meshes[0]);
    model.instances.push_back(model.instances[0]);
    model.instances[1].mesh = 1;
    for (Influences& influences : model.meshes[1].influences)
        influences = {{0}, {static_cast<uint16_t>(kWeightOne)}};
    CHECK(countOf(checkSkeletons(model, 64), "bone-unused") == 0);
    for (Influences& influences : model.meshes[0].influences)
        influences = {{1}, {static_cast<uint16_t>(kWeightOne)}};
    CHECK(onlyOne(checkSkeletons(model, 64), "bone-unused").object == "bone 2");
}
