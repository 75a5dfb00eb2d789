#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

TEST_CASE(
    "tangents of the other handedness than the texture coordinates are a note, and a warning if another mesh has the "
    "right one") {
    ImportedModel imported = rig_models::band(20);
    SkinnedMesh& mesh = imported.model.meshes[0];
    for (glm::vec2& uv : mesh.uvs)
        uv.y = 1.0f - uv.y;  // v points down
    CHECK(checkTangents(imported.model).empty());
    const SkinnedMesh right = mesh;
    for (glm::vec4& tangent : mesh.tangents)
        tangent.w = -1.0f;
    CHECK(checkTangents(imported.model).empty());  // nothing is drawn with them
    imported.model.materials[0].texture(TextureSlot::normal).emplace();
    const Finding finding = onlyOne(checkTangents(imported.model), "tangents-mirrored");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "band");
    CHECK(finding.message == "has tangents of the other handedness than its texture coordinates on 40 of 40 triangles");
    SECTION("a warning beside another mesh") {
        Model model = imported.model;
        model.meshes.push_back(right);
        model.meshes[1].name = "head";
        model.instances.push_back(model.instances[0]);
        model.instances[1].mesh = 1;
        const Finding beside = onlyOne(checkTangents(model), "tangents-mirrored");
        CHECK(beside.severity == Severity::warning);
        CHECK(beside.object == "band");
        mesh.tangents = right.tangents;
    }
    SECTION("but not those that a mirrored half of the texture needs") {
        for (size_t i = 0; i < mesh.uvs.size() / 2; ++i)
            mesh.tangents[i].w = 1.0f;
    }
    SECTION("nor tangents that have nothing to do with the texture coordinates") {
        for (glm::vec4& tangent : mesh.tangents)
            tangent = {0.0f, 1.0f, 0.0f, -1.0f};
    }
    CHECK(countOf(checkTangents(imported.model), "tangents-mirrored") == 0);
}

TEST_CASE("tangents that do not run along the texture coordinates are a warning where a normal map needs them") {
    ImportedModel imported = rig_models::band(20);
    SkinnedMesh& mesh = imported.model.meshes[0];
    for (glm::vec2& uv : mesh.uvs)
        uv.y = 1.0f - uv.y;  // v points down
    const auto [tangent, message] = GENERATE(table<glm::vec4, const char*>(
        {{{0.0f, 1.0f, 0.0f, 1.0f}, "has tangents that do not run along its texture coordinates on 40 of 40 triangles"},
         {{-1.0f, 0.0f, 0.0f, 1.0f},
          "has texture coordinates that are mirrored against its tangents on 40 of 40 triangles"}}));
    imported.model.materials[0].texture(TextureSlot::normal).emplace();
    CHECK(checkTangents(imported.model).empty());
    mesh.tangents.assign(mesh.vertexCount(), tangent);
    const Finding finding = onlyOne(checkTangents(imported.model), "tangents-off");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == message);
    imported.model.materials[0].texture(TextureSlot::normal).reset();
    CHECK(checkTangents(imported.model).empty());
}
