#include "check/checks.h"

#include "support/findings.h"
#include "support/models/limbs.h"

using namespace sinew;
using rig_models::Limbs;

namespace {

/// A figure in a coat with the same skeleton.
ImportedModel clothed() {
    ImportedModel imported = Limbs::make();
    Model& model = imported.model;
    model.meshes.push_back(model.meshes[0]);
    model.meshes.back().name = "coat";
    model.instances.push_back(model.instances[0]);
    model.instances.back().mesh = 1;
    return imported;
}

/// Binds a bone of the coat in another place, or turned about its joint.
void bindApart(ImportedModel& imported, uint32_t bone, const glm::mat4& apart) {
    const glm::mat4 joint = glm::translate(glm::mat4(1.0f), Limbs::jointAt(bone));
    glm::mat4& matrix = imported.model.instances[1].bones[bone].inverseBindMatrix;
    matrix = matrix * joint * apart * glm::inverse(joint);
}

const glm::mat4 kTurn = glm::mat4_cast(rig_models::turn(60.0f, {1.0f, 0.0f, 0.0f}));

}  // namespace

TEST_CASE("a bone that two skins bind in different ways is named") {
    ImportedModel imported = clothed();
    CHECK(checkSharedJoints(imported.model).empty());
    bindApart(imported, Limbs::handL, kTurn);
    const Finding turned = onlyOne(checkSharedJoints(imported.model), "bind-apart");
    CHECK(turned.severity == Severity::warning);
    CHECK(turned.object == "hand.L");
    CHECK(turned.message ==
          "is turned by 60 degrees between the bind poses of 'figure' and 'coat', unlike the other bones");

    imported = clothed();
    bindApart(imported, Limbs::handL, glm::translate(glm::mat4(1.0f), {0.0f, 2.0f, 0.0f}));
    CHECK_THAT(onlyOne(checkSharedJoints(imported.model), "bind-apart").message,
               Catch::Matchers::StartsWith("is moved by "));
}

TEST_CASE("of two bones that two skins share, one may be bound apart") {
    ImportedModel imported = clothed();
    bindApart(imported, Limbs::handL, kTurn);
    std::vector<Bone>& bones = imported.model.instances[1].bones;
    const Bone chest = bones[Limbs::chest];
    for (Bone& bone : bones)
        if (bone.node != bones[Limbs::handL].node) bone = chest;
    CHECK_THAT(onlyOne(checkSharedJoints(imported.model), "bind-apart").message,
               Catch::Matchers::EndsWith(", unlike the other bone that they share"));
}

TEST_CASE("meshes that were made in different places, sizes or poses share their bones") {
    ImportedModel imported = clothed();
    const glm::mat4 shape = glm::scale(glm::translate(glm::mat4(1.0f), {3.0f, 0.0f, 1.0f}), glm::vec3(0.01f)) * kTurn;
    for (Bone& bone : imported.model.instances[1].bones)
        bone.inverseBindMatrix = bone.inverseBindMatrix * shape;
    CHECK(checkSharedJoints(imported.model).empty());
    bindApart(imported, Limbs::handL, glm::mat4(1.0f));
    for (const auto bone : {Limbs::armL, Limbs::armR, Limbs::handL, Limbs::handR, Limbs::thighL, Limbs::thighR})
        bindApart(imported, bone, kTurn);
    CHECK(checkSharedJoints(imported.model).empty());
}

TEST_CASE("a bone that one of two skins does not use may be bound anywhere") {
    ImportedModel imported = clothed();
    for (Influences& influences : imported.model.meshes[1].influences)
        influences = {.bones = {Limbs::chest}, .weights = {65535}};
    bindApart(imported, Limbs::handL, kTurn);
    CHECK(checkSharedJoints(imported.model).empty());
}

TEST_CASE("of two skins that bind the same bones in two units, the one that fits the skeleton less is named") {
    ImportedModel imported = clothed();
    for (Bone& bone : imported.model.instances[1].bones)
        bone.inverseBindMatrix[3] = glm::vec4(0.01f * glm::vec3(bone.inverseBindMatrix[3]), 1.0f);
    const Finding finding = onlyOne(checkSharedJoints(imported.model), "skin-unit");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "coat");
    CHECK(finding.message ==
          "has inverse bind matrices with 0.01 times the translations of those of 'figure', for the same bones");
}
