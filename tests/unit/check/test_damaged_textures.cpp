#include "check/checks.h"

#include <chrono>
#include <functional>

#include "support/findings.h"
#include "support/models/quad_square.h"

using namespace sinew;

namespace {

constexpr uint32_t kTexels = 128;  // along a side

using TexelOf = std::function<glm::u8vec3(uint32_t x, uint32_t y)>;

/// A square that shows all of its texture.
ImportedModel squareWith(const TexelOf& texelOf) {
    ImportedModel imported =
        rig_models::quadSquare("poster", 4, [](uint32_t, uint32_t, glm::vec2 place) { return place; });
    ImageData image{.width = kTexels, .height = kTexels};
    for (uint32_t y = 0; y < kTexels; ++y)
        for (uint32_t x = 0; x < kTexels; ++x) {
            const glm::u8vec3 texel = texelOf(x, y);
            image.bytes.insert(image.bytes.end(), {texel.r, texel.g, texel.b, 255});
        }
    Model& model = imported.model;
    model.textures = {{.name = "picture", .source = "embedded", .image = image}};
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    return imported;
}

/// Rings around the upper left corner.
glm::u8vec3 rings(uint32_t x, uint32_t y) {
    return (x * x + y * y) / 1500 % 2 == 0 ? glm::u8vec3(200, 120, 90) : glm::u8vec3(70, 60, 40);
}

glm::u8vec3 scrambled(uint32_t x, uint32_t y) {
    constexpr uint32_t kTile = 16, kInRow = kTexels / kTile;
    const uint32_t tile = (y / kTile * kInRow + x / kTile) * 37 % (kInRow * kInRow);
    return rings(tile % kInRow * kTile + x % kTile, tile / kInRow * kTile + y % kTile);
}

glm::u8vec3 noise(uint32_t x, uint32_t y) {
    const uint32_t mixed = (x * 2654435761u ^ y * 2246822519u) * 3266489917u;
    return {mixed >> 24, mixed >> 16 & 255, mixed >> 8 & 255};
}

std::vector<Finding> findingsWith(const TexelOf& texelOf) {
    return checkDamagedTextures(squareWith(texelOf).model);
}

}  // namespace

TEST_CASE("a texture whose tiles are in the wrong order is a warning") {
    CHECK(findingsWith(rings).empty());
    ImportedModel imported = squareWith(scrambled);
    const Finding finding = onlyOne(checkDamagedTextures(imported.model), "texture-scrambled");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "skin");
    CHECK(finding.message.ends_with(": 'picture'"));
    SECTION("but not on scenery") {
        imported.model.instances[0].skinned = false;
        CHECK(checkDamagedTextures(imported.model).empty());
    }
    SECTION("nor pixel art, whose colors change at the borders of equal squares only") {
        CHECK(findingsWith([](uint32_t x, uint32_t y) { return scrambled(x / 16 * 16, y / 16 * 16); }).empty());
    }
    SECTION("nor pixel art of which most borders are at every other of these squares") {
        const auto sprite = [](uint32_t x, uint32_t y) {
            const uint32_t column = x / 8, row = y / 8;
            const bool isOdd = (column * 5 + row * 3) % 7 == 0;
            return rings((column / 2 * 53 + row / 2 * 31) % 8 * 16 + (isOdd ? 40 : 0), column / 2 * row / 2 % 8 * 16);
        };
        CHECK(findingsWith(sprite).empty());
    }
    SECTION("and also where many triangles show all of it") {
        SkinnedMesh& mesh = imported.model.meshes[0];
        for (size_t i = 0; i < mesh.uvs.size(); ++i)
            mesh.uvs[i] = glm::vec2(i % 2, i / 2 % 2);
        const std::vector<uint32_t> square{0, 1, 2, 1, 3, 2};
        mesh.indices.clear();
        for (size_t i = 0; i < 20000; ++i)
            mesh.indices.insert(mesh.indices.end(), square.begin(), square.end());
        for (uint32_t copy = 1; copy < 20; ++copy) {
            imported.model.meshes.push_back(imported.model.meshes[0]);
            imported.model.instances.push_back(imported.model.instances[0]);
            imported.model.instances.back().mesh = copy;
        }
        const auto started = std::chrono::steady_clock::now();
        CHECK(countOf(checkDamagedTextures(imported.model), "texture-scrambled") == 1);
        CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds(5));
    }
}

TEST_CASE("a texture that is colored noise in a part is a warning") {
    const auto damaged = [](uint32_t x, uint32_t y) { return y < kTexels / 4 ? noise(x, y) : rings(x, y); };
    const Finding finding = onlyOne(findingsWith(damaged), "texture-noise");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message ==
          "has a damaged base color texture: 25 % of what is shown of it is colored noise: 'picture'");
    const auto grain = [](uint32_t x, uint32_t y) { return glm::u8vec3(noise(x, y).r); };
    CHECK(findingsWith(grain).empty());  // of one hue, as gravel
    // Of what is nearly transparent, colors mean little, as images that were scaled show.
    ImportedModel imported = squareWith(damaged);
    PixelBytes& bytes = imported.model.textures[0].image.bytes;
    for (size_t i = 3; i < bytes.size() / 4; i += 4)
        bytes[i] = 20;
    CHECK(countOf(checkDamagedTextures(imported.model), "texture-noise") == 1);  // its alpha means nothing
    imported.model.materials[0].alphaMode = AlphaMode::blend;
    CHECK(checkDamagedTextures(imported.model).empty());
}

TEST_CASE("a texture that ends in one color, although the figure shows it, is a warning") {
    using Cut = std::function<bool(uint32_t x, uint32_t y)>;
    const auto [isCut, part] = GENERATE(table<Cut, const char*>({
        {[](uint32_t, uint32_t y) { return y >= kTexels / 2; }, "the lower part"},
        {[](uint32_t, uint32_t y) { return y < kTexels / 2; }, "the upper part"},
        {[](uint32_t x, uint32_t) { return x >= kTexels / 2; }, "the right part"},
        {[](uint32_t x, uint32_t) { return x < kTexels / 2; }, "the left part"},
    }));
    ImportedModel imported =
        squareWith([&](uint32_t x, uint32_t y) { return isCut(x, y) ? glm::u8vec3(0) : rings(x, y); });
    // Triangles across the cut: the border of quads is half way.
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv = 0.9f * uv;
    const Finding finding = onlyOne(checkDamagedTextures(imported.model), "texture-cut");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring(part));
    CHECK(finding.message.ends_with("is black: 'picture'"));
    for (glm::vec2& uv : imported.model.meshes[0].uvs)  // nothing of that part is shown
        for (const int axis : {0, 1})
            uv[axis] = isCut(kTexels - 1, kTexels - 1) ? 0.4f * uv[axis] : 0.6f + 0.4f * uv[axis];
    CHECK(checkDamagedTextures(imported.model).empty());
}

TEST_CASE("a texture of two colors is not cut") {
    const auto twoTone = [](uint32_t, uint32_t y) {
        return y < kTexels / 2 - 3 ? glm::u8vec3(200, 30, 30) : glm::u8vec3(255);
    };
    CHECK(findingsWith(twoTone).empty());
    const auto cut = [&](uint32_t x, uint32_t y) {
        return y < kTexels / 2 - 3 ? glm::u8vec3(200 - x, 30, 30) : glm::u8vec3(255);
    };
    CHECK(onlyOne(findingsWith(cut), "texture-cut").severity == Severity::warning);
}

TEST_CASE("a checker as a base color texture is a warning") {
    const auto checker = [](uint32_t x, uint32_t y) { return glm::u8vec3((x / 16 + y / 16) % 2 == 0 ? 40 : 230); };
    const Finding finding = onlyOne(findingsWith(checker), "texture-checker");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "uses an 8 x 8 UV test pattern as its base color: 'picture'");
    const auto shirt = [&](uint32_t x, uint32_t y) { return x < 2 * kTexels / 3 ? checker(x, y) : rings(x, y); };
    CHECK(countOf(findingsWith(shirt), "texture-checker") == 0);
    const auto magenta = [&](uint32_t x, uint32_t y) {
        return checker(x, y).r > 100 ? glm::u8vec3(255, 0, 255) : glm::u8vec3(0);
    };
    CHECK(findingsWith(magenta).empty());  // "texture-placeholder"
}
