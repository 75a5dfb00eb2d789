#include "check/checks.h"

#include "support/findings.h"
#include "support/models/limbs.h"

using namespace sinew;
using rig_models::Limbs;

namespace {

SkinnedMesh& leftArm(ImportedModel& imported) {
    return imported.model.meshes[1];
}

}  // namespace

TEST_CASE("meshes of both sides that mirror each other have no findings") {
    CHECK(checkSkinTwins(Limbs::make(true).model).empty());
    CHECK(checkSkinTwins(Limbs::make().model).empty());
}

TEST_CASE("a mesh that lies elsewhere than the mirror image of the one on the other side is a warning") {
    ImportedModel imported = Limbs::make(true);
    for (glm::vec3& position : leftArm(imported).positions)
        position.y += 0.5f;
    const Finding finding = onlyOne(checkSkinTwins(imported.model), "mesh-unlike-twin");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "mesh of arm.L");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("lies 50 cm (") &&
                                    Catch::Matchers::ContainsSubstring("from the mirror image of 'mesh of arm.R'"));
}

TEST_CASE("meshes that were bound in a pose need not mirror each other") {
    ImportedModel imported = Limbs::make(true);
    const glm::mat4 posed = glm::translate(glm::mat4(1.0f), {0.0f, 0.5f, 0.0f});
    for (glm::vec3& position : leftArm(imported).positions)
        position.y += 0.5f;
    for (const auto bone : {Limbs::forearmL, Limbs::handL})
        for (MeshInstance& instance : imported.model.instances)
            instance.bones[bone].inverseBindMatrix = instance.bones[bone].inverseBindMatrix * glm::inverse(posed);
    CHECK(countOf(checkSkinTwins(imported.model), "mesh-unlike-twin") == 0);
}

TEST_CASE("a mesh that is larger than the one on the other side is a warning with the factor") {
    ImportedModel imported = Limbs::make(true);
    for (glm::vec3& position : leftArm(imported).positions)
        position = glm::vec3(2.5f, 1.5f, 0.0f) + 1.3f * (position - glm::vec3(2.5f, 1.5f, 0.0f));
    const Finding finding = onlyOne(checkSkinTwins(imported.model), "mesh-unlike-twin");
    CHECK(finding.object == "mesh of arm.L");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("is 1.3 times as large as 'mesh of arm.R'"));
}

TEST_CASE("a joint away from where its part begins, unlike the one on the other side, is a warning") {
    ImportedModel imported = Limbs::make();
    const glm::vec3 off(0.0f, 0.9f, 0.0f);
    NodeHierarchy& hierarchy = imported.model.hierarchy;
    hierarchy.rest[Limbs::forearmL].translation += off;
    hierarchy.rest[Limbs::handL].translation -= off;
    imported.model.instances[0].bones[Limbs::forearmL].inverseBindMatrix =
        glm::translate(glm::mat4(1.0f), -(Limbs::jointAt(Limbs::forearmL) + off));
    const Finding finding = onlyOne(checkSkinTwins(imported.model), "pivot-off");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "forearm.L");
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("unlike 'forearm.R' on the other side"));
}

TEST_CASE("two bones with each other's inverse bind matrices are named, also in another pose") {
    ImportedModel imported = Limbs::make();
    if (GENERATE(false, true))
        for (const auto bone : {Limbs::armL, Limbs::armR, Limbs::thighL, Limbs::chest, Limbs::shinR, Limbs::head})
            imported.model.hierarchy.rest[bone].rotation = rig_models::turn(20.0f, {1.0f, 0.0f, 0.0f});
    CHECK(countOf(checkBinding(imported.model), "bind-exchanged") == 0);
    std::vector<Bone>& bones = imported.model.instances[0].bones;
    std::swap(bones[Limbs::forearmL].inverseBindMatrix, bones[Limbs::shinR].inverseBindMatrix);
    const std::vector<Finding> findings = checkBinding(imported.model);
    REQUIRE(countOf(findings, "bind-exchanged") == 2);
    CHECK(countOf(findings, "bone-misbound") == 0);
    const auto first = std::ranges::find(findings, "bind-exchanged", &Finding::id);
    CHECK(first->object == "forearm.L");
    CHECK(first->message == "has the inverse bind matrix of 'shin.R' for 'figure', and the other way round: exchanged");
}

TEST_CASE("a joint is missing where another one is listed in its place") {
    ImportedModel imported = Limbs::make();
    CHECK(countOf(checkListedJoints(imported.model), "joint-missing") == 0);
    imported.model.instances[0].bones[Limbs::handL].node = Limbs::head;
    const Finding finding = onlyOne(checkListedJoints(imported.model), "joint-missing");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "hand.L");
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("'head' is listed in its place"));
    imported.model.instances.push_back(imported.model.instances[0]);
    CHECK(countOf(checkListedJoints(imported.model), "joint-missing") == 1);  // once for each skin
    std::vector<Bone>& bones = imported.model.instances[0].bones;
    for (int more = 0; more < 70; ++more) {
        bones.push_back(bones[Limbs::chest]);
        bones.back().inverseBindMatrix[3].x += 50.0f;
    }
    imported.model.instances.pop_back();
    CHECK(countOf(checkListedJoints(imported.model), "joint-missing") == 0);  // too many to search
}
