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

TEST_CASE("a white glow of an unlit figure is a note, as programs show it that do not know unlit materials") {
    Model model = bandsOf({{.name = "skin", .emissive = glm::vec3(1.0f), .unlit = true}});
    Material& material = model.materials[0];
    CHECK(checkMaterials(model).empty());
    material.texture(TextureSlot::baseColor) = TextureUse{};
    const Finding finding = onlyOne(checkMaterials(model), "emissive-white");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    CHECK(finding.message ==
          "is unlit, so that its white emissive factor has no effect; programs that do not know unlit materials show "
          "little of its texture");
    SECTION("a texture says where") {
        material.texture(TextureSlot::emissive) = TextureUse{};
    }
    SECTION("gray") {
        material.emissive = glm::vec3(0.5f);
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

TEST_CASE("two meshes with materials that are named for each other are a warning") {
    Model model = bandsOf({{.name = "Hair_mat", .baseColor = {0.2f, 0.1f, 0.1f, 1.0f}},
                           {.name = "Body_mat", .baseColor = {0.7f, 0.5f, 0.4f, 1.0f}}});
    model.meshes[0].name = "hero_body";
    model.meshes[1].name = "hero_hair";
    const Finding finding = onlyOne(checkMaterials(model), "materials-exchanged");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "hero_body");
    CHECK(finding.message == "has the material 'Hair_mat', and 'hero_hair' has 'Body_mat': exchanged, by their names");
    SECTION("not as they are meant") {
        std::swap(model.meshes[0].name, model.meshes[1].name);
    }
    SECTION("nor where only one is named so") {
        model.meshes[1].name = "hero_hat";
    }
    SECTION("nor where a name holds both words") {
        model.meshes[0].name = "hero_hair_body";
    }
    SECTION("nor where another mesh shares a material") {
        model.meshes.push_back(model.meshes[0]);
        model.meshes.back().name = "hero_belt";
        model.instances.push_back(model.instances[0]);
        model.instances.back().mesh = 2;
    }
    CHECK(countOf(checkMaterials(model), "materials-exchanged") == 0);
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

TEST_CASE("a gray glow is a note on most of a figure, not on a part of it") {
    std::vector<Material> materials{{.name = "skin", .baseColor = {0.4f, 0.2f, 0.1f, 1.0f}}};
    materials[0].emissive = glm::vec3(0.6f);
    CHECK(onlyOne(checkMaterials(bandsOf(materials)), "emissive-white").message ==
          "glows gray all over, which leaves little of its color");
    SECTION("faint") {
        materials[0].emissive = glm::vec3(0.4f);
    }
    SECTION("in a color") {
        materials[0].emissive.r = 0.8f;
    }
    SECTION("a third of the figure") {
        materials.resize(3, {.name = "cloth", .baseColor = {0.1f, 0.2f, 0.1f, 1.0f}});
    }
    CHECK(countOf(checkMaterials(bandsOf(materials)), "emissive-white") == 0);
}

TEST_CASE("the only metal among four materials is a note where it is most of a figure") {
    std::vector<Material> materials = grays(0.3f, 4);
    materials[1].baseColor.r = 0.5f;
    materials[2].metallic = 1.0f;
    Model model = bandsOf(materials);
    std::vector<uint32_t>& indices = model.meshes[2].indices;
    const std::vector<uint32_t> once = indices;
    for (int i = 0; i < 4; ++i)
        indices.insert(indices.end(), once.begin(), once.end());
    const Finding finding = onlyOne(checkMaterials(model), "metal-alone");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "m2");
    CHECK(finding.message == "is all metal, although no other material of the figure is: 62.5 % of the figure");
    SECTION("named like a metal") {
        model.materials[2].name = GENERATE("Armor steel", "gold_trim", "Chainmail.001", "Aluminium");
    }
    SECTION("beside another metal") {
        model.materials[0].metallic = 1.0f;
    }
    SECTION("beside one that is partly metal") {
        model.materials[0].metallic = 0.3f;
    }
    SECTION("where a texture says so") {
        model.materials[2].texture(TextureSlot::metallicRoughness) = TextureUse{};
    }
    SECTION("on a small part") {
        model.meshes[2].indices = once;
    }
    CHECK(countOf(checkMaterials(model), "metal-alone") == 0);
}

TEST_CASE("a mirror is a note where all other materials of a figure have one metallic and one roughness") {
    Model model = bandsOf(grays(0.3f, 3));
    for (Material& material : model.materials)
        material.metallic = 0.4f, material.roughness = 0.415f;
    CHECK(countOf(checkMaterials(model), "metal-mirror") == 0);
    Material& mirror = model.materials[1];
    mirror.metallic = 1.0f, mirror.roughness = 0.05f;
    const Finding finding = onlyOne(checkMaterials(model), "metal-mirror");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "m1");
    CHECK(finding.message ==
          "is a mirror: all metal and smooth, although all other materials of the figure have a metallic of 0.4 "
          "and a roughness of 0.415: 33.3 % of the figure");
    SECTION("rough metal") {
        mirror.roughness = 0.2f;
    }
    SECTION("named like a mirror") {
        mirror.name = GENERATE("Visor", "left_eye", "Chrome");
    }
    SECTION("two") {
        model.materials[0].metallic = 1.0f, model.materials[0].roughness = 0.0f;
    }
    SECTION("others unlike each other") {
        model.materials[2].roughness = 0.6f;
    }
    SECTION("others smooth or metal as well") {
        const bool areSmooth = GENERATE(true, false);
        for (const size_t other : {0, 2})
            (areSmooth ? model.materials[other].roughness = 0.1f : model.materials[other].metallic = 0.7f);
    }
    SECTION("glowing") {
        mirror.emissive.r = 0.3f;
    }
    CHECK(countOf(checkMaterials(model), "metal-mirror") == 0);
}

TEST_CASE("a figure of one material that is a mirror is a note") {
    Model model = bandsOf(grays(0.3f, 1));
    Material& mirror = model.materials[0];
    mirror.metallic = 1.0f, mirror.roughness = 0.05f;
    const Finding finding = onlyOne(checkMaterials(model), "metal-mirror");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "is a mirror all over the figure: all metal and smooth");
    SECTION("not if named for a metal") {
        mirror.name = "Gold";
    }
    SECTION("nor if rough") {
        mirror.roughness = 0.3f;
    }
    CHECK(checkMaterials(model).empty());
}

TEST_CASE("the only material of a figure that is exactly black is a note, beside others of plain colors") {
    std::vector<Material> materials = grays(0.3f, 4);
    for (size_t i = 0; i < 3; ++i)
        materials[i].baseColor.g = 0.1f * static_cast<float>(i);
    materials[3] = {.name = "Wings", .baseColor = {0.0f, 0.0f, 0.0f, 1.0f}};
    const Finding finding = onlyOne(checkMaterials(bandsOf(materials)), "color-black");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "Wings");
    CHECK(finding.message == "is exactly black and has no texture, unlike all other materials: was its color lost?");
    SECTION("not where it is named for what is dark") {
        materials[3].name = GENERATE("LeftEye", "Boots", "black.001");
    }
    SECTION("nor where it has no name") {
        materials[3].name.clear();
    }
    SECTION("nor beside another one") {
        materials[2].baseColor = materials[3].baseColor;
    }
    SECTION("nor where it glows") {
        materials[3].emissive.r = 0.5f;
    }
    SECTION("nor a color that was chosen") {
        materials[3].baseColor.b = 0.002f;
    }
    SECTION("nor beside few others") {
        materials.erase(materials.begin());
    }
    CHECK(countOf(checkMaterials(bandsOf(materials)), "color-black") == 0);
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
