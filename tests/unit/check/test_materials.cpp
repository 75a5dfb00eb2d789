#include "check/checks.h"

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

/// Bands of one figure, each with a material of its own.
Model bandsOf(const std::vector<Material>& materials) {
    Model model = rig_models::band().model;
    model.materials = materials;
    model.meshes.resize(materials.size(), model.meshes[0]);
    model.instances.resize(materials.size(), model.instances[0]);
    for (uint32_t i = 0; i < materials.size(); ++i)
        model.meshes[i].material = model.instances[i].mesh = i;
    return model;
}

std::vector<Material> grays(float gray, size_t count) {
    std::vector<Material> materials;
    for (size_t i = 0; i < count; ++i)
        materials.push_back({.name = "m" + std::to_string(i), .baseColor = glm::vec4(glm::vec3(gray), 1.0f)});
    return materials;
}

}  // namespace

TEST_CASE("a figure that is black and has no texture is a warning, and a note if only most of it is") {
    std::vector<Material> materials = grays(0.0f, 1);
    const Finding finding = onlyOne(checkMaterials(bandsOf(materials)), "color-black");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "is black and has no texture: 100 % of the figure");
    materials.push_back({.name = "red", .baseColor = {0.4f, 0.1f, 0.1f, 1.0f}});
    CHECK(onlyOne(checkMaterials(bandsOf(materials)), "color-black").severity == Severity::info);
    materials.push_back(materials.back());
    CHECK(checkMaterials(bandsOf(materials)).empty());
}

TEST_CASE("black vertex colors of one material of a mesh are a note, and a warning if they turn a texture black") {
    Model model = bandsOf({{.name = "skin", .baseColor = {0.4f, 0.2f, 0.1f, 1.0f}}, {.name = "eyes"}});
    model.meshes[1].colors.assign(model.meshes[1].vertexCount(), {0.0f, 0.0f, 0.0f, 1.0f});
    const Finding finding = onlyOne(checkMaterials(model), "colors-black");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "all vertex colors of material 'eyes' are black");
    model.textures = {{.name = "iris", .source = "embedded"}};
    model.materials[1].texture(TextureSlot::baseColor) = TextureUse{};
    CHECK(onlyOne(checkMaterials(model), "colors-black").severity == Severity::warning);
}

TEST_CASE("a figure that is nearly black is reported, and a part of one is not") {
    CHECK(countOf(checkMaterials(bandsOf(grays(0.01f, 1))), "color-black") == 1);
    CHECK(checkMaterials(bandsOf(grays(0.02f, 1))).empty());
    std::vector<Material> materials = grays(0.01f, 3);
    materials[0].baseColor = materials[1].baseColor = {0.4f, 0.1f, 0.1f, 1.0f};
    materials[2].texture(TextureSlot::baseColor) = TextureUse{};
    CHECK(countOf(checkMaterials(bandsOf(materials)), "color-black") == 0);
    materials[2].baseColor = {0.0f, 0.0f, 0.0f, 1.0f};
    const Finding finding = onlyOne(checkMaterials(bandsOf(materials)), "color-black");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "m2");
}

TEST_CASE("a black factor that hides the texture of most of a figure is a warning") {
    std::vector<Material> materials = grays(0.0f, 1);
    materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    Model model = bandsOf(materials);
    model.textures = {{.name = "picture", .source = "embedded"}};
    const Finding finding = onlyOne(checkMaterials(model), "color-black");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "has a black base color, which leaves nothing of its texture");
    model.materials[0].emissive.r = 0.3f;
    CHECK(checkMaterials(model).empty());
}

TEST_CASE("a texture transform that leaves a few texels of an unwrapped surface is a note") {
    Model model = bandsOf({{.name = "skin"}});
    model.textures = {{.name = "diffuse", .source = "embedded"}};
    model.textures[0].image = {.width = 128, .height = 128, .bytes = PixelBytes(size_t{4} * 128 * 128, 90)};
    auto& use = model.materials[0].texture(TextureSlot::baseColor);
    use = TextureUse{.scale = {0.02f, 0.02f}};
    const Finding finding = onlyOne(checkMaterials(model), "texture-transform-flat");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    CHECK(finding.message == "scales its base color texture 'diffuse' by 0.02, which shows 2.56 texels of 128");
    SECTION("not where the texture coordinates are large in turn") {
        for (glm::vec2& uv : model.meshes[0].uvs)
            uv *= 50.0f;
    }
    SECTION("nor of a texture that is small itself") {
        model.textures[0].image = {.width = 32, .height = 32, .bytes = PixelBytes(size_t{4} * 32 * 32, 90)};
    }
    SECTION("nor by what is usual for an atlas") {
        use->scale = {0.125f, 0.125f};
    }
    CHECK(countOf(checkMaterials(model), "texture-transform-flat") == 0);
}

TEST_CASE("a texture transform that scales to nothing is a warning") {
    Model model = bandsOf({{.name = "skin"}});
    model.textures = {{.name = "diffuse", .source = "embedded"}};
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{.scale = {0.0f, 0.0f}};
    const Finding finding = onlyOne(checkMaterials(model), "texture-transform-flat");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "skin");
    CHECK(finding.message ==
          "has a texture transform with scale 0, which shows one point of its base color texture 'diffuse' on 'band'");
    model.materials[0].texture(TextureSlot::baseColor)->offset = {0.3f, 0.1f};  // chooses a color of a palette
    CHECK(onlyOne(checkMaterials(model), "texture-transform-flat").severity == Severity::info);
    model.materials[0].texture(TextureSlot::baseColor)->offset = {0.0f, 0.0f};
    model.materials[0].texture(TextureSlot::baseColor)->scale.x = -0.5f;
    CHECK(onlyOne(checkMaterials(model), "texture-transform-flat").severity == Severity::info);
    model.materials[0].texture(TextureSlot::baseColor)->scale.y = 0.5f;
    CHECK(checkMaterials(model).empty());
}

TEST_CASE("a material without a name has its number") {
    Model model = bandsOf({{.name = "skin", .baseColor = {0.4f, 0.2f, 0.1f, 1.0f}},
                           {.baseColor = {0.3f, 0.3f, 0.2f, 0.0f}, .alphaMode = AlphaMode::blend}});
    CHECK(onlyOne(checkMaterials(model), "opacity-zero").object == "material 1");
}

TEST_CASE("materials of one name that differ are a note; copies are none") {
    const Material red{.name = "skin", .baseColor = {0.8f, 0.1f, 0.1f, 1.0f}, .extras = "{}"};
    Model model = bandsOf({red, red});
    model.materials[1].extras.clear();
    CHECK(countOf(checkMaterials(model), "material-name-duplicate") == 0);
    model.textures = {{.name = "a"}, {.name = "b"}};
    for (Texture& texture : model.textures)
        texture.image = {.width = 1, .height = 1, .bytes = {1, 2, 3, 4}};
    for (uint32_t i = 0; i < 2; ++i)
        model.materials[i].texture(TextureSlot::baseColor) = TextureUse{.texture = i};
    CHECK(countOf(checkMaterials(model), "material-name-duplicate") == 0);
    SECTION("another color") {
        model.materials[1].baseColor.g = 0.9f;
    }
    SECTION("another picture") {
        model.textures[1].image.bytes[0] = 9;
    }
    SECTION("pictures that were not found") {
        model.textures[0].image = model.textures[1].image = {};
    }
    SECTION("one has no texture") {
        model.materials[0].texture(TextureSlot::baseColor).reset();
    }
    const Finding finding = onlyOne(checkMaterials(model), "material-name-duplicate");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    CHECK(finding.message ==
          "is the name of 2 materials that differ: programs that find materials by name take one for the other");
    model.materials[1].name = "cloth";
    CHECK(countOf(checkMaterials(model), "material-name-duplicate") == 0);
    model.materials[0].name = model.materials[1].name = "";
    CHECK(countOf(checkMaterials(model), "material-name-duplicate") == 0);
}
