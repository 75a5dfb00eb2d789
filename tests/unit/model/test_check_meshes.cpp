#include "model/check_meshes.h"

#include "support/findings.h"
#include "support/rig_models.h"

using namespace sinew;

TEST_CASE("a sound mesh is not spoken of") {
    CHECK(checkMeshes(rig_models::band().model).empty());
}

TEST_CASE("triangles without area are counted") {
    Model model = rig_models::band(20).model;
    model.meshes[0].indices[1] = model.meshes[0].indices[0];
    const Finding finding = onlyOne(checkMeshes(model), "triangles-degenerate");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "1 of 40 triangles have no area");
    for (size_t i = 0; i < 9; ++i)
        model.meshes[0].indices[i] = 0;
    CHECK(onlyOne(checkMeshes(model), "triangles-degenerate").severity == Severity::warning);
}

TEST_CASE("a small triangle has an area") {
    Model model = rig_models::band().model;
    for (glm::vec3& position : model.meshes[0].positions)
        position *= 0.004f;
    CHECK(checkMeshes(model).empty());
}

TEST_CASE("texture coordinates are missed only where the material has a picture") {
    Model model = rig_models::band().model;
    for (glm::vec2& uv : model.meshes[0].uvs)
        uv = {0, 0};
    CHECK(checkMeshes(model).empty());
    model.textures.emplace_back();
    model.materials[0].baseColorTexture = 0;
    CHECK(onlyOne(checkMeshes(model), "uvs-missing").object == "band");
    model.meshes[0].uvs[1] = {1, 0};
    CHECK(checkMeshes(model).empty());
}

TEST_CASE("faces that look against their normals are counted") {
    Model model = rig_models::band().model;
    std::swap(model.meshes[0].indices[0], model.meshes[0].indices[1]);
    const Finding finding = onlyOne(checkMeshes(model), "winding-flipped");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "1 of 6 triangles face away from their normals");
}

TEST_CASE("an unlikely size is told in metres where the file has a unit") {
    Model model = rig_models::band().model;
    model.metresPerUnit = 1000.0;
    CHECK(onlyOne(checkMeshes(model), "size-extreme").message == "is 3.16e+03 m from corner to corner of its box");
    model.metresPerUnit = 0.001;
    CHECK(countOf(checkMeshes(model), "size-extreme") == 1);
    model.metresPerUnit.reset();
    CHECK(checkMeshes(model).empty());
}
