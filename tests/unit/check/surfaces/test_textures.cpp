#include "check/checks.h"

#include <cmath>
#include <functional>

#include "support/findings.h"
#include "support/models/band.h"
#include "unit/check/written.h"

using namespace sinew;

namespace {

constexpr uint32_t kSide = 64;  // texels

template <typename ColorOf>
ImageData painted(const ColorOf& colorOf, uint32_t side = kSide) {
    ImageData image{.width = side, .height = side};
    for (uint32_t y = 0; y < side; ++y)
        for (uint32_t x = 0; x < side; ++x) {
            const glm::vec4 color = colorOf(static_cast<float>(x), static_cast<float>(y));
            for (int channel = 0; channel < 4; ++channel)
                image.bytes.push_back(static_cast<uint8_t>(std::lround(color[channel])));
        }
    return image;
}

ImageData plain(const glm::vec4& color, uint32_t side = kSide) {
    return painted([&](float, float) { return color; }, side);
}

/// A band whose material has that texture.
ImportedModel textured(TextureSlot slot, const ImageData& image) {
    ImportedModel imported = rig_models::band();
    imported.model.textures = {{.name = "picture", .source = "embedded", .image = image}};
    imported.model.materials[0].texture(slot) = TextureUse{};
    return imported;
}

std::vector<Finding> found(const Model& model) {
    return written(model, checkTextures(model));
}

glm::vec4 colorful(float x, float y) {
    return {4.0f * x, 4.0f * y, 255.0f - 2.0f * (x + y), 255.0f};
}

/// The normal map of smooth hills as glTF has it, green up.
glm::vec4 hills(float x, float y) {
    constexpr float kHeight = 4.0f, kAlongX = 0.25f, kAlongY = 0.2f;
    const float alongX = kHeight * kAlongX * std::cos(kAlongX * x) * std::sin(kAlongY * y);
    const float down = kHeight * kAlongY * std::sin(kAlongX * x) * std::cos(kAlongY * y);
    return {127.5f * glm::normalize(glm::vec3(-alongX, down, 1.0f)) + 127.5f, 255.0f};
}

}  // namespace

TEST_CASE("a normal map whose green channel points down is a note, one as in glTF or a flat one is none") {
    CHECK(checkTextures(textured(TextureSlot::normal, painted(hills)).model).empty());
    CHECK(checkTextures(textured(TextureSlot::normal, plain({128, 128, 255, 255})).model).empty());
    const ImageData inverted = painted([](float x, float y) {
        const glm::vec4 up = hills(x, y);
        return glm::vec4(up.r, 255.0f - up.g, up.b, up.a);
    });
    checkOnly(found(textured(TextureSlot::normal, inverted).model), "normal-map-flipped", "skin",
              "has a normal map whose green channel seems to point down, as in DirectX: 'picture'", Severity::info);
}

TEST_CASE("a picture as normal map is a note") {
    checkOnly(found(textured(TextureSlot::normal, painted(colorful)).model), "normal-map-other", "",
              "has a normal map that does not hold normals: 'picture'", Severity::info);
    CHECK(checkTextures(textured(TextureSlot::baseColor, painted(colorful)).model).empty());
}

TEST_CASE(
    "a base color texture that is black everywhere is a warning, unless its alpha may be what it is for, or it is a "
    "color") {
    ImportedModel imported = textured(TextureSlot::baseColor, plain({0, 0, 0, 255}));
    Material& material = imported.model.materials[0];
    CHECK(onlyOne(written(imported.model, checkTextures(imported.model)), "texture-black").severity ==
          Severity::warning);
    SECTION("its alpha may be what it is for") {
        material.alphaMode = AlphaMode::blend;
        CHECK(countOf(checkTextures(imported.model), "texture-black") == 1);  // not yet
        imported.model.textures[0].image = painted([](float x, float) { return glm::vec4(0, 0, 0, x); });
    }
    SECTION("a color") {
        imported.model.textures[0].image = plain({0, 0, 0, 255}, 4);
    }
    SECTION("not decoded") {
        imported.model.textures[0].image.format = TexelFormat::bc1;
    }
    SECTION("no mesh has the material") {
        imported.model.instances.clear();
    }
    CHECK(checkTextures(imported.model).empty());
}

TEST_CASE("a black base color texture of a material that glows is a note, unless it shows nothing of its glow") {
    ImportedModel imported = textured(TextureSlot::baseColor, plain({0, 0, 0, 255}));
    Model& model = imported.model;
    model.materials[0].emissive = glm::vec3(1.0f);
    checkOnly(written(model, checkTextures(model)), "texture-black", "",
              "has a base color texture that is black everywhere, so that only its glow is seen: 'picture'",
              Severity::info);
    // Light in the lower half of a texture of which the mesh shows the upper one.
    model.textures.push_back({.name = "lamps", .source = "embedded", .image = painted([](float, float y) {
                                                                         return y < kSide / 2 ? glm::vec4(0, 0, 0, 255)
                                                                                              : glm::vec4(255);
                                                                     })});
    model.materials[0].texture(TextureSlot::emissive) = TextureUse{.texture = 1};
    CHECK(onlyOne(written(model, checkTextures(model)), "texture-black").severity == Severity::info);
    for (glm::vec2& uv : model.meshes[0].uvs)
        uv.y *= 0.45f;
    CHECK(onlyOne(written(model, checkTextures(model)), "texture-black").severity == Severity::warning);
}

TEST_CASE("normals from the base color texture are a note") {
    ImportedModel imported = textured(TextureSlot::baseColor, painted(colorful));
    Material& material = imported.model.materials[0];
    CHECK(checkTextures(imported.model).empty());
    material.texture(TextureSlot::normal) = TextureUse{};
    CHECK(onlyOne(written(imported.model, checkTextures(imported.model)), "normal-map-other").message ==
          "has its base color texture as its normal map: 'picture'");
}

TEST_CASE("a normal map of one color is a note unless it is a normal") {
    const Finding finding =
        onlyOne(found(textured(TextureSlot::normal, plain(glm::vec4(255))).model), "normal-map-other");
    CHECK(finding.message == "has a normal map of one color that is no normal: 'picture'");
    CHECK(checkTextures(textured(TextureSlot::normal, plain({127, 127, 255, 255})).model).empty());
}

TEST_CASE("a metallic-roughness texture that is black everywhere is a note, unless the factor is smooth, too") {
    ImportedModel imported = textured(TextureSlot::metallicRoughness, plain({0, 0, 0, 255}));
    checkOnly(
        written(imported.model, checkTextures(imported.model)), "texture-black", "",
        "has a metallic-roughness texture that is black everywhere, which makes it as smooth as a mirror: 'picture'",
        Severity::info);
    imported.model.materials[0].roughness = 0.0f;
    CHECK(checkTextures(imported.model).empty());
}

TEST_CASE("a normal map or an occlusion that is black everywhere is a warning") {
    const TextureSlot slot = GENERATE(TextureSlot::normal, TextureSlot::occlusion);
    ImportedModel imported = textured(slot, plain({0, 0, 0, 255}));
    checkOnly(written(imported.model, checkTextures(imported.model)), "texture-black", "skin", "", Severity::warning);
    imported.model.textures[0].image = plain({2, 2, 2, 255});
    CHECK(countOf(checkTextures(imported.model), "texture-black") == 0);
}

TEST_CASE("the magenta of missing textures is a warning, plain and checkered") {
    const auto checkered = [](const glm::vec4& other) {
        return painted([other](float x, float y) {
            return static_cast<int>(x / 8.0f + 0.01f) % 2 == static_cast<int>(y / 8.0f + 0.01f) % 2
                       ? glm::vec4(255, 0, 255, 255)
                       : other;
        });
    };
    const ImageData image =
        GENERATE_COPY(plain({255, 0, 255, 255}), checkered({0, 0, 0, 255}), checkered({255, 255, 255, 255}));
    checkOnly(found(textured(TextureSlot::baseColor, image).model), "texture-placeholder", "skin",
              "% of its texels are magenta: 'picture'", Severity::warning);
    for (const glm::vec4& other : {glm::vec4(90, 60, 30, 255), glm::vec4(200, 0, 255, 255)})
        CHECK(checkTextures(textured(TextureSlot::baseColor, checkered(other)).model).empty());
    CHECK(countOf(checkTextures(textured(TextureSlot::baseColor, plain({255, 40, 255, 255})).model),
                  "texture-placeholder") == 0);
}

TEST_CASE("a texture of one magenta texel is a warning, one of another color is none") {
    const uint32_t side = GENERATE(1u, 4u);
    const Finding finding =
        onlyOne(found(textured(TextureSlot::baseColor, plain({255, 0, 255, 255}, side)).model), "texture-placeholder");
    CHECK(finding.severity == Severity::warning);
    const std::string size = std::to_string(side) + "x" + std::to_string(side);
    CHECK(finding.message ==
          "has a base color texture that stands for a missing one: it is " + size + " texels of magenta: 'picture'");
    CHECK(checkTextures(textured(TextureSlot::baseColor, plain({255, 40, 255, 255}, side)).model).empty());
    CHECK(checkTextures(textured(TextureSlot::normal, plain({255, 0, 255, 255}, side)).model).empty());
}

TEST_CASE("a texture that was found at an absolute path is a warning, one that was found by its name is none") {
    const auto* name = GENERATE("/home/me/skin.png", "C:\\skin.png", "c:/skin.png", "\\\\host\\skin.png");
    ImportedModel imported = textured(TextureSlot::baseColor, painted(colorful));
    Texture& texture = imported.model.textures[0];
    texture = {.name = name, .source = name, .image = texture.image};
    checkOnly(written(imported.model, checkTextures(imported.model)), "texture-path-absolute", name, "",
              Severity::warning);
    texture.source = GENERATE("found/skin.png", "embedded", "");
    CHECK(countOf(checkTextures(imported.model), "texture-path-absolute") == 0);
}
