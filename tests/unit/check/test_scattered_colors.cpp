#include "check/checks.h"

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

glm::vec4 scatteredColor(uint32_t number) {
    const uint32_t mixed = (number * 2654435761u ^ number * number * 2246822519u) * 3266489917u;
    return glm::vec4(mixed >> 24, mixed >> 16 & 255, mixed >> 8 & 255, 255.0f) / 255.0f;
}

/// A white band of 200 triangles; the vertices up to `end` have other colors.
Model paintedBand(uint32_t end, const glm::vec4 (&palette)[4], bool isRandom) {
    Model model = rig_models::band(100).model;
    for (uint32_t v = 0; v < end; ++v)
        model.meshes[0].colors[v] = isRandom ? scatteredColor(v) : palette[v * 7 % 4];
    return model;
}

constexpr glm::vec4 kPaints[4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}};

}  // namespace

TEST_CASE("random vertex colors in a part of a mesh are a warning") {
    Model model = paintedBand(80, kPaints, true);
    const Finding finding = onlyOne(checkScatteredColors(model), "colors-scattered");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "band");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("has random vertex colors on ") &&
                                    Catch::Matchers::EndsWith(" of 200 triangles, and even ones elsewhere"));
    SECTION("but not a few") {
        model = paintedBand(12, kPaints, true);
    }
    SECTION("nor all over, which is meant, or another order of the vertices") {
        model = paintedBand(202, kPaints, true);
    }
    SECTION("nor if painted with the colors of a palette") {
        model = paintedBand(80, kPaints, false);
    }
    SECTION("nor grain of one hue") {
        for (glm::vec4& color : model.meshes[0].colors)
            color = {color.r, color.r, color.r, 1.0f};
    }
    SECTION("nor where the rest is not even") {
        for (size_t v = 80; v < model.meshes[0].colors.size(); ++v)
            model.meshes[0].colors[v] = glm::vec4(glm::vec3(v % 3 == 0 ? 0.3f : 0.9f), 1.0f);
    }
    CHECK(checkScatteredColors(model).empty());
}
