#include "check/checks.h"

#include <functional>

#include "support/findings.h"
#include "support/models/quad_square.h"

using namespace sinew;

namespace {

constexpr uint32_t kTexelsOfSide = 64, kQuadsOfSide = 20;
constexpr glm::u8vec4 kBlank(0, 0, 0, 255);

using TexelOf = std::function<glm::u8vec4(uint32_t x, uint32_t y)>;
using UvOf = std::function<glm::vec2(uint32_t column, uint32_t row, glm::vec2 place)>;

/// The square of quads with a texture.
ImportedModel squareWith(const TexelOf& texelOf, const UvOf& uvOf) {
    ImportedModel imported = rig_models::quadSquare("square", kQuadsOfSide, uvOf);
    rig_models::setTexture(imported.model, kTexelsOfSide, texelOf);
    return imported;
}

glm::u8vec4 paint(uint32_t x, uint32_t y) {
    return {3 * x + 40, 3 * y + 40, 90, 255};
}

/// An unwrapped figure, whose texture is painted in its left and upper parts only.
ImportedModel unwrapped(const glm::u8vec4& blank = kBlank) {
    return squareWith([&](uint32_t x, uint32_t y) { return x < 56 && y < 48 ? paint(x, y) : blank; },
                      [](uint32_t, uint32_t, glm::vec2 place) { return place * glm::vec2(0.86f, 0.74f); });
}

/// A figure whose quads have the colors of a palette, in one row of an empty texture.
ImportedModel paletted() {
    return squareWith([](uint32_t x, uint32_t y) { return y == 4 && x < 40 ? paint(x, 7 * x) : kBlank; },
                      [](uint32_t column, uint32_t, glm::vec2) {
                          return glm::vec2(2.0f * static_cast<float>(column) + 0.5f, 4.5f) / float{kTexelsOfSide};
                      });
}

std::vector<Finding> foundIn(ImportedModel imported, const std::function<glm::vec2(glm::vec2)>& change) {
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv = change(uv);
    return checkUnwrap(imported.model);
}

}  // namespace

TEST_CASE("a figure that shows what its texture leaves blank is a warning that says how it would not") {
    const glm::u8vec4 blank =
        GENERATE(as<glm::u8vec4>{}, kBlank, glm::u8vec4(255, 255, 255, 255), glm::u8vec4(90, 60, 40, 0));
    const ImportedModel imported = unwrapped(blank);
    CHECK(checkUnwrap(imported.model).empty());
    using Change = std::function<glm::vec2(glm::vec2)>;
    const auto [how, change] = GENERATE(table<const char*, Change>({
        {"upside down", [](glm::vec2 uv) { return glm::vec2(uv.x, 1.0f - uv.y); }},
        {"mirrored", [](glm::vec2 uv) { return glm::vec2(1.0f - uv.x, uv.y); }},
        {"with U and V exchanged", [](glm::vec2 uv) { return glm::vec2(uv.y, uv.x); }},
        {"turned around", [](glm::vec2 uv) { return 1.0f - uv; }},
    }));
    const Finding finding = onlyOne(foundIn(imported, change), "uvs-turned");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "square");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("shows its texture " + std::string(how) + ": "));
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring(" % of what it shows is blank, and nothing with "));
}

TEST_CASE("what is blank in a texture is shown by figures that were meant to") {
    const auto reversed = [](glm::vec2 uv) { return glm::vec2(uv.x, 1.0f - uv.y); };
    ImportedModel imported = unwrapped();
    SECTION("not a figure") {
        imported.model.instances[0].skinned = false;
    }
    SECTION("a small part") {
        std::vector<uint32_t>& indices = imported.model.meshes[0].indices;
        for (size_t i = 0; i < 90 * 3; ++i)
            indices[i] = indices[i / 6 * 48 + i % 6];  // each eighth quad
        indices.resize(90 * 3);
    }
    SECTION("hardly any") {
        for (glm::vec2& uv : imported.model.meshes[0].uvs)
            uv.y = 0.215f + 0.7f * uv.y;
    }
    SECTION("with V reversed, too") {
        for (glm::vec2& uv : imported.model.meshes[0].uvs)
            uv.y *= 1.3f;
    }
    CHECK(foundIn(imported, reversed).empty());
}

TEST_CASE("a figure that misses nearly all of its palette is a warning") {
    CHECK(checkUnwrap(paletted().model).empty());
    const auto reversed = [](glm::vec2 uv) { return glm::vec2(uv.x, 1.0f - uv.y); };
    CHECK(onlyOne(foundIn(paletted(), reversed), "uvs-turned").message ==
          "shows its texture upside down: 100 % of what it shows is blank, and nothing with V reversed (material "
          "'skin')");
    // Few colors may well be meant to be that of the rest.
    const auto withColors = [](size_t count) {
        ImportedModel few = paletted();
        std::vector<glm::vec2>& uvs = few.model.meshes[0].uvs;
        for (size_t i = 0; i < uvs.size(); ++i)
            uvs[i] = uvs[4 * (i / 4 % count)];
        return few;
    };
    CHECK(foundIn(withColors(3), reversed).empty());
    CHECK(foundIn(withColors(5), reversed).size() == 1);
}

TEST_CASE("a texture transform that moves a figure off its palette is a warning") {
    ImportedModel imported = paletted();
    imported.model.materials[0].texture(TextureSlot::baseColor)->offset = {0.3f, 0.1f};
    CHECK(onlyOne(checkUnwrap(imported.model), "uvs-turned").message ==
          "shows its texture moved or scaled: 100 % of what it shows is blank, and nothing with the transform left out "
          "(material 'skin')");
}

TEST_CASE("a figure that shows many colors from between the parts of its texture is a warning") {
    const TexelOf parts = [](uint32_t x, uint32_t y) {
        if (y >= 48) return glm::u8vec4(x * y * 31 % 256, x * y * 17 % 256, x * y * 7 % 256, 255);
        return x < 20 ? glm::u8vec4(200, 30, 30, 255) : glm::u8vec4(30, 30, 200, 255);
    };
    const ImportedModel imported =
        squareWith(parts, [](uint32_t, uint32_t, glm::vec2 place) { return place * glm::vec2(0.99f, 0.74f); });
    CHECK(checkUnwrap(imported.model).empty());
    const Finding finding =
        onlyOne(foundIn(imported, [](glm::vec2 uv) { return glm::vec2(uv.x, 1.0f - uv.y); }), "uvs-turned");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("shows its texture upside down: it has "));
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith(" colors, and only 2 with V reversed (material 'skin')"));
}

TEST_CASE("texture coordinates that were moved off the painted part are a warning that says by how much") {
    const Finding finding =
        onlyOne(foundIn(unwrapped(), [](glm::vec2 uv) { return uv + glm::vec2(0.375f, 0.25f); }), "uvs-turned");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("shows its texture displaced: "));
    CHECK_THAT(finding.message,
               Catch::Matchers::EndsWith(" % of what it shows is blank, and 0 % with U and V moved by -0.375 and -0.25 "
                                         "(material 'skin')"));
}

TEST_CASE("a palette that is shown four times over is a warning") {
    const auto times = [](float factor) { return [=](glm::vec2 uv) { return factor * uv; }; };
    const Finding finding = onlyOne(foundIn(paletted(), times(4.0f)), "uvs-turned");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("shows its texture too small: 100 % of what it shows is blank, and 0 % with "
                                           "U and V times 0.25"));
    CHECK(foundIn(paletted(), times(1.0f)).empty());
}

TEST_CASE("triangles across borders of color are a warning if they were within them the other way around") {
    // Ten columns of colors, two quads wide each.
    const TexelOf columns = [](uint32_t x, uint32_t y) {
        return x < 60 ? glm::u8vec4(24 * (x / 6), 250 - 24 * (x / 6), 60 * (x / 6 % 2) + y, 255) : kBlank;
    };
    ImportedModel imported =
        squareWith(columns, [](uint32_t, uint32_t, glm::vec2 place) { return place * glm::vec2(0.9375f, 1.0f); });
    std::vector<uint32_t>& indices = imported.model.meshes[0].indices;
    for (size_t i = 0; i < 200 * 3; ++i)
        indices[i] = indices[i / 6 * 18 + i % 6];  // each third quad: fewer than are looked at for blanks
    indices.resize(200 * 3);
    CHECK(checkUnwrap(imported.model).empty());
    const Finding finding =
        onlyOne(foundIn(imported, [](glm::vec2 uv) { return glm::vec2(1.0f - uv.x, uv.y); }), "uvs-turned");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("shows its texture mirrored: "));
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith(
                                    " % of its triangles cross borders of color, and 0 % with U reversed (material "
                                    "'skin')"));
}
