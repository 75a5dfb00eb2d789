#include "check/checks.h"

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

std::vector<Finding> findingsOf(const ImportedModel& imported) {
    return checkWeights(imported.model, imported.report);
}

/// One vertex lost a twentieth of its weight for bone 2, which a clip moves by `way`.
ImportedModel withCut(float way) {
    ImportedModel imported = rig_models::band();
    imported.report.influences[0] = {.largest = 5, .cutVertices = 1, .largestWeightLost = 0.05f};
    const std::vector<CutVertices::Influence> all{{0, 0.95f}, {2, 0.05f}};
    CutMesh cut{.mesh = 0, .cut = {}, .bones = imported.model.instances[0].bones};
    cut.cut.add(0, all);
    imported.report.cutMeshes.push_back(cut);
    rig_models::addClip(imported, "away", 1.0)
        .channels.push_back({.node = 2, .translation = {{0.0, 1.0}, {{0, 1, 0}, {way, 1, 0}}}});
    return imported;
}

}  // namespace

TEST_CASE("sound weights have no findings") {
    CHECK(findingsOf(rig_models::band()).empty());
}

TEST_CASE("cut influences are a warning if the error is visible in a clip") {
    const Finding seen = onlyOne(findingsOf(withCut(2.0f)), "influences-cut");
    CHECK(seen.severity == Severity::warning);
    CHECK(seen.object == "band");
    CHECK(seen.message ==
          "1 vertex has more than 4 influences, up to 5; dropping the rest moves a vertex by up to 3.16 % of the "
          "model's size");
    CHECK(onlyOne(findingsOf(withCut(0.1f)), "influences-cut").severity == Severity::info);
}

TEST_CASE("without the cut influences, the finding states the lost weight") {
    ImportedModel imported = withCut(2.0f);
    imported.report.cutMeshes.clear();
    CHECK_THAT(onlyOne(findingsOf(imported), "influences-cut").message,
               Catch::Matchers::ContainsSubstring("loses up to 5 % of a vertex's weight"));
}

TEST_CASE("weights that do not sum to 1 are a warning, except in FBX, where readers normalize them") {
    ImportedModel imported = rig_models::band();
    imported.report.influences[0].renormalizedVertices = 3;
    imported.report.influences[0].farthestSum = 0.75f;
    const Finding finding = onlyOne(findingsOf(imported), "weights-not-normalised");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "the weights of 3 vertices do not sum to 1, but to 0.75 where it is farthest from that");
    imported.report.format = "Autodesk FBX";
    CHECK(onlyOne(findingsOf(imported), "weights-not-normalised").severity == Severity::info);
}

TEST_CASE("the far end of a long triangle is no stray vertex, unlike a far part on its own") {
    ImportedModel imported = rig_models::band(4);
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.influences.assign(mesh.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
    for (size_t v = 0; v < 8; ++v)
        mesh.positions[v].y *= 0.1f;
    CHECK(countOf(findingsOf(imported), "weights-stray") == 0);
    for (const glm::vec3 far : {glm::vec3(-0.5f, 3.9f, 0.0f), glm::vec3(0.5f, 3.9f, 0.0f)})
        mesh.positions.push_back(far), mesh.influences.push_back(mesh.influences[0]);
    mesh.normals.resize(mesh.vertexCount(), mesh.normals[0]);
    mesh.indices.resize(18);
    for (const uint32_t corner : {8, 9, 10, 10, 9, 11})
        mesh.indices.push_back(corner);
    const Finding finding = onlyOne(findingsOf(imported), "weights-stray");
    CHECK(finding.object == "bone 0");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("moves 4 vertices"));
}

TEST_CASE("a bone that holds a good part of nearly all vertices is a warning, unless it holds them alone") {
    ImportedModel imported = rig_models::band(10);
    SkinnedMesh& mesh = imported.model.meshes[0];
    const auto half = static_cast<uint16_t>(kWeightOne / 2);
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        mesh.influences[v] = {{0, static_cast<uint16_t>(std::clamp<size_t>(v / 2, 1, 9))},
                              {half, static_cast<uint16_t>(kWeightOne - half)}};
    const Finding finding = onlyOne(findingsOf(imported), "weights-smeared");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "bone 0");
    CHECK(finding.message == "holds a quarter or more of 22 of 22 vertices of 'band', which 9 other bones move");
    for (Influences& own : mesh.influences)
        own.weights = {static_cast<uint16_t>(kWeightOne - 6554), 6554};
    CHECK(countOf(findingsOf(imported), "weights-smeared") == 0);
    SECTION("a face beside the rest of the figure") {
        for (Influences& own : mesh.influences)
            own.weights = {half, static_cast<uint16_t>(kWeightOne - half)};
        REQUIRE(countOf(findingsOf(imported), "weights-smeared") == 1);
        const ImportedModel large = rig_models::band(30);
        Model both = imported.model;
        both.meshes.push_back(large.model.meshes[0]);
        both.meshes[1].name = "body";
        MeshInstance& body = both.instances.emplace_back(large.model.instances[0]);
        body.mesh = 1;
        for (Bone& bone : body.bones)
            bone = large.model.instances[0].bones[0];
        ImportReport report = imported.report;
        report.influences.push_back({});
        CHECK(countOf(checkWeights(both, report), "weights-smeared") == 0);
        return;
    }
    for (size_t v = 0; v < 10; ++v)
        mesh.influences[v] = {{1}, {static_cast<uint16_t>(kWeightOne)}};
    CHECK(countOf(findingsOf(imported), "weights-smeared") == 0);
}

TEST_CASE("vertices without weights are counted for skinned meshes only") {
    ImportedModel imported = rig_models::band();
    imported.report.influences[0].unweightedVertices = 2;
    CHECK_THAT(onlyOne(findingsOf(imported), "vertices-unweighted").message,
               Catch::Matchers::StartsWith("2 of 8 vertices"));
    imported.model.instances[0].skinned = false;
    CHECK(findingsOf(imported).empty());
}

TEST_CASE("vertices without weights name the bone beside most of them") {
    ImportedModel imported = rig_models::band(6);
    MeshInstance& instance = imported.model.instances[0];
    SkinnedMesh& mesh = imported.model.meshes[0];
    instance.bones.push_back({instance.node, glm::mat4(1.0f)});  // carries them
    mesh.boneCount = 7;
    for (const size_t v : {0u, 8u, 9u})
        mesh.influences[v] = {{6}, {static_cast<uint16_t>(kWeightOne)}};
    imported.report.influences[0].unweightedVertices = 3;
    CHECK_THAT(onlyOne(findingsOf(imported), "vertices-unweighted").message,
               Catch::Matchers::EndsWith("stay behind when the skeleton moves, most of them near 'bone 4'"));
}

TEST_CASE("a vertex weighted to the bone of another limb is reported") {
    ImportedModel imported = rig_models::band(12);
    imported.model.meshes[0].influences[0] = {{0, 10}, {60000, 5535}};
    const Finding finding = onlyOne(findingsOf(imported), "weights-stray");
    CHECK(finding.object == "bone 10");
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring("moves 1 vertex of 'band' up to 83.1 %"));
    imported.model.meshes[0].influences[0] = {{0, 10}, {65000, 535}};  // too small to be visible
    CHECK(findingsOf(imported).empty());
}

TEST_CASE("a bone far from all of its vertices is reported") {
    ImportedModel imported = rig_models::band();
    imported.model.hierarchy.rest[0].translation = {0, 0, 9};
    imported.model.instances[0].bones[0].inverseBindMatrix = glm::translate(glm::mat4(1.0f), {0, 0, -9});
    imported.model.hierarchy.rest[1].translation = {0, 1, -9};
    CHECK(onlyOne(findingsOf(imported), "bone-far").object == "bone 0");
}

TEST_CASE("the findings of all materials of a mesh are summed") {
    ImportedModel imported = rig_models::band();
    imported.model.meshes.push_back(imported.model.meshes[0]);
    imported.model.instances.push_back(imported.model.instances[0]);
    imported.model.instances[1].mesh = 1;
    imported.report.influences = {
        {.largest = 5, .cutVertices = 2, .renormalizedVertices = 3, .farthestSum = 1.5f, .unweightedVertices = 1},
        {.largest = 7, .cutVertices = 1, .renormalizedVertices = 4, .farthestSum = 0.25f, .unweightedVertices = 1}};
    const std::vector<Finding> findings = findingsOf(imported);
    CHECK_THAT(onlyOne(findings, "influences-cut").message,
               Catch::Matchers::StartsWith("3 vertices have more than 4 influences, up to 7"));
    CHECK_THAT(onlyOne(findings, "weights-not-normalised").message,
               Catch::Matchers::ContainsSubstring("of 7 vertices do not sum to 1, but to 0.25"));
    CHECK_THAT(onlyOne(findings, "vertices-unweighted").message, Catch::Matchers::StartsWith("2 of 16 vertices"));
}

TEST_CASE("a mesh that lies elsewhere than its bones says so, one that is only narrow does not") {
    ImportedModel imported = rig_models::band(8);
    std::vector<glm::vec3>& positions = imported.model.meshes[0].positions;
    // Four vertices for each bone.
    for (size_t v = 0; v < positions.size(); ++v)
        imported.model.meshes[0].influences[v] = {{static_cast<uint16_t>(std::min<size_t>(v / 4 * 2, 7))},
                                                  {static_cast<uint16_t>(kWeightOne)}};
    CHECK(countOf(findingsOf(imported), "skin-apart") == 0);
    for (glm::vec3& position : positions)
        position.x += 4.0f;
    const Finding finding = onlyOne(findingsOf(imported), "skin-apart");
    CHECK(finding.object == "band");
    CHECK(finding.severity == Severity::warning);
    for (glm::vec3& position : positions)
        position.x = 0.02f * (position.x - 4.0f);
    CHECK(countOf(findingsOf(imported), "skin-apart") == 0);
}

TEST_CASE("a mesh that follows one bone, but lies around another one, is a note") {
    ImportedModel imported = rig_models::band(8);
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.influences.assign(mesh.vertexCount(), {{7}, {static_cast<uint16_t>(kWeightOne)}});
    for (glm::vec3& position : mesh.positions)
        position *= glm::vec3(1.0f, 0.2f, 1.0f), position.z = position.y - 0.5f;
    const Finding finding = onlyOne(findingsOf(imported), "bone-far");
    CHECK(finding.severity == (finding.figure->value > 50.0 ? Severity::warning : Severity::info));
    CHECK(finding.object == "bone 7");
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("that it moves; the mesh lies around 'bone 1'"));
}

TEST_CASE("weights that are equal in all vertices are a note") {
    ImportedModel imported = rig_models::band(40);
    std::vector<Influences>& influences = imported.model.meshes[0].influences;
    for (size_t i = 0; i < influences.size(); ++i) {
        const auto bone = static_cast<uint16_t>(i / 4);
        constexpr auto kThird = static_cast<uint16_t>(kWeightOne / 3);
        influences[i] = {{bone, static_cast<uint16_t>(bone + 1), static_cast<uint16_t>(bone + 2)},
                         {kThird, kThird, kThird}};
    }
    imported.report.influences.resize(1);
    const Finding finding = onlyOne(checkWeights(imported.model, imported.report), "weights-equal");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "band");
    CHECK(finding.message ==
          "weighs all bones of a vertex alike, in all 82 vertices of several bones: were the weights lost?");
    influences[5].weights = {30000, 20000, 15535};
    CHECK(countOf(checkWeights(imported.model, imported.report), "weights-equal") == 0);
    influences[5] = influences[4];
    for (Influences& one : influences)
        one.weights = {32768, 32767};  // between two bones each
    CHECK(countOf(checkWeights(imported.model, imported.report), "weights-equal") == 0);
}
