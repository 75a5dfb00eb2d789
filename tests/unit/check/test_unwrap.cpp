#include "check/checks.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "support/findings.h"
#include "support/models/quad_square.h"

using namespace sinew;

namespace {

constexpr uint32_t kSideQuads = 8;  // quads
constexpr uint32_t kTexels = 64;    // along a side of the texture

using TexelOf = std::function<glm::u8vec4(uint32_t column, uint32_t row)>;

/// A picture that grows brighter downwards, and in another color to the right, in the left half of the texture; in its
/// upper right quarter, the same picture with its sides exchanged; below that, noise.
glm::u8vec4 twoPictures(uint32_t column, uint32_t row) {
    constexpr uint32_t kHalf = kTexels / 2;
    std::pair<uint32_t, uint32_t> picture(8 * column, 4 * row);
    if (column >= kHalf) picture = {8 * row, 8 * (column - kHalf)};
    if (column >= kHalf && row >= kHalf) picture = {row * column * 31 % 256, row * column * 17 % 256};
    return {picture.second, picture.second, picture.first, 255};
}

/// A square of quads that show the two pictures of its texture by turns, so that each edge between two quads is a seam
/// across which colors meet.
ImportedModel patchwork(uint32_t quadsOfSide = kSideQuads, const TexelOf& texelOf = twoPictures) {
    ImportedModel imported =
        rig_models::quadSquare("patchwork", quadsOfSide, [](uint32_t column, uint32_t row, glm::vec2 place) {
            const bool isLeft = (row + column) % 2 == 0;
            return isLeft ? glm::vec2(0.5f * place.x, place.y) : glm::vec2(0.5f + 0.5f * place.y, 0.5f * place.x);
        });
    rig_models::setTexture(imported.model, kTexels, texelOf);
    return imported;
}

constexpr uint32_t kManyQuads = 12;  // along a side: enough seams to count for one correction alone
constexpr uint32_t kFewQuads = 10;   // enough for one that removes all steps

/// Two pictures as above, of stripes from corner to corner of the quads, so that few triangles have two colors; below
/// the second one, brighter and darker stripes.
glm::u8vec4 stripes(uint32_t column, uint32_t row) {
    constexpr float kWhole{kTexels}, kQuadsOfStripe = 2.0f;
    const float x = static_cast<float>(column) + 0.5f, y = static_cast<float>(row) + 0.5f;
    const bool isLeft = 2.0f * x < kWhole, isBelow = !isLeft && 2.0f * y > kWhole;
    glm::vec2 place = isLeft ? glm::vec2(2.0f * x, y) : glm::vec2(2.0f * y, 2.0f * x - kWhole);
    if (isBelow) place.x = 2.0f * kWhole - place.x;
    const auto stripe =
        static_cast<uint32_t>(float{kFewQuads} / kQuadsOfStripe * (1.0f + (place.x - place.y) / kWhole));
    if (isBelow) return {stripe % 2 * 255, stripe / 2 % 2 * 255, stripe / 4 % 2 * 255, 255};
    return {stripe * 89 % 256, stripe * 151 % 256, stripe * 53 % 256, 255};
}

/// Each so many quads show another place of the texture, where no colors meet.
ImportedModel loosened(ImportedModel imported, size_t every) {
    std::vector<glm::vec2>& uvs = imported.model.meshes[0].uvs;
    for (size_t quad = 0; 4 * quad < uvs.size(); quad += every)
        for (size_t corner = 0; corner < 4; ++corner)
            uvs[4 * quad + corner] = glm::fract(uvs[4 * quad + corner] + glm::vec2(0.37f, 0.61f));
    return imported;
}

/// The texture in its left half, and mirrored in its right half.
ImportedModel mirroredTwice(ImportedModel imported, const TexelOf& texelOf) {
    rig_models::setTexture(imported.model, 2 * kTexels, [&](uint32_t column, uint32_t row) {
        return texelOf(std::min(column, 2 * kTexels - 1 - column), row / 2);
    });
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv.x *= 0.5f;
    return imported;
}

/// By what the colors across seams say.
size_t turnedIn(const Model& model) {
    const auto isBySeams = [](const Finding& finding) {
        return finding.id == "uvs-turned" && finding.message.find("across its seams") != std::string::npos;
    };
    return static_cast<size_t>(std::ranges::count_if(checkUnwrap(model), isBySeams));
}

Model upsideDown(ImportedModel imported) {
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv.y = 1.0f - uv.y;
    return imported.model;
}

Model asRigid(Model model) {
    model.instances[0].skinned = false;
    return model;
}

Model halved(ImportedModel imported) {
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv *= 0.5f;
    return imported.model;
}

}  // namespace

TEST_CASE("texture coordinates that are reversed or exchanged are a warning that says how") {
    ImportedModel imported = patchwork();
    CHECK(checkUnwrap(imported.model).empty());
    using Change = std::function<glm::vec2(glm::vec2)>;
    const auto [how, change] = GENERATE(table<const char*, Change>({
        {"upside down", [](glm::vec2 uv) { return glm::vec2(uv.x, 1.0f - uv.y); }},
        {"mirrored", [](glm::vec2 uv) { return glm::vec2(1.0f - uv.x, uv.y); }},
        {"with U and V exchanged", [](glm::vec2 uv) { return glm::vec2(uv.y, uv.x); }},
        {"twice as large", [](glm::vec2 uv) { return 0.5f * uv; }},
        {"half as large", [](glm::vec2 uv) { return 2.0f * uv; }},
    }));
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv = change(uv);
    const Finding finding = onlyOne(checkUnwrap(imported.model), "uvs-turned");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "patchwork");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("shows its texture " + std::string(how)));
}

TEST_CASE("texture coordinates that were moved are a warning that says by how much") {
    ImportedModel imported = patchwork();
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv += glm::vec2(0.1875f, 0.3125f);
    imported.model.meshes[0].uvs[3] = glm::vec2(std::numeric_limits<float>::quiet_NaN());  // damaged: does not count
    CHECK_THAT(onlyOne(checkUnwrap(imported.model), "uvs-turned").message,
               Catch::Matchers::StartsWith("shows its texture displaced: with U and V moved by -0.188 and -0.312, "));
    imported.model.instances[0].skinned = false;
    CHECK(countOf(checkUnwrap(imported.model), "uvs-turned") == 0);
}

TEST_CASE("texture coordinates of small triangles are turned if colors meet with one correction only") {
    ImportedModel imported = patchwork(30);
    for (uint8_t& byte : imported.model.textures[0].image.bytes)  // hardly any change within a triangle
        byte = static_cast<uint8_t>(byte / 64 * 64);
    CHECK(checkUnwrap(imported.model).empty());
    for (glm::vec2& uv : imported.model.meshes[0].uvs)
        uv.x = 1.0f - uv.x;
    CHECK_THAT(onlyOne(checkUnwrap(imported.model), "uvs-turned").message,
               Catch::Matchers::StartsWith("shows its texture mirrored: "));
}

TEST_CASE("many seams of a figure are a warning where one correction alone halves the steps") {
    const auto patched = [](size_t every, uint32_t quads = kManyQuads) { return loosened(patchwork(quads), every); };
    CHECK(turnedIn(patched(5).model) == 0);
    const Model model = upsideDown(patched(5));
    const Finding finding = onlyOne(checkUnwrap(model), "uvs-turned");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("shows its texture upside down: with V reversed, "));
    CHECK(turnedIn(asRigid(model)) == 0);
    CHECK(turnedIn(upsideDown(patched(5, 9))) == 0);  // 144 seams
    const auto inFields = [](uint32_t column, uint32_t row) { return twoPictures(column / 8 * 8, row / 8 * 8); };
    CHECK(turnedIn(upsideDown(loosened(patchwork(20, inFields), 5))) == 0);  // hardly any change within a triangle
    CHECK(turnedIn(upsideDown(patched(3))) == 0);                            // most steps remain
    const auto steep = [](uint32_t column, uint32_t row) { return twoPictures(column, row) * uint8_t{4}; };
    CHECK(turnedIn(halved(loosened(patchwork(kManyQuads, steep), 5))) == 0);
    CHECK(turnedIn(upsideDown(mirroredTwice(patched(5), twoPictures))) == 0);  // turned around as well
    const auto dull = [](uint32_t column, uint32_t row) {
        const bool isNoise = column >= kTexels / 2 && row >= kTexels / 2;
        return isNoise ? twoPictures(column, row) : twoPictures(column, row) / uint8_t{4};
    };
    CHECK(turnedIn(upsideDown(loosened(patchwork(kManyQuads, dull), 8))) == 0);  // colors are elsewhere
}

TEST_CASE("few seams of a figure are a warning where one correction alone removes all steps") {
    const ImportedModel imported = patchwork(kFewQuads, stripes);
    CHECK(turnedIn(imported.model) == 0);
    const Model model = upsideDown(imported);
    CHECK(onlyOne(checkUnwrap(model), "uvs-turned").message ==
          "shows its texture upside down: with V reversed, 0 % of the steps of color across its seams remain (material "
          "'skin')");
    CHECK(turnedIn(asRigid(model)) == 0);
    CHECK(turnedIn(upsideDown(loosened(imported, 34))) == 0);  // some remain
    CHECK(turnedIn(upsideDown(mirroredTwice(imported, stripes))) == 0);
}

TEST_CASE("colors that differ across seams, whatever the texture coordinates, are an author's choice") {
    ImportedModel imported = patchwork();
    std::vector<glm::vec2>& uvs = imported.model.meshes[0].uvs;
    for (size_t quad = 0; quad < uvs.size() / 4; ++quad)  // a texel of its own for each, as in a palette
        for (size_t corner = 0; corner < 4; ++corner)
            uvs[4 * quad + corner] = glm::fract(glm::vec2(0.37f, 0.61f) * static_cast<float>(quad));
    CHECK(checkUnwrap(imported.model).empty());
}

TEST_CASE("texels of very different sizes side by side are a note") {
    ImportedModel imported = rig_models::band(80);
    std::vector<glm::vec2>& uvs = imported.model.meshes[0].uvs;
    CHECK(checkUnwrap(imported.model).empty());
    std::ranges::rotate(uvs, uvs.begin() + 1);
    for (size_t i = 0; i < uvs.size(); ++i)
        uvs[i].y *= 1.0f + static_cast<float>(i * i % 7);
    CHECK(onlyOne(checkUnwrap(imported.model), "uvs-uneven").severity == Severity::info);
}

TEST_CASE("triangles that reach beyond the texture are a note") {
    ImportedModel imported = patchwork();
    std::vector<glm::vec2>& uvs = imported.model.meshes[0].uvs;
    const auto move = [&](size_t quad, glm::vec2 by) {
        for (size_t corner = 0; corner < 4; ++corner)
            uvs[4 * quad + corner] += by;
    };
    move(2, {3.0f, -1.0f}), move(4, {0.0f, 5.0f});  // whole repetitions away
    CHECK(checkUnwrap(imported.model).empty());
    move(0, {-0.03f, 0.0f});
    CHECK(checkUnwrap(imported.model).empty());  // two triangles
    move(16, {-0.03f, 0.0f});
    const Finding finding = onlyOne(checkUnwrap(imported.model), "uvs-outside");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "patchwork");
    CHECK(finding.message == "4 of 128 triangles cross the border of the texture");
    imported.model.instances[0].skinned = false;  // walls and grounds repeat their texture
    CHECK(checkUnwrap(imported.model).empty());
}

TEST_CASE("triangles in the corner of the texture are a note, those of another texel are colors") {
    ImportedModel imported = patchwork();
    std::vector<glm::vec2>& uvs = imported.model.meshes[0].uvs;
    const std::vector<glm::vec2> whole = uvs;
    const auto collapse = [&](ptrdiff_t quads, glm::vec2 place) {
        uvs = whole;
        std::fill_n(uvs.begin(), 4 * quads, place);
        return checkUnwrap(imported.model);
    };
    const glm::vec2 corner = GENERATE(glm::vec2(0, 0), glm::vec2(0, 1));  // with V down or up
    CHECK(collapse(1, corner).empty());
    const Finding finding = onlyOne(collapse(2, corner), "uvs-collapsed");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "patchwork");
    CHECK(finding.message ==
          "4 of 128 triangles get their color from the corner of the texture, although the others have areas of it");
    CHECK(collapse(2, {0.3f, 0.6f}).empty());
    CHECK(countOf(collapse(20, corner), "uvs-collapsed") == 0);
}
