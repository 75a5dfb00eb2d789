#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "unit/check/written.h"

using namespace sinew;

namespace {

/// One vertex lost a twentieth of its weight for bone 2, which a clip moves by `distance`.
ImportedModel withCut(float distance) {
    ImportedModel imported = rig_models::band();
    imported.report.influences[0] = {.largest = 5, .cutVertices = 1, .largestWeightLost = 0.05f};
    const std::vector<CutVertices::Influence> all{{0, 0.95f}, {2, 0.05f}};
    CutMesh cut{.mesh = 0, .cut = {}, .bones = imported.model.instances[0].bones};
    cut.cut.add(0, all);
    imported.report.cutMeshes.push_back(cut);
    rig_models::addClip(imported, "away", 1.0)
        .channels.push_back({.node = 2, .translation = {{0.0, 1.0}, {{0, 1, 0}, {distance, 1, 0}}}});
    return imported;
}

ImportedModel withReport(const InfluenceReport& influences, const char* format = "glTF 2.0") {
    ImportedModel imported = rig_models::band();
    imported.report.influences[0] = influences;
    imported.report.format = format;
    return imported;
}

std::vector<Finding> weightFindings(const ImportedModel& imported) {
    return written(imported.model, checkWeights(imported.model, imported.report));
}

}  // namespace

TEST_CASE("what the import reports of weights") {
    struct Row {
        ImportedModel imported;
        const char* id;
        Severity severity;
        const char* message;
    };
    ImportedModel withoutCuts = withCut(2.0f);
    withoutCuts.report.cutMeshes.clear();
    const InfluenceReport off{.renormalizedVertices = 3, .farthestSum = 0.75f};
    for (const auto& [imported, id, severity, message] : std::vector<Row>{
             {withCut(2.0f), "influences-cut", Severity::warning,
              "1 vertex has more than 4 influences, up to 5; dropping the rest moves a vertex by up to 3.16 % of the "
              "model's size"},
             {withCut(0.1f), "influences-cut", Severity::info,
              "1 vertex has more than 4 influences, up to 5; dropping the rest moves a vertex by up to 0.158 % of the "
              "model's size"},
             {withoutCuts, "influences-cut", Severity::warning,
              "1 vertex has more than 4 influences, up to 5; dropping the rest loses up to 5 % of a vertex's weight"},
             {withReport(off), "weights-not-normalised", Severity::warning,
              "the weights of 3 vertices do not sum to 1; the farthest off sums to 0.75"},
             {withReport(off, "Autodesk FBX"), "weights-not-normalised", Severity::info,
              "the weights of 3 vertices do not sum to 1; the farthest off sums to 0.75"},
             {withReport({.renormalizedVertices = 1, .farthestSum = 2.0f}, "Autodesk FBX"), "weights-not-normalised",
              Severity::warning, "the weights of 1 vertex do not sum to 1; the farthest off sums to 2"},
             {withReport({.unweightedVertices = 2}), "vertices-unweighted", Severity::warning,
              "2 of 8 vertices have no weights and stay behind when the skeleton moves"}}) {
        checkOnly(weightFindings(imported), id, "band", message, severity);
    }
    ImportedModel rigid = withReport({.unweightedVertices = 2});
    rigid.model.instances[0].skinned = false;
    CHECK(weightFindings(rigid).empty());
    CHECK(weightFindings(rig_models::band()).empty());
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
    CHECK_THAT(onlyOne(weightFindings(imported), "vertices-unweighted").message,
               Catch::Matchers::EndsWith("stay behind when the skeleton moves, most of them near 'bone 4'"));
}

TEST_CASE("the findings of all materials of a mesh are summed") {
    ImportedModel imported = rig_models::band();
    addMesh(imported.model, imported.model.meshes[0]);
    imported.report.influences = {
        {.largest = 5, .cutVertices = 2, .renormalizedVertices = 3, .farthestSum = 1.5f, .unweightedVertices = 1},
        {.largest = 7, .cutVertices = 1, .renormalizedVertices = 4, .farthestSum = 0.25f, .unweightedVertices = 1}};
    const std::vector<Finding> findings = weightFindings(imported);
    for (const auto& [id, says] :
         {std::pair("influences-cut", "3 vertices have more than 4 influences, up to 7"),
          {"weights-not-normalised", "the weights of 7 vertices do not sum to 1; the farthest off sums to 0.25"},
          {"vertices-unweighted", "2 of 16 vertices"}})
        CHECK_THAT(onlyOne(findings, id).message, Catch::Matchers::StartsWith(says));
}
