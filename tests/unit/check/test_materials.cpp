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

TEST_CASE("a material that glows white is a note where it hides a texture, or the color of a part of a figure") {
    Model model = bandsOf({{.name = "skin", .baseColor = {0.4f, 0.2f, 0.1f, 1.0f}}});
    Material& material = model.materials[0];
    CHECK(checkMaterials(model).empty());
    material.emissive = glm::vec3(1.0f);
    const Finding finding = onlyOne(checkMaterials(model), "emissive-white");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    CHECK(finding.message == "glows white all over, which leaves little of its color");
    SECTION("a texture says where it glows") {
        material.texture(TextureSlot::emissive) = TextureUse{};
    }
    SECTION("in another color") {
        material.emissive.b = 0.5f;
    }
    SECTION("not a figure") {
        model.instances[0].skinned = false;
    }
    CHECK(checkMaterials(model).empty());
}

TEST_CASE("a white or black material that glows white is a lamp, unless it is half of the figure") {
    std::vector<Material> materials = grays(0.3f, 3);
    const float base = GENERATE(0.0f, 1.0f);
    materials[1].baseColor = glm::vec4(glm::vec3(base), 1.0f);
    materials[1].emissive = glm::vec3(1.0f);
    CHECK(checkMaterials(bandsOf(materials)).empty());
    materials.pop_back();
    CHECK(onlyOne(checkMaterials(bandsOf(materials)), "emissive-white").object == "m1");
}

TEST_CASE("three materials of one gray without textures are a note") {
    const Finding finding = onlyOne(checkMaterials(bandsOf(grays(0.8f, 3))), "materials-alike");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "model");
    CHECK(finding.message == "has 3 materials of one gray, and no texture: 'm0', 'm1', 'm2'");
    CHECK(checkMaterials(bandsOf(grays(0.8f, 2))).empty());
    CHECK(checkMaterials(bandsOf(grays(0.0f, 3))).empty());
}

TEST_CASE("materials that a color, a texture, vertex colors or names tell apart are not alike") {
    Model model = bandsOf(grays(0.8f, 3));
    SECTION("a color") {
        model.materials[1].baseColor.g = 0.7f;
    }
    SECTION("one color of all, which was chosen") {
        for (Material& material : model.materials)
            material.baseColor.g = 0.7f;
    }
    SECTION("a texture") {
        model.materials[2].texture(TextureSlot::normal) = TextureUse{};
    }
    SECTION("vertex colors") {
        model.meshes[0].colors[3].r = 0.5f;
    }
    SECTION("copies of one material") {
        model.materials[1].name = model.materials[2].name;
    }
    CHECK(countOf(checkMaterials(model), "materials-alike") == 0);
}

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

TEST_CASE("a material without a name has its number") {
    Model model = bandsOf({{.name = "skin", .baseColor = {0.4f, 0.2f, 0.1f, 1.0f}},
                           {.baseColor = {0.3f, 0.3f, 0.2f, 0.0f}, .alphaMode = AlphaMode::blend}});
    CHECK(onlyOne(checkMaterials(model), "opacity-zero").object == "material 1");
}
