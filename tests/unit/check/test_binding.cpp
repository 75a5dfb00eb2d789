#include "check/checks.h"

#include <cmath>

#include "model/poses.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::band;
using rig_models::turn;

namespace {

glm::mat4& inverseBind(ImportedModel& imported, size_t bone) {
    return imported.model.instances[0].bones[bone].inverseBindMatrix;
}

/// A skeleton of which most bones are posed at rest.
ImportedModel posedBand() {
    ImportedModel imported = band(8);
    for (size_t bone = 0; bone < 8; ++bone)
        imported.model.hierarchy.rest[bone].rotation = turn(bone % 2 == 0 ? 30.0f : -20.0f);
    return imported;
}

/// Six bones whose meshes follow so many of them each.
Model bandOfParts(uint32_t bonesEach) {
    Model model = band(6).model;
    const MeshInstance whole = model.instances[0];
    const SkinnedMesh mesh = model.meshes[0];
    model.instances.clear(), model.meshes.clear();
    for (uint32_t bone = 0; bone < 6; bone += bonesEach) {
        SkinnedMesh& part = model.meshes.emplace_back(mesh);
        part.name = "part " + std::to_string(bone);
        part.boneCount = bonesEach;
        part.influences.assign(part.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
        const auto first = whole.bones.begin() + bone;
        model.instances.push_back({.mesh = bone / bonesEach, .bones = {first, first + bonesEach}, .skinned = true});
    }
    return model;
}

Model rigidBand() {
    return bandOfParts(1);
}

}  // namespace

TEST_CASE("a skeleton that fits its inverse bind matrices has no binding findings") {
    CHECK(checkBinding(band(8).model).empty());
    CHECK(checkBinding(posedBand().model).empty());
}

TEST_CASE("a bone whose inverse bind matrix is moved or turned is named, with the distance") {
    ImportedModel imported = GENERATE(false, true) ? posedBand() : band(8);
    SECTION("moved") {
        inverseBind(imported, 4)[3].x += 1.0f;
    }
    SECTION("turned") {
        inverseBind(imported, 4) = glm::mat4_cast(turn(50.0f)) * inverseBind(imported, 4);
    }
    const Finding finding = onlyOne(checkBinding(imported.model), "bone-misbound");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "bone 4");
    CHECK(finding.message.find(" cm (") != std::string::npos);
    CHECK(countOf(checkSkeletons(imported.model, 64), "bind-not-rest") == 0);
}

TEST_CASE("a bone that follows a target of its own, as feet do, may rest elsewhere: a note") {
    ImportedModel imported = band(8);
    inverseBind(imported, 4)[3].x += 1.0f;
    AnimationClip& clip = rig_models::addClip(imported, "walk", 1.0);
    const float way = GENERATE(0.1f, 0.5f);
    clip.channels.push_back({.node = 4, .translation = {{0, 1}, {{0, 1, 0}, {way, 1, 0}}}});
    CHECK(onlyOne(checkBinding(imported.model), "bone-misbound").severity ==
          (way > 0.3f ? Severity::info : Severity::warning));
}

TEST_CASE("a mirrored inverse bind matrix says so") {
    ImportedModel imported = band(8);
    inverseBind(imported, 4) = glm::scale(glm::mat4(1.0f), {-1, 1, 1}) * inverseBind(imported, 4);
    CHECK_THAT(onlyOne(checkBinding(imported.model), "bone-misbound").message,
               Catch::Matchers::StartsWith("is bound mirrored"));
}

TEST_CASE("a bone that rests elsewhere with everything below it is a note") {
    ImportedModel imported = band(8);
    imported.model.hierarchy.rest[6].rotation = turn(40.0f);
    const Finding finding = onlyOne(checkBinding(imported.model), "bone-posed");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "bone 6");
}

TEST_CASE("a shin that is bent between a thigh that is bent too and a foot that stands as it did is a note") {
    ImportedModel imported = band(8);
    Model& model = imported.model;
    std::vector<Transform>& rest = model.hierarchy.rest;
    const glm::vec3 shin(0.0f, 1.0f, -0.5f);
    rest[4].translation.z = 0.5f, rest[5].translation = shin;
    const RestPose bound = restPoseOf(model);
    for (size_t bone = 0; bone < 8; ++bone)
        inverseBind(imported, bone) = glm::inverse(bound.worldFromNode[bone]);
    CHECK(checkBinding(model).empty());
    rest[3].rotation = turn(60.0f, {0, 1, 0});
    rest[4].rotation = turn(40.0f, glm::normalize(shin));
    rest[5].rotation = glm::inverse(rest[3].rotation * rest[4].rotation);
    const std::vector<Finding> findings = checkBinding(model);
    CHECK(findings.size() == 2);
    CHECK(countOf(findings, "bone-posed") == 2);
    rest[4].rotation = turn(40.0f, {1, 0, 0});  // leads elsewhere, but the foot stands as it did
    const glm::mat4 foot = glm::inverse(restPoseOf(model).worldFromNode[4]) * bound.worldFromNode[5];
    rest[5] = {.translation = foot[3], .rotation = glm::quat_cast(glm::mat3(foot))};
    CHECK(onlyOne(checkBinding(model), "bone-misbound").object == "bone 4");
}

TEST_CASE("matrices in another order are mixed up, those by rows are not affine") {
    ImportedModel imported = band(8);
    std::vector<Bone>& bones = imported.model.instances[0].bones;
    SECTION("another order") {
        std::swap(bones[0].inverseBindMatrix, bones[5].inverseBindMatrix);
        std::swap(bones[1].inverseBindMatrix, bones[3].inverseBindMatrix);
        std::swap(bones[2].inverseBindMatrix, bones[7].inverseBindMatrix);
        CHECK(onlyOne(checkBinding(imported.model), "bind-mixed").object == "band");
    }
    SECTION("rows") {
        bones[3].inverseBindMatrix = glm::transpose(bones[3].inverseBindMatrix);
        const Finding finding = onlyOne(checkBinding(imported.model), "bind-not-affine");
        CHECK(finding.severity == Severity::error);
        CHECK(finding.object == "bone 3");
    }
    SECTION("all rows") {
        for (Bone& bone : bones)
            bone.inverseBindMatrix = glm::transpose(bone.inverseBindMatrix);
        const Finding finding = onlyOne(checkBinding(imported.model), "bind-not-affine");
        CHECK(finding.object == "band");
        CHECK_THAT(finding.message, Catch::Matchers::EndsWith("rows and columns exchanged"));
    }
}

TEST_CASE("a point in the middle of a surface that follows a bone far away is a stray weight") {
    ImportedModel imported = band(12);
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.influences[4] = {{4}, {static_cast<uint16_t>(kWeightOne)}};  // at height 2: a bone nearby
    CHECK(checkWeights(imported.model, imported.report).empty());
    mesh.influences[4] = {{11}, {static_cast<uint16_t>(kWeightOne)}};
    const std::vector<Finding> findings = checkWeights(imported.model, imported.report);
    CHECK(std::ranges::any_of(findings, [](const Finding& finding) {
        return finding.id == "weights-stray" && finding.object == "bone 11" &&
               finding.message.find("in the middle of a surface") != std::string::npos;
    }));
}

TEST_CASE("the child of two bones is named if it is bound elsewhere than it rests") {
    ImportedModel imported = band(2);
    CHECK(checkBinding(imported.model).empty());
    inverseBind(imported, 1)[3].x += 0.5f;
    CHECK(onlyOne(checkBinding(imported.model), "bone-misbound").object == "bone 1");
}

TEST_CASE("a bone that rests at another size than it was bound with is a note, unless many do") {
    ImportedModel imported = posedBand();
    std::vector<Transform>& rest = imported.model.hierarchy.rest;
    rest[4].scale = glm::vec3(1.05f);
    CHECK(countOf(checkBinding(imported.model), "bone-scaled") == 0);
    rest[4].scale = glm::vec3(1.4f);
    const Finding finding = onlyOne(checkBinding(imported.model), "bone-scaled");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "bone 4");
    CHECK(finding.message == "rests at 1.4 times the size with which it was bound, relative to the bone above it");
    rest[4].scale = glm::vec3(0.6f);
    CHECK(countOf(checkBinding(imported.model), "bone-scaled") == 1);
    for (size_t bone = 1; bone < 8; ++bone)
        rest[bone].scale = glm::vec3(bone % 2 == 0 ? 1.4f : 0.6f);
    CHECK(countOf(checkBinding(imported.model), "bone-scaled") == 0);
}

TEST_CASE("a bone that lost its parent in a posed skeleton is named, one that stays beside the others is not") {
    ImportedModel imported = posedBand();
    Model& model = imported.model;
    const RestPose rest = restPoseOf(model);
    model.hierarchy.parents[5] = kNoParent;
    SECTION("with its place in the world") {
        model.hierarchy.rest[5].translation = rest.worldFromNode[5][3];
        CHECK(countOf(checkBinding(model), "bone-apart") == 0);
    }
    SECTION("with its place in its parent") {
        const Finding finding = onlyOne(checkBinding(model), "bone-apart");
        CHECK(finding.severity == Severity::warning);
        CHECK(finding.object == "bone 5");
        CHECK_THAT(finding.message, Catch::Matchers::StartsWith("has no parent, and rests "));
        rig_models::addClip(imported, "walk", 1.0)
            .channels.push_back({.node = 5, .translation = {{0, 1}, {{0, 1, 0}, {1, 1, 0}}}});
        CHECK(onlyOne(checkBinding(model), "bone-apart").severity == Severity::info);
    }
}

TEST_CASE("a rigid mesh that is bound unlike all others is a note") {
    Model model = rigidBand();
    CHECK(checkBinding(model).empty());
    model.instances[4].bones[0].inverseBindMatrix[3].x += 1.0f;
    const Finding finding = onlyOne(checkBinding(model), "bone-misbound");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "bone 4");
    model.instances[1].bones[0].inverseBindMatrix[3].x += 2.0f;  // too many are bound alone
    CHECK(checkBinding(model).empty());
}

TEST_CASE("a bone that rests elsewhere, with the meshes of everything below it, is a note") {
    for (const uint32_t bone : {2u, 3u}) {  // more or fewer meshes below it than above
        Model model = rigidBand();
        model.hierarchy.rest[bone].translation.x += 1.0f;
        const Finding finding = onlyOne(checkBinding(model), "bone-posed");
        CHECK(finding.severity == Severity::info);
        CHECK(finding.object == "bone " + std::to_string(bone));
    }
    Model parts = bandOfParts(2);
    parts.hierarchy.rest[2].translation.x += 1.0f;
    CHECK(onlyOne(checkBinding(parts), "bone-posed").object == "bone 2");
    Model model = rigidBand();  // two bones rest elsewhere, each in its way
    model.hierarchy.rest[2].translation.x += 1.0f;
    model.hierarchy.rest[4].translation.y += 1.0f;
    CHECK(checkBinding(model).empty());
    model = rigidBand();  // alike, but in two places
    model.hierarchy.rest[1].translation.x += 1.0f;
    model.hierarchy.rest[2].translation.x -= 1.0f;
    model.hierarchy.rest[4].translation.x += 1.0f;
    CHECK(checkBinding(model).empty());
}

TEST_CASE("a bone that moves no vertex and rests many times the figure's size away is a warning") {
    ImportedModel imported = band(8);
    Model& model = imported.model;
    model.hierarchy.names.push_back("tip");
    model.hierarchy.parents.push_back(7);
    model.hierarchy.rest.push_back({.translation = {0, 200, 0}});
    const Finding finding = onlyOne(checkFarBones(model), "bone-outlying");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "tip");
    SECTION("not nearer") {
        model.hierarchy.rest.back().translation.y = 40.0f;
    }
    SECTION("nor a lamp beside the skeleton, in the scene that carries both") {
        model.hierarchy.parents.back() = kNoParent;
    }
    CHECK(checkFarBones(model).empty());
}
