#include "check/checks.h"

#include <functional>

#include "support/findings.h"
#include "support/models/quad_square.h"

using namespace sinew;

namespace {

constexpr uint32_t kTexelsOfSide = 64, kFieldsOfSide = 8, kQuads = 10;

/// A palette of 8 x 8 fields, of which the lower half is one color.
ImageData palette() {
    ImageData image{.width = kTexelsOfSide, .height = kTexelsOfSide};
    for (uint32_t y = 0; y < kTexelsOfSide; ++y)
        for (uint32_t x = 0; x < kTexelsOfSide; ++x) {
            const uint32_t column = x * kFieldsOfSide / kTexelsOfSide, row = y * kFieldsOfSide / kTexelsOfSide;
            const bool isFree = row >= kFieldsOfSide / 2;
            for (const uint32_t value : {isFree ? 0u : 30 * column + 20, isFree ? 0u : 60 * row + 20, 90u, 255u})
                image.bytes.push_back(static_cast<uint8_t>(value));
        }
    return image;
}

/// The middle of a field of the upper half.
glm::vec2 fieldOf(uint32_t column, uint32_t row) {
    const glm::vec2 field(column % kFieldsOfSide, row % (kFieldsOfSide / 2));
    return (field + 0.5f) / float{kFieldsOfSide};
}

using Change = std::function<glm::vec2(glm::vec2)>;

/// Meshes with the colors of one palette. The texture coordinates of the first one are changed.
Model figureOf(size_t meshes, const Change& change, uint32_t quads = kQuads) {
    Model model = rig_models::quadSquare("body", quads, [](uint32_t column, uint32_t row, glm::vec2) {
                      return fieldOf(column, row);
                  }).model;
    model.textures = {{.name = "palette", .source = "embedded", .image = palette()}};
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    model.meshes.resize(meshes, model.meshes[0]);
    model.instances.resize(meshes, model.instances[0]);
    for (uint32_t i = 0; i < meshes; ++i) {
        model.instances[i].mesh = i;
        if (i > 0) model.meshes[i].name = "part" + std::string(1, static_cast<char>('a' + i));
    }
    for (glm::vec2& uv : model.meshes[0].uvs)
        uv = change(uv);
    return model;
}

glm::vec2 movedDown(glm::vec2 uv) {
    return uv + glm::vec2(0.0f, 0.25f);
}

glm::vec2 toOnePlace(glm::vec2 /*uv*/) {
    return glm::vec2(0.9f, 0.1f);
}

glm::vec2 asTheyAre(glm::vec2 uv) {
    return uv;
}

/// One mesh of several hundred triangles.
Model largeFigure(const Change& change) {
    return figureOf(1, change, 14);
}

}  // namespace

TEST_CASE("a mesh that shows the background of a palette, unlike the others, is a warning") {
    CHECK(checkDisplacedUvs(figureOf(4, asTheyAre)).empty());
    const Finding finding = onlyOne(checkDisplacedUvs(figureOf(4, movedDown)), "uvs-displaced");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "body");
    CHECK(finding.message ==
          "has texture coordinates in the wrong places: 40 % of its triangles show the background of the texture, "
          "unlike those of 3 other meshes with material 'skin'");
    CHECK(checkDisplacedUvs(figureOf(3, movedDown)).empty());
    Model others = figureOf(4, movedDown);
    for (glm::vec2& uv : others.meshes[1].uvs)
        uv = movedDown(uv);
    CHECK(checkDisplacedUvs(others).empty());
}

TEST_CASE("triangles across borders of a palette are a warning if a shift takes them off, unlike a drawn face") {
    Model model = figureOf(4, asTheyAre);
    for (SkinnedMesh& mesh : model.meshes)
        for (size_t i = 0; i < mesh.uvs.size(); ++i) {
            const glm::vec2 corner(i % 4 == 1 || i % 4 == 2, i % 4 >= 2);
            mesh.uvs[i] += 0.6f / float{kFieldsOfSide} * (corner - 0.5f);
        }
    CHECK(checkDisplacedUvs(model).empty());
    std::vector<glm::vec2>& uvs = model.meshes[0].uvs;
    SECTION("moved by half a field") {
        for (glm::vec2& uv : uvs)
            uv.x += 0.5f / float{kFieldsOfSide};
        const Finding finding = onlyOne(checkDisplacedUvs(model), "uvs-displaced");
        CHECK(finding.severity == Severity::warning);
        CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring(" cross borders of color in it, unlike "));
    }
    SECTION("a face that is drawn in some fields") {
        for (size_t i = 0; i < uvs.size(); ++i)
            uvs[i] = 0.45f * glm::vec2(model.meshes[0].positions[i]);
        CHECK(checkDisplacedUvs(model).empty());
    }
}

TEST_CASE("a mesh with one place in a palette, unlike the others, is a note, and a warning in a picture") {
    const Finding finding = onlyOne(checkDisplacedUvs(figureOf(4, toOnePlace)), "uvs-missing");
    CHECK(finding.severity == Severity::info);  // may be its color
    Model picture = figureOf(4, toOnePlace);
    auto& bytes = picture.textures[0].image.bytes;
    for (size_t i = 0; i < bytes.size(); i += 4)
        bytes[i + 2] = static_cast<uint8_t>(90 + (i / 4 % kTexelsOfSide + i / 4 / kTexelsOfSide) % 2);  // grain
    CHECK(onlyOne(checkDisplacedUvs(picture), "uvs-missing").severity == Severity::warning);
    CHECK(finding.object == "body");
    CHECK(finding.message ==
          "200 triangles have the same texture coordinates, unlike those of 3 other meshes with material 'skin'");
    CHECK(checkDisplacedUvs(figureOf(3, toOnePlace)).empty());  // too few others
    Model plain = figureOf(4, toOnePlace);
    for (glm::vec2& uv : plain.meshes[1].uvs)
        uv = toOnePlace(uv);
    CHECK(checkDisplacedUvs(plain).empty());
}

TEST_CASE("a figure with one place in a texture of several colors is a note, and a warning beside a normal map") {
    Model model = largeFigure(toOnePlace);
    Finding finding = onlyOne(checkDisplacedUvs(model), "uvs-missing");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "body");
    CHECK(finding.message ==
          "392 triangles with material 'skin' have the same texture coordinates, and show one point of its texture "
          "only");
    model.materials[0].texture(TextureSlot::normal) = TextureUse{};
    CHECK(onlyOne(checkDisplacedUvs(model), "uvs-missing").severity == Severity::warning);
    model.instances[0].skinned = false;
    CHECK(onlyOne(checkDisplacedUvs(model), "uvs-missing").severity == Severity::warning);
    CHECK(countOf(checkDisplacedUvs(largeFigure(asTheyAre)), "uvs-missing") == 0);
}

TEST_CASE("an object with morph targets and one place in its texture is a note") {
    Model model = largeFigure(toOnePlace);
    model.instances[0].skinned = false;
    model.meshes[0].morphTargets = {{.name = "smile", .deltas = {{}}}};
    CHECK(onlyOne(checkDisplacedUvs(model), "uvs-missing").severity == Severity::info);
}

TEST_CASE("one place in a texture is a color where a still object has it, a small one, or a smaller part") {
    Model model = largeFigure(toOnePlace);
    SECTION("a still object") {
        model.instances[0].skinned = false;
    }
    SECTION("a small one") {
        model.meshes[0].indices.resize(size_t{3} * 299);
    }
    SECTION("the smaller part") {
        Model other = largeFigure(asTheyAre);
        other.meshes[0].name = "rest";
        model.meshes.push_back(other.meshes[0]);
        model.instances.push_back(model.instances[0]);
        model.instances[1].mesh = 1;
    }
    SECTION("a texture of two colors") {
        for (size_t i = 0; i < model.textures[0].image.bytes.size(); ++i)
            if (i % 4 != 3) model.textures[0].image.bytes[i] = i < 8000 ? 200 : 0;
    }
    SECTION("the corner, where there are no texture coordinates: another finding") {
        model.meshes[0].uvs.assign(model.meshes[0].vertexCount(), glm::vec2(0.0f));
    }
    CHECK(countOf(checkDisplacedUvs(model), "uvs-missing") == 0);
}

TEST_CASE("triangles that reach from one color of a palette to another are a warning") {
    Model model = figureOf(1, asTheyAre);
    std::vector<glm::vec2>& uvs = model.meshes[0].uvs;
    for (size_t i = 0; i < uvs.size() / 2; i += 4)
        uvs[i] = fieldOf(static_cast<uint32_t>(i), static_cast<uint32_t>(i / 4));
    const Finding finding = onlyOne(checkDisplacedUvs(model), "uvs-torn");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "body");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("has texture coordinates of a palette in the wrong order: "));
    model.instances[0].skinned = false;
    CHECK(checkDisplacedUvs(model).empty());
}

TEST_CASE("triangles across colors of a palette are meant where they are side by side") {
    Model model = figureOf(1, asTheyAre, 14);
    SkinnedMesh& mesh = model.meshes[0];
    SECTION("a face that is drawn in some fields") {
        for (size_t i = 0; i < 160; ++i)
            mesh.uvs[i] = 0.02f + 0.25f * glm::vec2(mesh.positions[i % 20]);
    }
    SECTION("a gradient of few colors along the mesh") {
        for (size_t i = 0; i < mesh.uvs.size(); ++i)
            mesh.uvs[i] = fieldOf(1, static_cast<uint32_t>(mesh.positions[i].y * 14.0f + 0.1f) / 4);
    }
    SECTION("a badge of colors in one corner") {
        for (size_t i = 0; i < mesh.uvs.size(); ++i)
            if (i % 4 == 0 && mesh.positions[i].x < 0.45f && mesh.positions[i].y < 0.45f)
                mesh.uvs[i] = fieldOf(static_cast<uint32_t>(i), static_cast<uint32_t>(i / 4));
    }
    CHECK(countOf(checkDisplacedUvs(model), "uvs-torn") == 0);
}

TEST_CASE("a figure that is unwrapped in a tenth of its texture is a note") {
    const auto unwrapped = [](float scale) {
        Model model = figureOf(1, asTheyAre);
        for (size_t i = 0; i < model.meshes[0].uvs.size(); ++i)
            model.meshes[0].uvs[i] = scale * glm::vec2(model.meshes[0].positions[i]);
        return model;
    };
    const Finding finding = onlyOne(checkDisplacedUvs(unwrapped(0.1f)), "uvs-displaced");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message ==
          "is unwrapped within the first tenth of the texture in U and V: was it scaled down? (material 'skin')");
    CHECK(countOf(checkDisplacedUvs(unwrapped(0.12f)), "uvs-displaced") == 0);
    CHECK(countOf(checkDisplacedUvs(unwrapped(0.07f)), "uvs-displaced") == 0);
}
