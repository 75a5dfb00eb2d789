#include "check/checks.h"

#include <cmath>

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

/// A figure without symmetry: ten bones, each of which moves a small square around it.
Model squares() {
    Model model = rig_models::band(10).model;
    SkinnedMesh& mesh = model.meshes[0];
    mesh = {.name = "band", .boneCount = 10};
    for (uint16_t bone = 0; bone < 10; ++bone) {
        const float height = static_cast<float>(bone);
        const glm::vec3 place(bone % 3 == 0 ? 2.0f : bone % 3 == 1 ? 0.5f : -3.0f, height, height > 5.0f ? 1.5f : 0.0f);
        model.hierarchy.parents[bone] = kNoParent;
        model.hierarchy.rest[bone].translation = place;
        model.instances[0].bones[bone].inverseBindMatrix = glm::translate(glm::mat4(1.0f), -place);
        for (const float x : {-0.2f, 0.3f})
            for (const float y : {-0.3f, 0.3f})
                for (const float z : {-0.1f, 0.2f}) {
                    mesh.positions.push_back(place + glm::vec3(x, y, z));
                    mesh.influences.push_back({{bone}, {static_cast<uint16_t>(kWeightOne)}});
                }
    }
    return model;
}

std::vector<Finding> fitOfMesh(const glm::mat4& changed) {
    Model model = squares();
    for (glm::vec3& position : model.meshes[0].positions)
        position = glm::vec3(changed * glm::vec4(position, 1.0f));
    return checkMeshFit(model);
}

const glm::mat4 kSame(1.0f);

}  // namespace

TEST_CASE("a mesh whose vertices surround the bones that move them fits its skeleton") {
    CHECK(fitOfMesh(kSame).empty());
    CHECK(fitOfMesh(glm::scale(kSame, glm::vec3(1.2f))).empty());
    CHECK(fitOfMesh(glm::translate(kSame, {0.5f, 0.5f, 0.0f})).empty());
    CHECK(fitOfMesh(glm::mat4_cast(rig_models::turn(20.0f))).empty());
}

TEST_CASE("a mesh that is much larger or smaller than the skeleton is in another unit") {
    const float times = GENERATE(2.54f, 0.3937f);
    const Finding finding = onlyOne(fitOfMesh(glm::scale(kSame, glm::vec3(times))), "skin-unit");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "band");
    REQUIRE(finding.figure);
    CHECK(std::abs(finding.figure->value / static_cast<double>(times) - 1.0) < 0.05);
}

TEST_CASE("a mesh that is turned or mirrored against its skeleton says how") {
    const auto messageOf = [](const glm::mat4& changed) {
        const Finding finding = onlyOne(fitOfMesh(changed), "skin-apart");
        CHECK(finding.severity == Severity::warning);
        return finding.message;
    };
    CHECK(messageOf(glm::mat4_cast(rig_models::turn(-90.0f, {1, 0, 0}))) ==
          "is turned against its skeleton by 90 degrees about its X axis: were only its axes converted?");
    CHECK(messageOf(glm::mat4_cast(rig_models::turn(180.0f, {0, 0, 1}))) ==
          "is turned against its skeleton by 180 degrees about its Z axis: were only its axes converted?");
    CHECK(messageOf(glm::scale(kSame, {-1, 1, 1})) ==
          "is mirrored against its skeleton along its X axis: were only its axes converted?");
}

TEST_CASE("a mesh that lies beside its skeleton says how far") {
    const Finding finding = onlyOne(fitOfMesh(glm::translate(kSame, {0.0f, 0.0f, 4.0f})), "skin-apart");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("lies beside its skeleton: its vertices are on average 3"));
    CHECK(finding.figure);
}

TEST_CASE("few bones do not tell how a mesh fits") {
    Model model = squares();
    for (Influences& influences : model.meshes[0].influences)
        influences.bones[0] %= 5;
    for (glm::vec3& position : model.meshes[0].positions)
        position = {-position.x, position.z, position.y};
    CHECK(checkMeshFit(model).empty());
}
