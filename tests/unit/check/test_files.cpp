#include "check/checks.h"

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

std::vector<Finding> findingsOf(const Texture& texture) {
    ImportedModel imported = rig_models::band();
    imported.model.textures.push_back(texture);
    return checkFiles(imported.model, imported.report);
}

Texture picture(std::string name, uint32_t width = 2, uint32_t height = 4) {
    return {
        .name = std::move(name), .source = "found", .image = {width, height, PixelBytes(size_t{width} * height * 4)}};
}

}  // namespace

TEST_CASE("an external texture with power-of-two size has no finding") {
    CHECK(findingsOf(picture("textures/skin.png")).empty());
}

TEST_CASE("absolute paths at which textures were found are reported") {
    const auto* name = GENERATE("/home/me/skin.png", "C:\\skin.png", "c:/skin.png", "\\\\host\\skin.png");
    Texture texture = picture(name);
    CHECK(findingsOf(texture).empty());  // found by its file name
    texture.source = name;
    CHECK(onlyOne(findingsOf(texture), "texture-path-absolute").object == name);
}

TEST_CASE("embedded textures and sizes that are not powers of two are reported") {
    CHECK(onlyOne(findingsOf(picture("skin.png", 3, 4)), "texture-size").message ==
          "is 3x4 pixels, not a power of two");
    Texture texture = picture("*0");
    texture.source = "embedded";
    CHECK(onlyOne(findingsOf(texture), "texture-embedded").severity == Severity::info);
    CHECK(findingsOf({.name = "missing.png"}).empty());
}

TEST_CASE("a file without a unit is reported") {
    ImportedModel imported = rig_models::band();
    imported.model.metersPerUnit.reset();
    CHECK(onlyOne(checkFiles(imported.model, imported.report), "unit-unknown").object == "band.glb");
}

TEST_CASE("a white or gray figure without a texture is a warning if the file has one that nothing uses") {
    ImportedModel imported = rig_models::band(40);
    imported.report.findings = {{"element-unused", Severity::info, "diffuse", "is a texture that no material uses"}};
    Model& model = imported.model;
    for (size_t i = 0; i < model.meshes[0].uvs.size(); ++i)
        model.meshes[0].uvs[i] = glm::fract(glm::vec2(0.37f, 0.61f) * static_cast<float>(i));
    model.materials[0].baseColor = glm::vec4(1.0f);
    const Finding finding = onlyOne(checkFiles(model, imported.report), "texture-lost");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "skin");
    CHECK(
        finding.message ==
        "is white and has no base color texture, although the mesh 'band' is unwrapped and the file has a texture that "
        "no material uses: 'diffuse'");
    imported.report.findings[0].message += ": image 'print'";
    model.materials[0].baseColor = {0.8f, 0.8f, 0.8f, 1.0f};
    CHECK_THAT(onlyOne(checkFiles(model, imported.report), "texture-lost").message,
               Catch::Matchers::StartsWith("is gray") && Catch::Matchers::EndsWith("no material uses: 'print'"));
    const std::vector<glm::vec2> unwrapped = model.meshes[0].uvs;
    for (size_t i = 0; i < unwrapped.size(); ++i)  // two colors of a palette
        model.meshes[0].uvs[i] = i % 2 == 0 ? glm::vec2(0.4f) : glm::vec2(0.41f, 0.42f);
    CHECK(countOf(checkFiles(model, imported.report), "texture-lost") == 1);
    model.meshes[0].uvs = unwrapped;
    SECTION("but not of another color") {
        model.materials[0].baseColor.r = 0.5f;
    }
    SECTION("nor black") {
        model.materials[0].baseColor = {0.1f, 0.1f, 0.1f, 1.0f};
    }
    SECTION("nor without coordinates of its own in a texture") {
        model.meshes[0].uvs.assign(model.meshes[0].uvs.size(), glm::vec2(0.5f));
    }
    SECTION("nor without such a texture") {
        imported.report.findings.clear();
    }
    CHECK(countOf(checkFiles(model, imported.report), "texture-lost") == 0);
}
