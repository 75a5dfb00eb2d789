#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

TEST_CASE("tangents of the other handedness than the texture coordinates are a warning") {
    ImportedModel imported = rig_models::band(20);
    SkinnedMesh& mesh = imported.model.meshes[0];
    for (glm::vec2& uv : mesh.uvs)
        uv.y = 1.0f - uv.y;  // v points down
    CHECK(checkTangents(imported.model).empty());
    for (glm::vec4& tangent : mesh.tangents)
        tangent.w = -1.0f;
    const Finding finding = onlyOne(checkTangents(imported.model), "tangents-mirrored");
    CHECK(finding.severity == Severity::info);  // nothing is drawn with them
    imported.model.materials[0].texture(TextureSlot::normal).emplace();
    CHECK(onlyOne(checkTangents(imported.model), "tangents-mirrored").severity == Severity::warning);
    CHECK(finding.object == "band");
    CHECK(finding.message == "has tangents of the other handedness than its texture coordinates on 40 of 40 triangles");
    SECTION("but not those that a mirrored half of the texture needs") {
        for (size_t i = 0; i < mesh.uvs.size() / 2; ++i)
            mesh.tangents[i].w = 1.0f;
    }
    SECTION("nor tangents that have nothing to do with the texture coordinates") {
        for (glm::vec4& tangent : mesh.tangents)
            tangent = {0.0f, 1.0f, 0.0f, -1.0f};
    }
    CHECK(checkTangents(imported.model).empty());
}
