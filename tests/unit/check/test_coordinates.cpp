#include "check/checks.h"

#include <cmath>

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

/// A long band on a texture, of which it covers all: 400 triangles.
ImportedModel texturedBand() {
    constexpr uint32_t kSegments = 200, kTurns = 10;
    ImportedModel imported = rig_models::band(kSegments);
    imported.model.textures = {{.name = "picture", .source = "embedded", .image = {}}};
    imported.model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    std::vector<glm::vec2>& uvs = imported.model.meshes[0].uvs;
    for (size_t i = 0; i < uvs.size(); ++i) {  // strips of it, side by side
        const float along = std::fmod(static_cast<float>(i / 2), static_cast<float>(kSegments / kTurns));
        uvs[i] = {(static_cast<float>(i / 2 * kTurns / kSegments) + 0.9f * static_cast<float>(i % 2)) / kTurns,
                  along * kTurns / kSegments};
    }
    return imported;
}

void snap(std::vector<glm::vec2>& uvs, float lines) {
    for (glm::vec2& uv : uvs)
        uv = glm::round(uv * lines) / lines;
}

}  // namespace

TEST_CASE("texture coordinates in large steps, which leave most triangles without area, are a warning") {
    ImportedModel imported = texturedBand();
    std::vector<glm::vec2>& uvs = imported.model.meshes[0].uvs;
    CHECK(checkCoordinates(imported.model).empty());
    snap(uvs, 8.0f);
    const Finding finding = onlyOne(checkCoordinates(imported.model), "uvs-coarse");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "band");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("has texture coordinates in steps of 1/8 only: "));
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith(" of 400 triangles have no area in the texture"));
    imported.model.instances[0].skinned = false;
    CHECK(checkCoordinates(imported.model).empty());
}

TEST_CASE("texture coordinates on a grid are as meant in a palette, and in a picture of few texels") {
    ImportedModel imported = texturedBand();
    std::vector<glm::vec2>& uvs = imported.model.meshes[0].uvs;
    SECTION("each triangle has one color of 64") {
        for (size_t i = 0; i < uvs.size(); ++i)
            uvs[i] = glm::vec2(static_cast<float>(i / 4 % 8), static_cast<float>(i / 32 % 8)) / 8.0f + 1.0f / 16.0f;
        for (size_t i = 0; i + 5 < imported.model.meshes[0].indices.size(); ++i)
            imported.model.meshes[0].indices[i] = imported.model.meshes[0].indices[i] / 4 * 4 + i % 3;
    }
    SECTION("each triangle has an area") {
        for (size_t i = 0; i < uvs.size(); ++i)
            uvs[i] = glm::vec2(static_cast<float>(i % 2 + i / 40), static_cast<float>(i / 2 % 20)) / 20.0f;
    }
    SECTION("the steps are small") {
        for (glm::vec2& uv : uvs)
            uv *= 0.2f;
        snap(uvs, 40.0f);
    }
    CHECK(countOf(checkCoordinates(imported.model), "uvs-coarse") == 0);
}

TEST_CASE("texture coordinates of a figure that are all far away are a note") {
    ImportedModel imported = texturedBand();
    const auto movedBy = [&](float textures) {
        ImportedModel moved = imported;
        for (glm::vec2& uv : moved.model.meshes[0].uvs)
            uv.y += textures;
        return checkCoordinates(moved.model);
    };
    CHECK(movedBy(15.0f).empty());
    const Finding finding = onlyOne(movedBy(17.0f), "uvs-far");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "band");
    CHECK(finding.message == "has all its texture coordinates 17 textures away, or farther: in pixels?");
    CHECK(movedBy(300.0f).empty());  // which checkMeshes() says
}

TEST_CASE("a second UV set with all coordinates in a corner is a warning where the base color reads it") {
    ImportedModel imported = texturedBand();
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.moreUvs.assign(mesh.vertexCount(), glm::vec2(0.0f, 1.0f));
    CHECK(checkCoordinates(imported.model).empty());
    imported.model.materials[0].texture(TextureSlot::baseColor)->uvSet = 1;
    const Finding finding = onlyOne(checkCoordinates(imported.model), "uvs-missing");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "band");
    CHECK(finding.message ==
          "material 'skin' has a texture that reads UV set 1, in which 402 vertices have the same texture coordinates");
    mesh.moreUvs[5].x = 0.5f;
    CHECK(checkCoordinates(imported.model).empty());
}
