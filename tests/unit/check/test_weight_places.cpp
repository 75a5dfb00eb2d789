#include "check/checks.h"

#include "support/findings.h"
#include "support/models/limbs.h"

using namespace sinew;
using rig_models::Limbs;

namespace {

const Finding* of(const std::vector<Finding>& findings, std::string_view id, std::string_view object) {
    const auto found = std::ranges::find_if(
        findings, [&](const Finding& finding) { return finding.id == id && finding.object == object; });
    return found == findings.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("weights of bones in their places have no findings") {
    const ImportedModel imported = Limbs::make();
    CHECK(checkWeightPlaces(imported.model).empty());
    CHECK(checkForeignWeights(imported.model).empty());
}

TEST_CASE("a bone that pulls at the points of another limb is named, with that limb") {
    ImportedModel imported = Limbs::make();
    const bool isHalf = GENERATE(true, false);
    for (Influences& influences : imported.model.meshes[0].influences)
        if (influences.bones[0] == Limbs::handR)
            influences = isHalf ? Influences{{Limbs::handR, Limbs::thighL}, {32768, 32767}}
                                : Influences{{Limbs::thighL}, {static_cast<uint16_t>(kWeightOne)}};
    const Finding finding = onlyOne(checkForeignWeights(imported.model), "weights-foreign");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "thigh.L");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("pulls at 16 points of 'figure' around '"));
    if (isHalf) CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring("around 'hand.R', at least "));
}

TEST_CASE("points that lie around no bone belong to the one that holds the rest of them") {
    ImportedModel imported = Limbs::make();
    for (size_t v = 0; v < imported.model.meshes[0].vertexCount(); ++v) {  // a long staff
        Influences& influences = imported.model.meshes[0].influences[v];
        if (influences.bones[0] != Limbs::handR) continue;
        influences = {{Limbs::handR, Limbs::thighL}, {32768, 32767}};
        imported.model.meshes[0].positions[v].x -= 4.0f;
    }
    const Finding finding = onlyOne(checkForeignWeights(imported.model), "weights-foreign");
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring("around 'hand.R', at least "));
}

TEST_CASE("a bone above a limb may pull at it") {
    ImportedModel imported = Limbs::make();
    for (Influences& influences : imported.model.meshes[0].influences)
        if (influences.bones[0] == Limbs::handR) influences = {{Limbs::handR, Limbs::chest}, {32768, 32767}};
    CHECK(checkForeignWeights(imported.model).empty());
}

TEST_CASE("two bones with each other's weights are named, of one limb or of both sides") {
    ImportedModel imported = Limbs::make();
    const auto [one, other] = GENERATE(std::pair(Limbs::thighL, Limbs::shinL), std::pair(Limbs::shinL, Limbs::shinR));
    for (Influences& influences : imported.model.meshes[0].influences)
        if (uint16_t& bone = influences.bones[0]; bone == one || bone == other) bone = bone == one ? other : one;
    const std::vector<Finding> findings = checkWeightPlaces(imported.model);
    CHECK(countOf(findings, "weights-swapped") == 2);
    const std::vector<std::string>& names = imported.model.hierarchy.names;
    const Finding* finding = of(findings, "weights-swapped", names[one]);
    REQUIRE(finding);
    CHECK(finding->severity == Severity::warning);
    CHECK_THAT(finding->message, Catch::Matchers::StartsWith("moves the vertices of 'figure' around '" + names[other]));
}

TEST_CASE("joint indices that are off by some are a warning about the mesh") {
    ImportedModel imported = Limbs::make();
    for (Influences& influences : imported.model.meshes[0].influences)
        influences.bones[0] = static_cast<uint16_t>((influences.bones[0] + 1) % 15);
    const Finding finding = onlyOne(checkWeightPlaces(imported.model), "weights-mixed");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "figure");
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring("of 15 bones that hold what lies around others"));
}

TEST_CASE("a limb that another bone holds, unlike the other side, is named with that bone") {
    ImportedModel imported = Limbs::make();
    for (Influences& influences : imported.model.meshes[0].influences)
        if (influences.bones[0] >= Limbs::armL && influences.bones[0] <= Limbs::handL)
            influences.bones[0] = Limbs::chest;
    const std::vector<Finding> findings = checkWeightPlaces(imported.model);
    const Finding* finding = of(findings, "weights-taken", "forearm.L");
    REQUIRE(finding);
    CHECK(finding->severity == Severity::warning);
    CHECK(finding->message ==
          "does not hold what lies around it: 'chest' has 100 % of the weights around it, but on the other side "
          "'forearm.R' has its own");
    for (Influences& influences : imported.model.meshes[0].influences)  // both sides: a style
        if (influences.bones[0] >= Limbs::armR && influences.bones[0] <= Limbs::handR)
            influences.bones[0] = Limbs::chest;
    CHECK(countOf(checkWeightPlaces(imported.model), "weights-taken") == 0);
}

TEST_CASE("a figure of which one side follows other bones is not halved") {
    ImportedModel imported = Limbs::make();
    for (Influences& influences : imported.model.meshes[0].influences)
        if (const std::string& name = imported.model.hierarchy.names[influences.bones[0]]; name.ends_with(".L"))
            influences.bones[0] = Limbs::chest;
    CHECK(countOf(checkSides(imported.model, imported.report), "mesh-halved") == 0);
}
