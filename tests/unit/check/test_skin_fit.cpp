#include "check/checks.h"

#include <functional>

#include "model/poses.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "support/models/limbs.h"

using namespace sinew;
using rig_models::band;
using rig_models::Limbs;

namespace {

std::vector<Finding> findingsAfter(const std::function<glm::vec3(const glm::vec3&)>& change) {
    ImportedModel imported = Limbs::make();
    for (glm::vec3& position : imported.model.meshes[0].positions)
        position = change(position);
    return checkSkinFit(imported.model);
}

}  // namespace

TEST_CASE("a mesh that lies around its bones has no findings, nor one that is a little aside") {
    CHECK(findingsAfter([](const glm::vec3& at) { return at; }).empty());
    CHECK(findingsAfter([](const glm::vec3& at) { return 1.2f * at + glm::vec3(0.1f, 0.1f, 0.1f); }).empty());
}

TEST_CASE("a mesh in another unit than its skeleton is a warning with the factor") {
    const Finding finding = onlyOne(findingsAfter([](const glm::vec3& at) { return 2.54f * at; }), "skin-unit");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "figure");
    CHECK(finding.figure->value > 2.4);
    CHECK(finding.figure->value < 2.7);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("as large as the bones that move it: another unit?"));
}

TEST_CASE("a mesh that is turned against its skeleton is a warning with the angle") {
    const Finding finding =
        onlyOne(findingsAfter([](const glm::vec3& at) { return glm::vec3(at.x, -at.z, at.y); }), "skin-turned");
    CHECK(finding.figure->value > 85.0);
    CHECK(finding.figure->value < 95.0);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("against the bones that move it: other axes?"));
}

TEST_CASE("a mesh that is mirrored against its skeleton is a warning with the axis") {
    const Finding finding =
        onlyOne(findingsAfter([](const glm::vec3& at) { return glm::vec3(-at.x, at.y, at.z); }), "skin-mirrored");
    CHECK(finding.message == "is mirrored along X against the bones that move it");
}

TEST_CASE("a mesh beside its skeleton is a warning with the distance") {
    const Finding finding =
        onlyOne(findingsAfter([](const glm::vec3& at) { return at + glm::vec3(0.0f, 0.0f, 1.5f); }), "skin-offset");
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("from its bones: was it moved without its skeleton?"));
}

TEST_CASE("a mesh beside its skeleton that no turn brings to it is a warning with the distance") {
    const Finding finding = onlyOne(
        findingsAfter([](const glm::vec3& at) { return glm::vec3(0.2f * at.y * at.y, at.x, 2.0f); }), "skin-apart");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("beside the bones that move it, on average"));
}

TEST_CASE("strips that hang on leaf bones along a rail are not offset from them") {
    ImportedModel imported = Limbs::make();
    std::vector<Transform>& rest = imported.model.hierarchy.rest;
    for (size_t bone = 0; bone < 15; ++bone) {
        const auto along = static_cast<float>(bone);
        imported.model.hierarchy.parents[bone] = bone == 0 ? kNoParent : 0;
        rest[bone].translation = {along, 0.0f, 0.0f};
        imported.model.instances[0].bones[bone].inverseBindMatrix =
            glm::translate(glm::mat4(1.0f), {-along, 0.0f, 0.0f});
    }
    SkinnedMesh& mesh = imported.model.meshes[0];
    for (size_t v = 0; v < mesh.vertexCount(); ++v) {
        mesh.influences[v].bones[0] = std::max<uint16_t>(1, mesh.influences[v].bones[0]);
        mesh.positions[v] = {static_cast<float>(mesh.influences[v].bones[0]), -static_cast<float>(v % 16) / 4.0f, 0.0f};
    }
    CHECK(checkSkinFit(imported.model).empty());
}

TEST_CASE("of several meshes only those that are offset are named, with few bones too") {
    ImportedModel imported = Limbs::make();
    Model& model = imported.model;
    SkinnedMesh& glove = model.meshes.emplace_back(model.meshes[0]);
    glove.name = "glove";
    for (Influences& influences : glove.influences)
        influences.bones[0] = Limbs::handL;
    glove.indices.resize(24);
    const glm::vec3 hand = Limbs::jointAt(Limbs::handL);
    for (glm::vec3& position : glove.positions)
        position = hand + 0.1f * position;
    model.instances.push_back(model.instances[0]);
    model.instances.back().mesh = 1;
    const bool isOffset = GENERATE(false, true);
    for (size_t mesh = 0; mesh < (isOffset ? 2 : 1); ++mesh)
        for (glm::vec3& position : model.meshes[mesh].positions)
            position.z += 2.0f;
    const std::vector<Finding> findings = checkSkinFit(model);
    CHECK(countOf(findings, "skin-offset") == (isOffset ? 2 : 1));
    CHECK(std::ranges::count(findings, "glove", &Finding::object) == (isOffset ? 1 : 0));
}
