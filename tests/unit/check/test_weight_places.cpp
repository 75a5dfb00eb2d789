#include "check/checks.h"

#include "check/bind_places.h"
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

TEST_CASE("swapped weights are found in one figure of a crowd with hundreds of bones") {
    ImportedModel imported = Limbs::make();
    Model& model = imported.model;
    for (uint32_t copy = 1; copy < 20; ++copy) {
        MeshInstance instance = model.instances[0];
        instance.mesh = copy;
        model.meshes.push_back(model.meshes[0]);
        model.meshes.back().name += " " + std::to_string(copy);
        for (uint32_t bone = 0; bone < 15; ++bone) {
            instance.bones[bone].node += 15 * copy;
            model.hierarchy.names.push_back(std::to_string(copy) + " " + model.hierarchy.names[bone]);
            const int32_t parent = model.hierarchy.parents[bone];
            model.hierarchy.parents.push_back(parent == kNoParent ? parent : parent + static_cast<int32_t>(15 * copy));
            model.hierarchy.rest.push_back(model.hierarchy.rest[bone]);
        }
        model.instances.push_back(instance);
    }
    CHECK(countOf(checkWeightPlaces(model), "weights-swapped") == 0);
    for (Influences& influences : model.meshes[0].influences)
        if (uint16_t& bone = influences.bones[0]; bone == Limbs::thighL || bone == Limbs::handR)
            bone = bone == Limbs::thighL ? Limbs::handR : Limbs::thighL;
    CHECK(countOf(checkWeightPlaces(model), "weights-swapped") == 2);
}

TEST_CASE("a bone with very many children holds what lies between them") {
    ImportedModel imported = Limbs::make();
    Model& model = imported.model;
    for (uint32_t child = 0; child < 40; ++child) {
        const glm::vec3 place(0.0f, 0.0f, child % 2 == 0 ? -3.0f : 3.0f);
        model.instances[0].bones.push_back({15 + child, glm::translate(glm::mat4(1.0f), -place)});
        model.hierarchy.names.push_back("child " + std::to_string(child));
        model.hierarchy.parents.push_back(Limbs::hips);
        model.hierarchy.rest.push_back({.translation = place});
    }
    const BindPlaces places(model);
    CHECK(places.away(Limbs::hips, {0.3f, 0.5f, 2.0f}) == 0.0f);
    CHECK(places.away(Limbs::hips, {0.0f, 0.0f, 5.0f}) == 2.0f);
}

TEST_CASE("shifted joint indices are a warning about the mesh") {
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
    CHECK(countOf(checkSides(imported.model), "mesh-halved") == 0);
}
