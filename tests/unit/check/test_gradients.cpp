#include "check/checks.h"

#include <functional>
#include <limits>

#include "support/findings.h"
#include "support/models/quad_square.h"

using namespace sinew;

namespace {

constexpr uint32_t kTexelsOfField = 16, kFields = 10, kQuadsOfSide = 20;  // fields and quads: along a side
constexpr int kFall = 60;  // from the top of a field to its bottom, of one channel, each of 255

using FallOf = std::function<int(uint32_t column, uint32_t row)>;  // of a field

/// The quads of a square, each in a field of a palette whose fields get darker downward.
Model shadedSquare(
    const FallOf& fallOf = [](uint32_t, uint32_t) { return kFall; }, uint32_t quadsOfSide = kQuadsOfSide) {
    const auto uvOf = [](uint32_t column, uint32_t row, glm::vec2 place) {
        const glm::vec2 corner = place * float{kQuadsOfSide} - glm::vec2(column, row);
        const glm::vec2 within(0.1f + 0.8f * corner.x, 0.9f - 0.8f * corner.y);  // V goes down
        return (glm::vec2(column % kFields, row % kFields) + within) / float{kFields};
    };
    Model model = rig_models::quadSquare("shaded", quadsOfSide, [&](uint32_t column, uint32_t row, glm::vec2 place) {
                      return uvOf(column, row, place * static_cast<float>(quadsOfSide) / float{kQuadsOfSide});
                  }).model;
    rig_models::setTexture(model, kTexelsOfField * kFields, [&](uint32_t x, uint32_t y) {
        const uint32_t column = x / kTexelsOfField, row = y / kTexelsOfField;
        const int down = static_cast<int>(y % kTexelsOfField);
        const int shade = 128 - fallOf(column, row) * (down - int{kTexelsOfField / 2}) / int{kTexelsOfField};
        return glm::u8vec4(20 * column, shade, 25 * row, 255);
    });
    return model;
}

Model upsideDown(Model model) {
    for (glm::vec2& uv : model.meshes[0].uvs)
        uv.y = 1.0f - uv.y;
    return model;
}

/// With the most frequent fall in eight of ten columns, and another one in the others.
FallOf inColumns(int most, int others, uint32_t first = 8) {
    return [=](uint32_t column, uint32_t) { return column < first ? most : others; };
}

size_t turnedIn(const Model& model) {
    return countOf(checkUnwrap(model), "uvs-turned");
}

}  // namespace

TEST_CASE("a palette whose gradients get darker upward is a note that says so") {
    CHECK(checkUnwrap(shadedSquare()).empty());
    const Finding finding = onlyOne(checkUnwrap(upsideDown(shadedSquare())), "uvs-turned");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "shaded");
    CHECK(finding.message ==
          "shows its texture upside down: 100 % of its gradients get darker upward, and lighter with V reversed "
          "(material 'skin')");
    Model wall = upsideDown(shadedSquare());
    wall.instances[0].skinned = false;
    CHECK(turnedIn(wall) == 0);
}

TEST_CASE("gradients that hardly say how a palette is turned are an author's choice") {
    CHECK(turnedIn(upsideDown(shadedSquare(inColumns(60, -20, 9)))) == 1);
    CHECK(turnedIn(upsideDown(shadedSquare(inColumns(4, 4)))) == 0);        // hardly any
    CHECK(turnedIn(upsideDown(shadedSquare(inColumns(140, 140)))) == 0);    // drawn: far too steep
    CHECK(turnedIn(upsideDown(shadedSquare(inColumns(20, -35)))) == 0);     // few, but steep ones oppose
    CHECK(turnedIn(upsideDown(shadedSquare(inColumns(70, -20, 6)))) == 0);  // many flat ones oppose
    const auto toMiddle = [](uint32_t, uint32_t row) { return row < kFields / 2 ? kFall : -kFall; };
    Model upperHalf = shadedSquare(toMiddle);  // as dark with V reversed
    for (glm::vec2& uv : upperHalf.meshes[0].uvs)
        uv.y = uv.y < 0.5f ? uv.y + 0.5f : uv.y;
    CHECK(turnedIn(upperHalf) == 0);
}

TEST_CASE("gradients of few triangles or few colors say nothing about the texture") {
    CHECK(turnedIn(upsideDown(shadedSquare(inColumns(kFall, kFall), 8))) == 1);
    CHECK(turnedIn(upsideDown(shadedSquare(inColumns(kFall, kFall), 7))) == 0);  // 98 triangles
    Model plain = shadedSquare();
    for (glm::vec2& uv : plain.meshes[0].uvs)
        uv = glm::fract(uv * float{kFields}) / float{kFields};  // all in one field
    CHECK(turnedIn(upsideDown(plain)) == 0);
}

TEST_CASE("triangles across borders of color have no gradients of a palette") {
    const auto reachingOut = [](size_t quads) {
        Model model = upsideDown(shadedSquare());
        for (size_t quad = 0; quad < quads; ++quad)
            model.meshes[0].uvs[4 * 21 * quad].y += 0.1f;
        return model;
    };
    CHECK(turnedIn(reachingOut(2)) == 1);  // 4 of 800 triangles
    CHECK(turnedIn(reachingOut(8)) == 0);
}

TEST_CASE("gradients at places that are not finite do not count") {
    Model model = shadedSquare();
    const auto spoil = [&](float value) {
        model.meshes[0].positions[0].y = value;
        return turnedIn(model);
    };
    const float infinite = std::numeric_limits<float>::infinity(), none = std::numeric_limits<float>::quiet_NaN();
    CHECK(spoil(infinite) == 0);
    CHECK(spoil(none) == 0);
    model = upsideDown(shadedSquare());
    CHECK(spoil(infinite) == 1);
    CHECK(spoil(none) == 1);
    model.meshes[0].uvs[8] = glm::vec2(none);
    CHECK(turnedIn(model) == 1);
    model.meshes[0].uvs.assign(model.meshes[0].vertexCount(), glm::vec2(none));
    CHECK(turnedIn(model) == 0);
}
