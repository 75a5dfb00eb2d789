#include "check/clip_motion.h"
#include "support/models/walking_band.h"
#include "unit/check/clips/swinging.h"

using namespace sinew;
using rig_models::turn;

namespace {

/// Bone 1 swings over a second; `degrees(t)` with t from 0 to 1.
template <typename Degrees>
Model swingingBand(const Degrees& degrees, const char* name) {
    ImportedModel imported = rig_models::band();
    Channel channel{.node = 1};
    for (int key = 0; key <= 30; ++key) {
        channel.rotation.times.push_back(key / 30.0);
        channel.rotation.values.push_back(turn(degrees(static_cast<float>(key) / 30.0f)));
    }
    rig_models::addClip(imported, name, 1.0).channels.push_back(channel);
    return imported.model;
}

float wave(float turns) {
    return 40.0f * std::sin(2.0f * std::numbers::pi_v<float> * turns);
}

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

const glm::quat kDown = turn(-90.0f, {0.0f, 0.0f, 1.0f});

void addPose(ImportedModel& imported, const char* name, const glm::quat& root) {
    rig_models::addClip(imported, name, 1.0).channels.push_back({.node = 0, .rotation = {{0.0, 1.0}, {root, root}}});
}

}  // namespace

TEST_CASE("a loop that does not end where it starts jumps; other clips only if a frame is missing") {
    const auto whole = [](float t) { return wave(t); };
    const auto frameShort = [](float t) { return wave(t * 30.0f / 31.0f); };
    const auto elsewhere = [](float t) { return 40.0f * t; };
    for (const char* name : {"wave", "ZombieRun", "Rig|Walk_Loop.001", "Death"})
        CHECK(checkLoops(swingingBand(whole, name)).empty());
    for (const char* name : {"wave", "ZombieRun", "Rig|Walk_Loop.001"}) {
        const Finding finding = onlyOne(checkLoops(swingingBand(frameShort, name)), "loop-seam");
        CHECK(finding.severity == Severity::info);  // the motion goes on, a frame early
        CHECK(finding.subjects == std::vector{clipSubject(0), nodeSubject(2)});
    }
    const Finding jump = onlyOne(checkLoops(swingingBand(elsewhere, "walk")), "loop-seam");
    CHECK(jump.severity == Severity::warning);
    CHECK(jump.subjects == std::vector{clipSubject(0), nodeSubject(2)});
    for (const char* name : {"wave", "Runaway", "Death", "drop_running"})
        CHECK(checkLoops(swingingBand(elsewhere, name)).empty());
    for (const char* name : {"JumpStart", "run_stop"})
        CHECK(checkLoops(swingingBand(frameShort, name)).empty());
}

TEST_CASE("a jump of velocity at the loop point is reported in a loop") {
    const auto half = [](float t) { return wave(t / 2.0f); };
    CHECK(checkLoops(swingingBand(half, "wave")).empty());
    CHECK(onlyOne(checkLoops(swingingBand(half, "walk")), "loop-speed").severity == Severity::info);
}

TEST_CASE("root motion over the ground is removed before the loop is checked") {
    Model model = swingingBand(wave, "walk");
    model.clips[0].channels.push_back({.node = 0, .translation = {{0.0, 1.0}, {{0, 0, 0}, {3, 0, 0}}}});
    CHECK(checkLoops(model).empty());
    // Without a mesh, all nodes count; the root stays behind.
    Model skeleton = model;
    skeleton.meshes.clear(), skeleton.instances.clear();
    skeleton.clips[0].channels.back().node = 1;
    CHECK(checkLoops(skeleton).empty());
    model.clips[0].channels.back().translation.values[1] = {0, 3, 0};
    CHECK(countOf(checkLoops(model), "loop-seam") == 1);
    // A walk along a curve ends turned; one in place may not.
    Model curve = swingingBand(wave, "walk");
    curve.clips[0].channels.push_back({.node = 0, .rotation = {{0.0, 1.0}, {turn(0.0f), turn(20.0f, {0, 1, 0})}}});
    CHECK(countOf(checkLoops(curve), "loop-seam") == 1);
    curve.clips[0].channels.back().translation = {{0.0, 1.0}, {{0, 0, 0}, {3, 0, 0}}};
    curve.hierarchy.rest[1].translation.x = 1.0f;  // off the axis, or nothing tells the turn
    CHECK(checkLoops(curve).empty());
}

TEST_CASE("loops are judged frame by frame, however many clips there are") {
    Model model = swingingBand(wave, "walk");
    model.clips.resize(30000, model.clips[0]);
    const CheckedModel checked(model);
    CHECK(checked.motionOf(0).steps() < 30);
    CHECK(checked.frameByFrame(0).steps() == 30);
}

TEST_CASE("a foot that moves during contact slides, one that stands or walks in place does not") {
    CHECK(countOf(checkGround(rig_models::walkingBand(0.0f)), "foot-slide") == 0);
    CHECK(checkGround(rig_models::walkingBand(0.0f, true)).empty());
    const Finding finding = onlyOne(checkGround(rig_models::walkingBand(0.9f)), "foot-slide");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.seconds);
    Model model = rig_models::walkingBand(0.9f);
    SECTION("nor a tail") {
        for (std::string& name : model.hierarchy.names)
            name = "tail " + name;
    }
    SECTION("nor a bone that is named otherwise, where others are named like legs") {
        model.hierarchy.names[2] = "thigh";
    }
    SECTION("nor what drags itself over the ground") {
        model.clips[0].channels.resize(1);
    }
    CHECK(countOf(checkGround(model), "foot-slide") == 0);
}

TEST_CASE("a figure that lies at rest is a note, in all loops a warning, a clip that tilts it one of its own") {
    ImportedModel imported = standing();
    CHECK(checkStance(imported.model).empty());
    imported.model.hierarchy.rest[0].rotation = kDown;
    CHECK(onlyOne(checkStance(imported.model), "figure-lies").severity == Severity::info);
    addPose(imported, "idle", kDown);
    const Finding lies = onlyOne(checkStance(imported.model), "figure-lies");
    CHECK(lies.severity == Severity::warning);
    CHECK(lies.subjects.front() == Subject{});
    imported.model.hierarchy.rest[0].rotation = turn(0.0f);
    CHECK(checkStance(imported.model).empty());  // a single clip does not tell
    for (const char* name : {"walk", "attack", "wave"})
        addPose(imported, name, turn(0.0f));
    CHECK(onlyOne(checkStance(imported.model), "figure-lies").subjects == std::vector{clipSubject(0)});
    for (const char* name : {"death", "JumpFall"}) {
        imported.model.clips[0].name = name;
        CHECK(checkStance(imported.model).empty());
    }
}

TEST_CASE("a figure far from the origin, or above the ground with its legs, is a note that names the node") {
    ImportedModel imported = standing();  // its size is the square root of 37
    glm::vec3& place = imported.model.hierarchy.rest[0].translation;
    place.z = -60.0f;
    CHECK(checkStance(imported.model).empty());
    place.z = -640.0f;
    CHECK_THAT(onlyOne(written(imported.model, checkStance(imported.model)), "figure-far").message,
               Catch::Matchers::EndsWith("node 'root' moves it by 640 m"));
    place = {0.0f, 4.0f, 0.0f};
    CHECK_THAT(onlyOne(written(imported.model, checkStance(imported.model)), "figure-far").message,
               Catch::Matchers::StartsWith("floats"));
    addPose(imported, "land", turn(0.0f));
    imported.model.clips[0].channels[0].translation = {{0.0}, {{0.0f, 2.0f, 0.0f}}};
    CHECK(checkStance(imported.model).empty());
}
