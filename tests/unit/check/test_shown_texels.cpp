#include "check/checks.h"

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

template <typename TexelOf>
ImageData imageOf(uint32_t side, const TexelOf& texelOf) {
    ImageData image{.width = side, .height = side};
    for (uint32_t y = 0; y < side; ++y)
        for (uint32_t x = 0; x < side; ++x) {
            const glm::u8vec4 texel = texelOf(x, y);
            image.bytes.insert(image.bytes.end(), {texel.r, texel.g, texel.b, texel.a});
        }
    return image;
}

/// Colors, and an alpha of `low` in the left part of the texture, up to `columns` of 16.
ImageData clearUpTo(uint32_t columns, uint8_t low = 0) {
    return imageOf(16, [&](uint32_t x, uint32_t y) { return glm::u8vec4(10 * x, 10 * y, 0, x < columns ? low : 255); });
}

/// A closed tube of many triangles, which is all of a figure and covers all of its texture.
ImportedModel tubeWith(const ImageData& image, AlphaMode mode) {
    constexpr uint32_t kSides = 20, kRows = 20;
    ImportedModel imported = rig_models::band(1);
    Model& model = imported.model;
    SkinnedMesh mesh{.name = "tube", .boneCount = 1};
    for (uint32_t row = 0; row <= kRows; ++row)
        for (uint32_t side = 0; side < kSides; ++side) {
            const float angle = 6.2831853f * static_cast<float>(side) / kSides;
            const float radius = row == 0 || row == kRows ? 0.0f : 1.0f;  // pointed ends close it
            mesh.positions.emplace_back(radius * std::cos(angle), static_cast<float>(row), radius * std::sin(angle));
            mesh.uvs.emplace_back(static_cast<float>(side) / kSides, static_cast<float>(row) / kRows);
        }
    for (uint32_t row = 0; row < kRows; ++row)
        for (uint32_t side = 0; side < kSides; ++side) {
            const uint32_t next = (side + 1) % kSides, low = kSides * row, high = low + kSides;
            const auto add = [&](uint32_t a, uint32_t b, uint32_t c) {
                mesh.indices.insert(mesh.indices.end(), {a, b, c});
            };
            if (row + 1 < kRows) add(low + side, high + side, high + next);
            if (row > 0) add(low + side, high + next, low + next);
        }
    mesh.normals.assign(mesh.vertexCount(), {0.0f, 0.0f, 1.0f});
    mesh.tangents.assign(mesh.vertexCount(), {1.0f, 0.0f, 0.0f, 1.0f});
    mesh.colors.assign(mesh.vertexCount(), glm::vec4(1.0f));
    mesh.influences.assign(mesh.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
    model.meshes[0] = mesh;
    model.textures = {{.name = "picture", .source = "embedded", .image = image}};
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    model.materials[0].alphaMode = mode;
    return imported;
}

}  // namespace

TEST_CASE("a texture that is transparent where a figure shows it is a warning") {
    const auto [mode, message] = GENERATE(table<AlphaMode, const char*>(
        {{AlphaMode::blend, "is fully transparent: the alpha of its texture is 0"},
         {AlphaMode::mask, "is cut out everywhere: the alpha of its texture is below the cutoff"}}));
    const ImportedModel imported = tubeWith(clearUpTo(16), mode);
    const Finding finding = onlyOne(checkShownTexels(imported.model), "opacity-zero");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "skin");
    CHECK(finding.message == message);
    CHECK(countOf(checkShownTexels(tubeWith(clearUpTo(15), mode).model), "opacity-zero") == 0);
    ImportedModel still = imported;
    still.model.instances[0].skinned = false;
    CHECK(onlyOne(checkShownTexels(still.model), "opacity-zero").severity == Severity::info);
}

TEST_CASE("a faint texture is seen where it blends, but not where it is a mask") {
    CHECK(countOf(checkShownTexels(tubeWith(clearUpTo(16, 40), AlphaMode::blend).model), "opacity-zero") == 0);
    ImportedModel masked = tubeWith(clearUpTo(16, 40), AlphaMode::mask);
    CHECK(countOf(checkShownTexels(masked.model), "opacity-zero") == 1);
    masked.model.materials[0].alphaCutoff = 0.1f;
    CHECK(checkShownTexels(masked.model).empty());
}
