#include "check/checks.h"

#include <functional>

#include "support/findings.h"
#include "support/models/quad_square.h"

using namespace sinew;

namespace {

constexpr uint32_t kChartQuads = 10;  // along a side

/// A square of 200 triangles in one chart that covers a texture of 8 x 8 texels.
ImportedModel chartOver(const std::function<glm::u8vec3(uint32_t x, uint32_t y)>& texelOf, uint32_t side = 8) {
    ImportedModel imported =
        rig_models::quadSquare("poster", kChartQuads, [](uint32_t, uint32_t, glm::vec2 place) { return place; });
    ImageData image{.width = side, .height = side};
    for (uint32_t y = 0; y < side; ++y)
        for (uint32_t x = 0; x < side; ++x) {
            const glm::u8vec3 texel = texelOf(x, y);
            image.bytes.insert(image.bytes.end(), {texel.r, texel.g, texel.b, 255});
        }
    imported.model.textures = {{.name = "picture", .source = "embedded", .image = image}};
    imported.model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    return imported;
}

glm::u8vec3 blurAt(uint32_t x, uint32_t y) {
    return {20 * x + 60, 20 * y + 60, 90};
}

}  // namespace

TEST_CASE("a surface that is spread over a texture of a few texels is a note") {
    const uint32_t side = GENERATE(8u, 16u);
    const Finding finding = onlyOne(checkSmallTextures(chartOver(blurAt, side).model), "texture-tiny");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "skin");
    const std::string text = std::to_string(side);
    CHECK(finding.message == "has a base color texture of " + text + "x" + text +
                                 " texels for 200 triangles that are spread over it: 'picture'");
}

TEST_CASE("palettes, gradients, pixel art and larger textures are no small textures") {
    ImportedModel imported = chartOver(blurAt);
    Model& model = imported.model;
    SECTION("a palette") {
        for (size_t i = 0; i < model.meshes[0].uvs.size(); ++i)
            model.meshes[0].uvs[i] = (glm::vec2(i / 4 % 8, i / 32 % 8) + 0.5f) / 8.0f;
    }
    SECTION("a column of a palette of gradients") {
        for (glm::vec2& uv : model.meshes[0].uvs)
            uv.x = 0.3f + 0.1f * uv.x;
    }
    SECTION("a gradient") {
        model.textures[0].image = chartOver([](uint32_t, uint32_t y) { return blurAt(0, y); }).model.textures[0].image;
    }
    SECTION("squares of pixel art") {
        model.materials[0].texture(TextureSlot::baseColor)->sampler.magnify = Filter::nearest;
    }
    SECTION("few triangles") {
        model.meshes[0].indices.resize(3 * 99);
    }
    SECTION("a larger texture") {
        model.textures[0].image = chartOver(blurAt, 17).model.textures[0].image;
    }
    CHECK(checkSmallTextures(model).empty());
}
