#include "check/checks.h"

#include "support/findings.h"
#include "support/models/quad_square.h"

using namespace sinew;

namespace {

constexpr uint32_t kPosterSide = 32;  // texels

/// A square with a blended material, whose quads show the left half of a texture. The right half is transparent.
ImportedModel blendedSquare() {
    ImportedModel imported = rig_models::quadSquare(
        "poster", 4, [](uint32_t, uint32_t, glm::vec2 place) { return place * glm::vec2(0.5f, 1.0f); });
    ImageData image{.width = kPosterSide, .height = kPosterSide};
    for (uint32_t i = 0; i < kPosterSide * kPosterSide; ++i)
        image.bytes.insert(image.bytes.end(),
                           {90, 120, 200, static_cast<uint8_t>(i % kPosterSide < kPosterSide / 2 ? 255 : 0)});
    Model& model = imported.model;
    model.textures = {{.name = "picture", .source = "embedded", .image = image}};
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    model.materials[0].alphaMode = AlphaMode::blend;
    return imported;
}

}  // namespace

TEST_CASE("a blended material of which all that is shown is opaque is a note") {
    ImportedModel imported = blendedSquare();
    Model& model = imported.model;
    const Finding finding = onlyOne(checkBlended(model), "blend-opaque");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    CHECK(finding.message ==
          "is blended, although all that it shows is opaque: its triangles may be drawn in the wrong order");
    SECTION("also without a texture") {
        model.materials[0].texture(TextureSlot::baseColor).reset();
        CHECK(countOf(checkBlended(model), "blend-opaque") == 1);
    }
    SECTION("also where the texture is opaque everywhere") {
        for (size_t i = 3; i < model.textures[0].image.bytes.size(); i += 4)
            model.textures[0].image.bytes[i] = 255;
        model.meshes[0].uvs.assign(model.meshes[0].uvs.size(), glm::vec2(-3.0f));
        CHECK(countOf(checkBlended(model), "blend-opaque") == 1);
    }
}

TEST_CASE("a blended material that lets something through, or may do so, is no finding") {
    ImportedModel imported = blendedSquare();
    Model& model = imported.model;
    Material& material = model.materials[0];
    SECTION("opaque") {
        material.alphaMode = AlphaMode::opaque;
    }
    SECTION("glass, which may be meant to let something through") {
        material.name = "Window_Glass";
        for (size_t i = 3; i < model.textures[0].image.bytes.size(); i += 4)
            model.textures[0].image.bytes[i] = 255;
    }
    SECTION("its factor") {
        material.baseColor.a = 0.9f;
    }
    SECTION("transmission") {
        material.transmission = 1.0f;
    }
    SECTION("one vertex") {
        model.meshes[0].colors[5].a = 0.5f;
    }
    SECTION("one texel that is shown") {
        model.textures[0].image.bytes[4 * (5 * kPosterSide + 3) + 3] = 100;
    }
    SECTION("the other half of the texture") {
        for (glm::vec2& uv : model.meshes[0].uvs)
            uv.x += 0.5f;
    }
    SECTION("a texture that was not decoded") {
        model.textures[0].image.format = TexelFormat::bc3;
    }
    CHECK(checkBlended(model).empty());
}
