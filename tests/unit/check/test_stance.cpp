#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::turn;

namespace {

const glm::quat kDown = turn(-90.0f, {0.0f, 0.0f, 1.0f});

/// A trunk upward from a root, and two legs downward.
ImportedModel standing() {
    ImportedModel imported = rig_models::band(6);
    Model& model = imported.model;
    model.hierarchy.names = {"root", "thigh.L", "shin.L", "thigh.R", "shin.R", "head"};
    model.hierarchy.parents = {kNoParent, 0, 1, 0, 3, 0};
    for (const size_t bone : {1u, 2u, 3u, 4u})
        model.hierarchy.rest[bone].translation.y = -1.0f;
    return imported;
}

void addPose(ImportedModel& imported, const char* name, const glm::quat& root) {
    rig_models::addClip(imported, name, 1.0).channels.push_back({.node = 0, .rotation = {{0.0, 1.0}, {root, root}}});
}

}  // namespace

TEST_CASE("a figure that lies at rest and in all loops is a note, one that stands in any of them is not") {
    ImportedModel imported = standing();
    CHECK(checkStance(imported.model).empty());
    imported.model.hierarchy.rest[0].rotation = kDown;
    const Finding finding = onlyOne(checkStance(imported.model), "figure-lies");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "model");
    addPose(imported, "idle", kDown);
    CHECK(checkStance(imported.model).size() == 1);
    addPose(imported, "walk", turn(0.0f));
    CHECK(checkStance(imported.model).empty());
    imported.model.clips[1].name = "death";
    CHECK(checkStance(imported.model).size() == 1);
}

TEST_CASE("whether a figure lies depends on the up axis, and on legs") {
    ImportedModel imported = standing();
    imported.model.up = UpAxis::x;
    CHECK(checkStance(imported.model).size() == 1);
    imported.model.hierarchy.rest[0].rotation = kDown;
    CHECK(checkStance(imported.model).empty());
    imported.model.up = UpAxis::y;
    CHECK(checkStance(imported.model).size() == 1);
    imported.model.hierarchy.names[1] = "fin.L";
    CHECK(checkStance(imported.model).empty());
}

TEST_CASE("a figure without legs by name that begins at the origin to one side lies, one below the origin is upside down") {
    // A cross of four limbs on a wide box, whose soles are at the origin.
    ImportedModel imported = rig_models::band(6);
    Model& model = imported.model;
    model.hierarchy.parents = {kNoParent, 0, 0, 0, 0, 0};
    for (glm::vec3& position : model.meshes[0].positions)
        position.z = position.y < 3.0f ? -0.5f : 0.5f;
    const auto turned = [&](float degrees) {
        model.hierarchy.rest[0].rotation = turn(degrees, {1.0f, 0.0f, 0.0f});
        for (Bone& bone : model.instances[0].bones)
            bone.node = 0, bone.inverseBindMatrix = glm::mat4(1.0f);
        for (uint32_t bone = 1; bone < 6; ++bone)
            model.instances[0].bones[bone].node = bone, model.hierarchy.rest[bone].translation = {};
        return checkStance(model);
    };
    CHECK(turned(0.0f).empty());
    CHECK_THAT(onlyOne(turned(-90.0f), "figure-lies").message, Catch::Matchers::Equals("lies at rest: it extends sideways from the origin"));
    const Finding below = onlyOne(turned(180.0f), "figure-lies");
    CHECK_THAT(below.message, Catch::Matchers::StartsWith("is upside down at rest"));
    CHECK(below.severity == Severity::info);
    SECTION("unless they are hands") {
        model.hierarchy.names[2] = "hand.L";
        CHECK(turned(-90.0f).empty());
        model.hierarchy.names[1] = "Head";
        CHECK(turned(-90.0f).size() == 1);
        return;
    }
    addPose(imported, "idle", turn(0.0f, {1.0f, 0.0f, 0.0f}));
    CHECK(turned(-90.0f).empty());
}
