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

TEST_CASE("a figure that lies at rest is a note, in all loops too a warning, one that stands in any of them neither") {
    ImportedModel imported = standing();
    CHECK(checkStance(imported.model).empty());
    imported.model.hierarchy.rest[0].rotation = kDown;
    const Finding finding = onlyOne(checkStance(imported.model), "figure-lies");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "model");
    addPose(imported, "idle", kDown);
    CHECK(onlyOne(checkStance(imported.model), "figure-lies").severity == Severity::warning);
    addPose(imported, "walk", turn(0.0f));
    CHECK(checkStance(imported.model).empty());
    imported.model.clips[1].name = "death";
    CHECK(checkStance(imported.model).size() == 1);
}

TEST_CASE("a clip that lies beside others that stand is a warning if it is a loop, or else a note") {
    ImportedModel imported = standing();
    for (const char* name : {"idle", "walk", "attack"})
        addPose(imported, name, turn(0.0f));
    CHECK(checkStance(imported.model).empty());
    addPose(imported, "run", kDown);
    const Finding finding = onlyOne(checkStance(imported.model), "clip-lies");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "run");
    std::string& name = imported.model.clips.back().name;
    name = "block";
    CHECK(onlyOne(checkStance(imported.model), "clip-lies").severity == Severity::info);
    name = "Jump_Land";
    CHECK(onlyOne(checkStance(imported.model), "clip-lies").severity == Severity::info);
    SECTION("not one that is named for it") {
        name = GENERATE("death", "JumpFall");
    }
    SECTION("not if several others lie") {
        addPose(imported, "run", kDown);
        for (const size_t clip : {0u, 1u})
            imported.model.clips[clip].channels[0].rotation.values = {kDown, kDown};
    }
    SECTION("not a clip that gets up") {
        imported.model.clips.back().channels[0].rotation.values.back() = turn(0.0f);
    }
    CHECK(countOf(checkStance(imported.model), "clip-lies") == 0);
}

TEST_CASE("a loop that lies is compared with loops where other clips bend the figure") {
    ImportedModel imported = standing();
    const glm::quat leaning = turn(-50.0f, {0.0f, 0.0f, 1.0f});
    for (const char* name : {"idle", "walk"})
        addPose(imported, name, turn(0.0f));
    for (const char* name : {"punch", "block", "throw"})
        addPose(imported, name, leaning);
    CHECK(checkStance(imported.model).empty());
    addPose(imported, "run", kDown);
    const Finding finding = onlyOne(checkStance(imported.model), "clip-lies");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "run");
    SECTION("not one that is no loop") {
        imported.model.clips.back().name = "kick";
    }
    SECTION("not beside a single loop that stands") {
        imported.model.clips[1].name = "wave";
    }
    CHECK(countOf(checkStance(imported.model), "clip-lies") == 0);
}

TEST_CASE("without legs by name, a clip lies whose poses are turned against the rest pose") {
    ImportedModel imported = standing();
    imported.model.hierarchy.names = {"root", "a", "b", "c", "d", "head"};
    addPose(imported, "idle", turn(0.0f));
    addPose(imported, "walk", turn(55.0f));
    CHECK(checkStance(imported.model).empty());
    imported.model.clips[1].channels[0].rotation.values = {kDown, kDown};
    CHECK(onlyOne(checkStance(imported.model), "clip-lies").object == "walk");
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

TEST_CASE(
    "a figure without legs by name that begins at the origin to one side lies, one below the origin is upside down") {
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
    CHECK_THAT(onlyOne(turned(-90.0f), "figure-lies").message,
               Catch::Matchers::Equals(
                   "lies at rest: it extends sideways from the origin: node 'bone 0' turns it by 90 degrees"));
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

namespace {

/// Lies: the trunk extends backward from the origin, but the legs spread forward and down, as those of a figure that
/// sits do when it lies on its back. The bones move nothing but the mesh as a whole.
ImportedModel lyingWithLegs() {
    ImportedModel imported = rig_models::band(7);
    Model& model = imported.model;
    NodeHierarchy& hierarchy = model.hierarchy;
    hierarchy.names = {"root", "thigh.L", "shin.L", "thigh.R", "shin.R", "head", "tail"};
    hierarchy.parents = {kNoParent, 0, 1, 0, 3, 0, 0};
    hierarchy.rest[0].rotation = turn(-90.0f, {1.0f, 0.0f, 0.0f});
    for (const size_t shin : {2u, 4u})
        hierarchy.rest[shin].translation = {shin == 2 ? 0.5f : -0.5f, -0.7f, -0.7f};
    hierarchy.rest[5].translation.y = 6.0f;
    std::vector<glm::vec3> places(hierarchy.size());
    for (size_t node = 1; node < places.size(); ++node)
        places[node] = places[static_cast<size_t>(hierarchy.parents[node])] + hierarchy.rest[node].translation;
    for (Bone& bone : model.instances[0].bones)
        bone.inverseBindMatrix = glm::translate(glm::mat4(1.0f), -places[bone.node]);
    for (glm::vec3& position : model.meshes[0].positions)
        position.z = position.y < 3.5f ? -0.5f : 0.5f;
    return imported;
}

}  // namespace

TEST_CASE("a figure whose legs lead down lies if all of it begins at a wall, unless clips begin on its other side") {
    ImportedModel imported = lyingWithLegs();
    NodeHierarchy& hierarchy = imported.model.hierarchy;
    const Finding finding = onlyOne(checkStance(imported.model), "figure-lies");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "model");
    CHECK(finding.message == "lies at rest: it extends sideways from the origin: node 'root' turns it by 90 degrees");
    SECTION("not one that stands with such legs") {
        hierarchy.rest[0].rotation = turn(0.0f);
        CHECK(checkStance(imported.model).empty());
    }
    SECTION("the bones of a clip may begin somewhat before the wall") {
        addPose(imported, "idle", hierarchy.rest[0].rotation);
        Track<glm::vec3>& track = imported.model.clips[0].channels[0].translation;
        track = {{0.0, 1.0}, {{0.0f, 0.0f, 1.1f}, {0.0f, 0.0f, 0.0f}}};
        const Finding lies = onlyOne(checkStance(imported.model), "figure-lies");
        CHECK(lies.message ==
              "lies, at rest and in most clips: it extends sideways from the origin: node 'root' turns it by 90 "
              "degrees");
        CHECK(lies.severity == Severity::warning);
        track.values[0].z = 1.3f;  // a quarter of what is behind it
        CHECK(checkStance(imported.model).empty());
    }
    SECTION("not in a clip that stands, and reaches a little to that side") {
        addPose(imported, "idle", turn(0.0f));  // the legs, by 0.7 in a figure of 7
        CHECK(checkStance(imported.model).empty());
        hierarchy.rest[2].translation.z = hierarchy.rest[4].translation.z = -1.2f;
        CHECK(countOf(checkStance(imported.model), "figure-lies") == 1);
    }
    SECTION("a quarter of the clips may begin elsewhere") {
        for (const char* name : {"idle", "walk", "run", "jog"})
            addPose(imported, name, hierarchy.rest[0].rotation);
        const auto elsewhere = [&](size_t clip) {
            imported.model.clips[clip].channels[0].translation = {{0.0}, {{0.0f, 0.0f, 3.0f}}};
            return countOf(checkStance(imported.model), "figure-lies");
        };
        CHECK(elsewhere(0) == 1);
        CHECK(elsewhere(1) == 0);
    }
}

TEST_CASE("a figure that rests more than 20 times its size away from the origin is a note") {
    ImportedModel imported = standing();  // its size is the square root of 10
    if (GENERATE(true, false)) imported.model.hierarchy.names[1] = imported.model.hierarchy.names[3] = "fin";
    glm::vec3& place = imported.model.hierarchy.rest[0].translation;
    place.z = -62.5f;
    CHECK(checkStance(imported.model).empty());
    place.z = -64.0f;
    const std::vector<Finding> findings = checkStance(imported.model);
    CHECK(findings.size() == 1);
    const Finding finding = onlyOne(findings, "figure-far");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "model");
    CHECK(finding.message == "rests 20.2 times its size away from the origin: node 'root' moves it by 64 m");
}

TEST_CASE("a figure with legs that floats above the ground is a note, one without is none") {
    ImportedModel imported = standing();
    glm::vec3& place = imported.model.hierarchy.rest[0].translation;
    place.y = 1.46f;  // the mesh begins 1 below it
    CHECK(checkStance(imported.model).empty());
    place.y = 1.5f;
    const Finding finding = onlyOne(checkStance(imported.model), "figure-far");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "model");
    CHECK(finding.message == "floats: all of it is at least 50 cm (15.8 % of the model's size) above the ground");
    SECTION("with the up axis of the file") {
        imported.model.up = UpAxis::z;
        CHECK(countOf(checkStance(imported.model), "figure-far") == 0);
        std::swap(place.y, place.z);
        CHECK(countOf(checkStance(imported.model), "figure-far") == 1);
    }
    SECTION("unless it has a single leg") {
        imported.model.hierarchy.names[1] = "fin.L";
        CHECK(checkStance(imported.model).empty());
    }
}

TEST_CASE("a figure that floats at rest stands on the ground if any clip starts there") {
    ImportedModel imported = standing();
    imported.model.hierarchy.rest[0].translation.y = 4.0f;
    addPose(imported, "fly", turn(0.0f));
    addPose(imported, "land", turn(0.0f));
    CHECK(countOf(checkStance(imported.model), "figure-far") == 1);
    Track<glm::vec3>& track = imported.model.clips[1].channels[0].translation;
    track = {{0.0, 1.0}, {{0.0f, 2.5f, 0.0f}, {0.0f, 2.0f, 0.0f}}};  // of the root: the feet are 2 below it
    CHECK(countOf(checkStance(imported.model), "figure-far") == 1);
    track.values[0].y = 2.46f;
    CHECK(countOf(checkStance(imported.model), "figure-far") == 0);
}
