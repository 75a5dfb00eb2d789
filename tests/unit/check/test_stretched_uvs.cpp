#include "check/checks.h"

#include "support/findings.h"
#include "support/models/quad_square.h"

using namespace sinew;

namespace {

constexpr uint32_t kQuads = 40;  // along a side

/// A textured square in half of its texture; its upper half has the coordinates that `changed` makes of them.
template <typename Changed>
Model squareWith(const Changed& changed) {
    ImportedModel imported = rig_models::quadSquare("sheet", kQuads, [&](uint32_t, uint32_t, glm::vec2 place) {
        const glm::vec2 uv = 0.6f * place;
        return place.y > 0.51f ? changed(uv) : uv;
    });
    imported.model.textures = {{.name = "picture"}};
    imported.model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    return imported.model;
}

}  // namespace

TEST_CASE("a part of the texture coordinates that was moved is a warning") {
    CHECK(checkStretchedUvs(squareWith([](glm::vec2 uv) { return uv; })).empty());
    const glm::vec2 move = GENERATE(glm::vec2(0.35f, 0.0f), glm::vec2(-0.4f, 0.3f), glm::vec2(0.2f, 0.6f));
    const bool isWrapped = GENERATE(false, true);
    const auto moved = [&](glm::vec2 uv) { return isWrapped ? glm::fract(uv + move) : uv + move; };
    Model model = squareWith(moved);
    const Finding finding = onlyOne(checkStretchedUvs(model), "uvs-torn");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "sheet");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("has a part with texture coordinates that were moved: "));
    model.instances[0].skinned = false;
    CHECK(checkStretchedUvs(model).empty());
}

TEST_CASE("texture coordinates that collapsed to one point are a warning") {
    const Finding finding =
        onlyOne(checkStretchedUvs(squareWith([](glm::vec2) { return glm::vec2(0.5f, 0.95f); })), "uvs-torn");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("has texture coordinates that collapsed to one point, to which "));
}

TEST_CASE("a palette has no texture coordinates to tear") {
    Model model = squareWith([](glm::vec2 uv) { return uv; });
    for (size_t i = 0; i < model.meshes[0].uvs.size(); ++i)  // points of two colors
        model.meshes[0].uvs[i] = 0.001f * model.meshes[0].uvs[i] + (i % 160 < 2 ? glm::vec2(0.7f) : glm::vec2(0.1f));
    CHECK(checkStretchedUvs(model).empty());
}
