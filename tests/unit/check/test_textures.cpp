#include "check/checks.h"

#include <cmath>
#include <functional>

#include "support/findings.h"
#include "support/models/band.h"

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
    const Finding finding = onlyOne(checkTextures(textured(TextureSlot::normal, inverted).model), "normal-map-flipped");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    CHECK(finding.message == "has a normal map whose green channel seems to point down, as in DirectX: 'picture'");
}

TEST_CASE("a picture as normal map, and a normal map as base color texture, are notes") {
    const Finding picture =
        onlyOne(checkTextures(textured(TextureSlot::normal, painted(colorful)).model), "normal-map-other");
    CHECK(picture.severity == Severity::info);
    CHECK(picture.message == "has a normal map that does not hold normals: 'picture'");
    CHECK(checkTextures(textured(TextureSlot::baseColor, painted(colorful)).model).empty());
    const Finding normals =
        onlyOne(checkTextures(textured(TextureSlot::baseColor, painted(hills)).model), "texture-normals");
    CHECK(normals.severity == Severity::info);
    CHECK(normals.message == "has a normal map as its base color texture: 'picture'");
}

TEST_CASE(
    "a base color texture that is black everywhere is a warning, unless its alpha may be what it is for, or it is a "
    "color") {
    ImportedModel imported = textured(TextureSlot::baseColor, plain({0, 0, 0, 255}));
    Material& material = imported.model.materials[0];
    CHECK(onlyOne(checkTextures(imported.model), "texture-black").severity == Severity::warning);
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
    const Finding finding = onlyOne(checkTextures(model), "texture-black");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message ==
          "has a base color texture that is black everywhere, so that only its glow is seen: 'picture'");
    // Light in the lower half of a texture of which the mesh shows the upper one.
    model.textures.push_back({.name = "lamps", .source = "embedded", .image = painted([](float, float y) {
                                                                         return y < kSide / 2 ? glm::vec4(0, 0, 0, 255)
                                                                                              : glm::vec4(255);
                                                                     })});
    model.materials[0].texture(TextureSlot::emissive) = TextureUse{.texture = 1};
    CHECK(onlyOne(checkTextures(model), "texture-black").severity == Severity::info);
    for (glm::vec2& uv : model.meshes[0].uvs)
        uv.y *= 0.45f;
    CHECK(onlyOne(checkTextures(model), "texture-black").severity == Severity::warning);
}

TEST_CASE("a normal map in a slot for other values is a warning, and a note where it has no effect") {
    const auto [slot, name] = GENERATE(table<TextureSlot, std::string>({
        {TextureSlot::metallicRoughness, "metallic-roughness"},
        {TextureSlot::occlusion, "occlusion"},
        {TextureSlot::emissive, "emissive"},
    }));
    ImportedModel imported = textured(slot, painted(hills));
    Material& material = imported.model.materials[0];
    material.metallic = material.occlusionStrength = material.emissive.r = 1.0f;
    const Finding finding = onlyOne(checkTextures(imported.model), "texture-normals");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "skin");
    CHECK(finding.message == "has a normal map as its " + name + " texture: 'picture'");
    material.metallic = material.occlusionStrength = material.emissive.r = 0.0f;
    CHECK(onlyOne(checkTextures(imported.model), "texture-normals").severity == Severity::info);
    imported.model.textures[0].image = painted(colorful);
    CHECK(countOf(checkTextures(imported.model), "texture-normals") == 0);
}

TEST_CASE("occlusion, or normals, from the base color texture are a note") {
    ImportedModel imported = textured(TextureSlot::baseColor, painted(colorful));
    Material& material = imported.model.materials[0];
    CHECK(checkTextures(imported.model).empty());
    SECTION("occlusion") {
        material.texture(TextureSlot::occlusion) = TextureUse{};
        const Finding finding = onlyOne(checkTextures(imported.model), "occlusion-color");
        CHECK(finding.severity == Severity::info);
        CHECK(finding.message == "reads occlusion from its base color texture: 'picture'");
    }
    SECTION("normals") {
        material.texture(TextureSlot::normal) = TextureUse{};
        CHECK(onlyOne(checkTextures(imported.model), "normal-map-other").message ==
              "has its base color texture as its normal map: 'picture'");
    }
}

TEST_CASE("a normal map of one color is a note unless it is a normal") {
    const Finding finding =
        onlyOne(checkTextures(textured(TextureSlot::normal, plain(glm::vec4(255))).model), "normal-map-other");
    CHECK(finding.message == "has a normal map of one color that is no normal: 'picture'");
    CHECK(checkTextures(textured(TextureSlot::normal, plain({127, 127, 255, 255})).model).empty());
}

TEST_CASE("a metallic-roughness texture that is black everywhere is a note, unless the factor is smooth, too") {
    ImportedModel imported = textured(TextureSlot::metallicRoughness, plain({0, 0, 0, 255}));
    const Finding finding = onlyOne(checkTextures(imported.model), "texture-black");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message ==
          "has a metallic-roughness texture that is black everywhere, which makes it as smooth as a mirror: 'picture'");
    imported.model.materials[0].roughness = 0.0f;
    CHECK(checkTextures(imported.model).empty());
}

TEST_CASE("a normal map or an occlusion that is black everywhere is a warning") {
    const TextureSlot slot = GENERATE(TextureSlot::normal, TextureSlot::occlusion);
    ImportedModel imported = textured(slot, plain({0, 0, 0, 255}));
    const Finding finding = onlyOne(checkTextures(imported.model), "texture-black");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "skin");
    imported.model.textures[0].image = plain({2, 2, 2, 255});
    CHECK(countOf(checkTextures(imported.model), "texture-black") == 0);
}

TEST_CASE("a base color texture of one color is a note, once for all materials that have it") {
    ImportedModel imported = textured(TextureSlot::baseColor, plain({200, 120, 90, 255}));
    Model& model = imported.model;
    model.materials.push_back(model.materials[0]);
    model.materials[1].name = "cloth";
    model.meshes.push_back(model.meshes[0]);
    model.meshes[1].material = 1;
    model.instances.push_back(model.instances[0]);
    model.instances[1].mesh = 1;
    const Finding finding = onlyOne(checkTextures(model), "texture-plain");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    model.textures[0].image.bytes[0] = 190;
    CHECK(checkTextures(model).empty());
}

TEST_CASE("the brightness of a texture as its alpha is a note where the material uses it") {
    const auto brightness = [](float x, float y) { return glm::vec4(glm::vec3(2.0f * (x + y)), 2.0f * (x + y)); };
    ImportedModel imported = textured(TextureSlot::baseColor, painted(brightness));
    CHECK(checkTextures(imported.model).empty());
    imported.model.materials[0].alphaMode = GENERATE(AlphaMode::blend, AlphaMode::mask);
    CHECK(onlyOne(checkTextures(imported.model), "alpha-brightness").severity == Severity::info);
    imported.model.textures[0].image =
        painted([](float x, float y) { return glm::vec4(glm::vec3(2.0f * (x + y)), 4.0f * x); });
    CHECK(checkTextures(imported.model).empty());
    imported.model.textures[0].image =  // nearly white, and opaque
        painted([](float x, float) { return glm::vec4(glm::vec3(253.0f + std::fmod(x, 3.0f)), 255.0f); });
    CHECK(countOf(checkTextures(imported.model), "alpha-brightness") == 0);
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
    const Finding finding =
        onlyOne(checkTextures(textured(TextureSlot::baseColor, image).model), "texture-placeholder");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "skin");
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("% of its texels are magenta: 'picture'"));
    for (const glm::vec4& other : {glm::vec4(90, 60, 30, 255), glm::vec4(200, 0, 255, 255)})
        CHECK(checkTextures(textured(TextureSlot::baseColor, checkered(other)).model).empty());
    CHECK(countOf(checkTextures(textured(TextureSlot::baseColor, plain({255, 40, 255, 255})).model),
                  "texture-placeholder") == 0);
}

TEST_CASE("a texture of one magenta texel is a warning, one of another color is none") {
    const uint32_t side = GENERATE(1u, 4u);
    const Finding finding = onlyOne(
        checkTextures(textured(TextureSlot::baseColor, plain({255, 0, 255, 255}, side)).model), "texture-placeholder");
    CHECK(finding.severity == Severity::warning);
    const std::string size = std::to_string(side) + "x" + std::to_string(side);
    CHECK(finding.message ==
          "has a base color texture that stands for a missing one: it is " + size + " texels of magenta: 'picture'");
    CHECK(checkTextures(textured(TextureSlot::baseColor, plain({255, 40, 255, 255}, side)).model).empty());
    CHECK(checkTextures(textured(TextureSlot::normal, plain({255, 0, 255, 255}, side)).model).empty());
}

TEST_CASE("a roughness that is mostly 0 beside a metallic of all values is a note") {
    const auto channels = [](const std::function<glm::vec2(float x, float y)>& greenAndBlueOf) {
        ImportedModel imported =
            textured(TextureSlot::metallicRoughness,
                     painted([&](float x, float y) { return glm::vec4(0.0f, greenAndBlueOf(x, y), 255.0f); }));
        imported.model.materials[0].metallic = 1.0f;
        return imported;
    };
    ImportedModel exchanged =
        channels([](float x, float y) { return glm::vec2(y < 48.0f ? 0.0f : 255.0f, 100.0f + x); });
    const Finding finding = onlyOne(checkTextures(exchanged.model), "metallic-roughness-exchanged");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    exchanged.model.materials[0].metallic = 0.0f;  // nothing reads it
    CHECK(checkTextures(exchanged.model).empty());
    CHECK(
        checkTextures(channels([](float x, float y) { return glm::vec2(100.0f + x, y < 48.0f ? 0.0f : 255.0f); }).model)
            .empty());
    CHECK(
        checkTextures(channels([](float x, float y) { return glm::vec2(y < 30.0f ? 0.0f : 200.0f, 100.0f + x); }).model)
            .empty());
    CHECK(checkTextures(channels([](float x, float) { return glm::vec2(0.0f, x < 20.0f ? 0.0f : 100.0f); }).model)
              .empty());
}

TEST_CASE("a material that reads metallic and roughness from its base color is a note") {
    ImportedModel imported = textured(TextureSlot::baseColor, painted(colorful));
    imported.model.materials[0].texture(TextureSlot::metallicRoughness) = TextureUse{};
    const Finding finding = onlyOne(checkTextures(imported.model), "metallic-roughness-color");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    imported.model.textures.push_back(imported.model.textures[0]);
    imported.model.materials[0].texture(TextureSlot::metallicRoughness)->texture = 1;
    CHECK(countOf(checkTextures(imported.model), "metallic-roughness-color") == 0);
}
