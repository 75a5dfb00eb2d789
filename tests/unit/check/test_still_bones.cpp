#include <cmath>

#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::turn;

namespace {

Channel swinging(uint32_t node, float middle = 0.0f) {
    Channel channel{.node = node};
    for (int key = 0; key < 31; ++key) {
        channel.rotation.times.push_back(key / 30.0);
        channel.rotation.values.push_back(turn(middle + 20.0f * std::sin(static_cast<float>(key) * 0.209f)));
    }
    return channel;
}

/// All bones swing for a second.
ImportedModel swingingBand(uint32_t bones = 3, const char* clipName = "walk") {
    ImportedModel imported = rig_models::band(bones);
    AnimationClip& clip = addClip(imported, clipName, 1.0);
    for (uint32_t node = 0; node < bones; ++node)
        clip.channels.push_back(swinging(node));
    return imported;
}

}  // namespace

TEST_CASE("a bone that stands still beside its twin is a warning in a gait") {
    ImportedModel imported = swingingBand();
    imported.model.hierarchy.names = {"hips", "leg.L", "leg.R"};
    AnimationClip& clip = imported.model.clips[0];
    CHECK(checkStillBones(imported.model).empty());
    if (GENERATE(true, false))
        clip.channels.pop_back();
    else
        clip.channels[2].rotation.values.assign(31, turn(0.0f));
    const Finding finding = onlyOne(checkStillBones(imported.model), "bone-still");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("although 'leg.L' turns by 19.9 degrees"));
    CHECK(finding.object == "leg.R");
    clip.name = "wave";
    addClip(imported, "other", 1.0).channels.push_back(swinging(0));
    CHECK(countOf(checkStillBones(imported.model), "bone-still") == 0);
}

TEST_CASE("a bone that only one clip holds still, or that stands still in a moving chain, is a note") {
    ImportedModel imported = swingingBand();
    imported.model.clips[0].channels[1].rotation = {{0.0}, {turn(0.0f)}};
    CHECK_THAT(onlyOne(checkStillBones(imported.model), "bone-still").message,
               Catch::Matchers::EndsWith("although the bones above and below it turn"));
    addClip(imported, "jump", 1.0).channels.push_back(swinging(1));
    const Finding finding = onlyOne(checkStillBones(imported.model), "bone-still");
    CHECK(finding.severity == Severity::info);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("although most other clips turn it"));
    SECTION("not one that a reduction may have left still: its child hardly turns") {
        imported.model.clips[0].channels[2] = swinging(2, 0.0f);
        for (glm::quat& value : imported.model.clips[0].channels[2].rotation.values)
            value = glm::slerp(turn(0.0f), value, 0.1f);
        CHECK(checkStillBones(imported.model).empty());
        imported.model.hierarchy.names[1] = "shin.L";
        CHECK(checkStillBones(imported.model).size() == 1);
    }
}
TEST_CASE("an arm that is still beside its twin in two gaits carries something: a note") {
    ImportedModel imported = swingingBand();
    imported.model.hierarchy.names = {"hips", "arm.L", "arm.R"};
    imported.model.clips[0].channels.pop_back();
    CHECK(onlyOne(checkStillBones(imported.model), "bone-still").severity == Severity::warning);
    AnimationClip& run = addClip(imported, "run", 1.0);
    run.channels = {swinging(0), swinging(1)};
    const std::vector<Finding> findings = checkStillBones(imported.model);
    CHECK(countOf(findings, "bone-still") == 2);
    CHECK(std::ranges::count(findings, Severity::info, &Finding::severity) == 2);
}

TEST_CASE("a bone of a leg that is still between bones that turn is a warning outside of gaits as well") {
    ImportedModel imported = swingingBand(7, "attack");
    const bool isLeg = GENERATE(true, false);
    imported.model.hierarchy.names =
        isLeg ? std::vector<std::string>{"hips", "thigh.L", "shin.L", "foot.L", "thigh.R", "shin.R", "foot.R"}
              : std::vector<std::string>{"chest", "arm.L", "forearm.L", "hand.L", "arm.R", "forearm.R", "hand.R"};
    imported.model.hierarchy.parents[4] = 0;
    std::vector<Channel>& own = imported.model.clips[0].channels;
    for (glm::quat& rotation : own[5].rotation.values)
        rotation *= rotation;
    const std::vector<Channel> channels = own;
    for (const char* other : {"jump", "hit", "idle"})
        addClip(imported, other, 1.0).channels = channels;
    CHECK(checkStillBones(imported.model).empty());
    Channel& still = imported.model.clips[0].channels[2];
    still.rotation = {{0.0}, {turn(0.0f)}};
    SECTION("even if it moves a little") {
        still.translation = {{0.0, 1.0}, {{0.0f, 1.0f, 0.0f}, {0.0f, 1.01f, 0.0f}}};
    }
    if (!isLeg) {
        for (const Finding& finding : checkStillBones(imported.model))
            CHECK(finding.severity == Severity::info);
        return;
    }
    const Finding finding = onlyOne(checkStillBones(imported.model), "bone-still");
    CHECK(finding.object == "shin.L");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("although 'shin.R' turns by 39.8 degrees"));
}

TEST_CASE("bones that one clip alone has no keys of are a note") {
    ImportedModel imported = swingingBand(8, "death");
    const std::vector<Channel> channels = imported.model.clips[0].channels;
    addClip(imported, "attack", 1.0).channels = channels;
    addClip(imported, "jump", 1.0).channels = channels;
    imported.model.clips[0].channels.resize(3);
    const Finding finding = onlyOne(checkStillBones(imported.model), "clip-partial");
    CHECK(finding.object == "death");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message ==
          "has no rotation keys of 5 bones, although all other clips have: 'bone 3', 'bone 4', "
          "'bone 5' and 2 more");
    SECTION("all of them") {
        imported.model.clips[0].channels.clear();
        imported.model.clips[0].channels.push_back({.node = 0, .translation = {{0.0, 1.0}, {{}, {1, 0, 0}}}});
        CHECK_THAT(onlyOne(checkStillBones(imported.model), "clip-partial").message,
                   Catch::Matchers::StartsWith("has no rotation keys of 8 bones"));
    }
    SECTION("unless others leave out some, too") {
        imported.model.clips[1].channels.erase(imported.model.clips[1].channels.begin() + 3);
        CHECK(countOf(checkStillBones(imported.model), "clip-partial") == 0);
    }
    SECTION("unless it has keys of a whole limb") {
        imported.model.clips[0].channels.assign(channels.begin() + 5, channels.end());
        CHECK(countOf(checkStillBones(imported.model), "clip-partial") == 0);
    }
}

TEST_CASE("a bone without keys among bones that nearly all have some is a note") {
    ImportedModel imported = swingingBand(8, "attack");
    imported.model.clips[0].channels.erase(imported.model.clips[0].channels.begin() + 7);
    const Finding finding = onlyOne(checkStillBones(imported.model), "bone-still");
    CHECK(finding.object == "bone 7");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "has no rotation keys in 'attack', although nearly all bones have keys");
    imported.model.clips[0].channels.resize(4);
    CHECK(checkStillBones(imported.model).empty());  // a clip for a part of the body
}

TEST_CASE("several bones without keys stand still, if the exporter leaves out what does") {
    ImportedModel imported = swingingBand(12, "attack");
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    channels.erase(channels.begin() + 7, channels.begin() + 9);
    addClip(imported, "jump", 1.0).channels = {swinging(7), swinging(8)};
    CHECK(countOf(checkStillBones(imported.model), "bone-still") == 0);
    imported.model.clips[0].channels[0].rotation.values.assign(31, turn(30.0f));  // away from its rest pose
    CHECK(countOf(checkStillBones(imported.model), "bone-still") == 0);
    imported.model.clips[0].channels[0].rotation.values.assign(31, turn(0.0f));  // it leaves out none
    CHECK(countOf(checkStillBones(imported.model), "bone-still") == 2);
}

TEST_CASE("a bone that one clip keeps far from all that it does elsewhere is named") {
    ImportedModel imported = swingingBand(6);
    const std::vector<Channel> channels = imported.model.clips[0].channels;
    addClip(imported, "idle", 1.0).channels = channels;
    addClip(imported, "run", 1.0).channels = channels;
    CHECK(checkTurnedBones(imported.model).empty());
    const auto turned = [&](float degrees) {
        imported.model.clips[0].channels[4] = swinging(4, degrees);
        return checkTurnedBones(imported.model);
    };
    CHECK(turned(50.0f).empty());  // within 12 degrees of the other clips
    CHECK(onlyOne(turned(65.0f), "bone-turned").severity == Severity::info);
    imported.model.clips[0].channels[5] = swinging(5, 50.0f);
    CHECK(turned(65.0f).empty());  // and another bone is as far as half of that
    imported.model.clips[0].channels[5] = swinging(5);
    CHECK(onlyOne(turned(75.0f), "bone-turned").severity == Severity::info);
    CHECK(onlyOne(turned(100.0f), "bone-turned").severity == Severity::info);
    const Finding finding = onlyOne(turned(130.0f), "bone-turned");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("keeps 'bone 4' at least 91.9 degrees"));
    // The whole figure lies down.
    for (uint32_t node = 0; node < 6; ++node)
        imported.model.clips[0].channels[node] = swinging(node, 130.0f);
    CHECK(countOf(checkTurnedBones(imported.model), "bone-turned") == 0);
}

TEST_CASE("a bone of the spine that is turned far is named, whatever the arms do") {
    ImportedModel imported = swingingBand(8, "walk");
    imported.model.hierarchy.names = {"hips", "spine", "chest", "arm.L", "hand.L", "arm.R", "hand.R", "head"};
    imported.model.hierarchy.parents = {-1, 0, 1, 2, 3, 2, 5, 2};
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    channels[3] = swinging(3, 90.0f), channels[5] = swinging(5, -90.0f);  // from a T-pose
    CHECK(checkTurnedBones(imported.model).empty());
    SECTION("the chest") {
        channels[2] = swinging(2, 110.0f);
        const Finding finding = onlyOne(checkTurnedBones(imported.model), "bone-turned");
        CHECK(finding.severity == Severity::warning);
        CHECK(finding.object == "walk");
        CHECK_THAT(finding.message, Catch::Matchers::StartsWith("keeps 'chest' at least 90.9 degrees"));
    }
    SECTION("but not the root, which may lie") {
        channels[0] = swinging(0, 110.0f);
        CHECK(checkTurnedBones(imported.model).empty());
    }
    SECTION("nor two of them: other axes") {
        channels[1] = swinging(1, 110.0f), channels[2] = swinging(2, -110.0f);
        CHECK(checkTurnedBones(imported.model).empty());
    }
}

TEST_CASE("a bone that the only clip keeps away from its rest rotation is named from a larger angle on") {
    ImportedModel imported = swingingBand(6);
    imported.model.clips[0].channels[4] = swinging(4, 58.0f);
    CHECK(checkTurnedBones(imported.model).empty());
    imported.model.clips[0].channels[4] = swinging(4, 70.0f);
    CHECK_THAT(onlyOne(checkTurnedBones(imported.model), "bone-turned").message,
               Catch::Matchers::StartsWith("keeps 'bone 4' at least 50"));
}

TEST_CASE("a bone that rests far from all of its keys is a note, unless its twin does so as well") {
    ImportedModel imported = swingingBand(8);
    const std::vector<Channel> channels = imported.model.clips[0].channels;
    addClip(imported, "run", 1.0).channels = channels;
    std::vector<Transform>& rest = imported.model.hierarchy.rest;
    rest[4].rotation = turn(60.0f);
    CHECK(countOf(checkTurnedBones(imported.model), "rest-turned") == 0);  // two clips do not show all that it does
    addClip(imported, "jump", 1.0).channels = channels;
    const Finding finding = onlyOne(checkTurnedBones(imported.model), "rest-turned");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "bone 4");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("rests 41"));
    addClip(imported, "wave", 1.0).channels = {channels[0]};  // the bone rests there
    CHECK(countOf(checkTurnedBones(imported.model), "rest-turned") == 0);
    imported.model.clips.pop_back();
    imported.model.hierarchy.names[4] = "arm.L", imported.model.hierarchy.names[5] = "arm.R";
    CHECK(countOf(checkTurnedBones(imported.model), "rest-turned") == 1);
    rest[5].rotation = turn(-60.0f);
    CHECK(countOf(checkTurnedBones(imported.model), "rest-turned") == 0);
}

TEST_CASE("a walk that keeps many bones still which other clips turn is a note, a clip of one arm is not") {
    ImportedModel imported = swingingBand(12);
    const std::vector<Channel> channels = imported.model.clips[0].channels;
    for (const char* name : {"run", "attack", "idle"})
        addClip(imported, name, 1.0).channels = channels;
    CHECK(checkStillBones(imported.model).empty());
    imported.model.clips[0].channels.resize(6);
    const Finding finding = onlyOne(checkStillBones(imported.model), "clip-partial");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("has no rotation keys of 6 bones, although most other clips have some: "));
    imported.model.clips[0].name = "wave";
    imported.model.clips[0].channels.assign(channels.begin() + 6, channels.end());
    CHECK(checkStillBones(imported.model).empty());
}

TEST_CASE("bones whose keys one gait lacks, or has as a single one at rest, are a note") {
    ImportedModel imported = swingingBand(12, "run");
    const std::vector<Channel> channels = imported.model.clips[0].channels;
    for (const char* name : {"strike", "punch", "kick"})
        addClip(imported, name, 1.0).channels = channels;
    CHECK(checkStillBones(imported.model).empty());
    std::vector<Channel>& own = imported.model.clips[0].channels;
    own.resize(10);
    for (const size_t bone : {7, 8, 9})
        own[bone].rotation = {{0.0}, {turn(0.0f)}};
    const Finding finding = onlyOne(checkStillBones(imported.model), "clip-partial");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "run");
    CHECK(finding.message ==
          "has no rotation keys of 5 bones, although most other clips have some: 'bone 7', 'bone 8', 'bone 9' and 2 "
          "more");
    SECTION("not poses that the clip gives them") {
        own[9].rotation.values = {turn(5.0f)};
    }
    SECTION("not in a clip that may move a part of the body") {
        imported.model.clips[0].name = "attack";
    }
    SECTION("not where other clips lack them, too") {
        imported.model.clips[1].channels.resize(7);
    }
    SECTION("not among two clips") {
        imported.model.clips.resize(2);
    }
    CHECK(countOf(checkStillBones(imported.model), "clip-partial") == 0);
}

TEST_CASE("a clip that keeps half of its bones far from all other clips is named, unless others do so as well") {
    ImportedModel imported = swingingBand(6);
    const std::vector<Channel> channels = imported.model.clips[0].channels;
    for (const char* name : {"idle", "run", "jump"})
        addClip(imported, name, 1.0).channels = channels;
    const auto turn = [&](size_t clip, float degrees) {
        for (uint32_t node = 0; node < 4; ++node)
            imported.model.clips[clip].channels[node] = swinging(node, degrees);
        return checkTurnedBones(imported.model);
    };
    CHECK(turn(0, 45.0f).empty());  // 7 degrees from the other clips
    CHECK(onlyOne(turn(0, 52.0f), "clip-unlike").severity == Severity::info);
    const Finding finding = onlyOne(turn(0, 80.0f), "clip-unlike");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("keeps half of its bones at least 41.9 degrees"));
    imported.model.clips[0].name = "climb";
    CHECK(onlyOne(checkTurnedBones(imported.model), "clip-unlike").severity == Severity::info);
    CHECK(countOf(turn(1, -80.0f), "clip-unlike") == 0);
}

TEST_CASE("a loop that gives the bones of both sides each other's rotations is a warning, another clip a note") {
    ImportedModel imported = rig_models::band(4);
    imported.model.hierarchy.names = {"arm.L", "arm.R", "leg.L", "leg.R"};
    const std::vector<float> usual{40.0f, -50.0f, 90.0f, 10.0f};
    for (uint32_t node = 0; node < 4; ++node)
        imported.model.hierarchy.rest[node].rotation = turn(usual[node]);
    const auto add = [&](const char* name, const std::vector<uint32_t>& as) {
        AnimationClip& clip = addClip(imported, name, 1.0);
        for (uint32_t node = 0; node < 4; ++node)
            clip.channels.push_back(swinging(node, usual[as[node]]));
    };
    add("walk", {0, 1, 2, 3});
    add("run", {0, 1, 2, 3});
    CHECK(countOf(checkTurnedBones(imported.model), "clip-sides") == 0);
    SECTION("both limbs") {
        const bool loops = GENERATE(false, true);
        add(loops ? "jog" : "turn", {1, 0, 3, 2});
        const Finding finding = onlyOne(checkTurnedBones(imported.model), "clip-sides");
        CHECK(finding.severity == (loops ? Severity::warning : Severity::info));
        CHECK(finding.object == (loops ? "jog" : "turn"));
        CHECK(finding.message ==
              "left and right may be exchanged: 'arm.L', 'leg.L' and their twins have each other's rotations");
    }
    SECTION("a clip for the other side") {
        add(GENERATE("Punch_R", "TurnLeft", "WaveMirrored"), {1, 0, 3, 2});
        CHECK(countOf(checkTurnedBones(imported.model), "clip-sides") == 0);
    }
    SECTION("one limb of two") {
        add("jog", {1, 0, 2, 3});
        CHECK(countOf(checkTurnedBones(imported.model), "clip-sides") == 0);
    }
    SECTION("the mirror image of a pose, with sides of the same axes") {
        for (uint32_t node = 0; node < 4; ++node)
            imported.model.hierarchy.rest[node].rotation = turn(0.0f);
        imported.model.clips.clear();
        for (uint32_t node = 0; node < 4; ++node)
            addClip(imported, "turn", 1.0).channels.push_back(swinging(node));
        CHECK(countOf(checkTurnedBones(imported.model), "clip-sides") == 0);
    }
}

TEST_CASE("a bone and the one above it that have each other's rotations are a note, unless both have the same axes") {
    ImportedModel imported = rig_models::band(4);
    const bool differ = GENERATE(false, true);
    std::vector<float> usual{0.0f, 40.0f, differ ? 110.0f : 42.0f, 0.0f};
    for (uint32_t node = 0; node < 4; ++node)
        imported.model.hierarchy.rest[node].rotation = turn(usual[node]);
    for (const char* name : {"run", "walk"})
        for (uint32_t node = 0; node < 4; ++node) {
            if (node == 0) addClip(imported, name, 1.0);
            imported.model.clips.back().channels.push_back(swinging(node, usual[node]));
        }
    CHECK(countOf(checkTurnedBones(imported.model), "bones-exchanged") == 0);
    std::swap(imported.model.clips[1].channels[1].rotation, imported.model.clips[1].channels[2].rotation);
    if (!differ) {
        CHECK(countOf(checkTurnedBones(imported.model), "bones-exchanged") == 0);
        return;
    }
    const Finding finding = onlyOne(checkTurnedBones(imported.model), "bones-exchanged");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("may have the rotations of 'bone 1' and 'bone 2' below it"));
}

TEST_CASE("a clip of differences from the rest pose is a warning, unless it is named so, or most are") {
    ImportedModel imported = swingingBand(4);
    for (Transform& rest : imported.model.hierarchy.rest)
        rest.rotation = turn(100.0f);
    const std::vector<Channel> differences = imported.model.clips[0].channels;
    for (Channel& channel : imported.model.clips[0].channels)
        channel = swinging(channel.node, 100.0f);
    const std::vector<Channel> swings = imported.model.clips[0].channels;
    addClip(imported, "idle", 1.0).channels = swings;
    CHECK(checkAdditiveClips(imported.model).empty());
    imported.model.clips[0].channels = differences;
    const Finding finding = onlyOne(checkAdditiveClips(imported.model), "clip-additive");
    CHECK(finding.object == "walk");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring("its rotations of 4 of 4 bones are near none"));
    imported.model.clips[0].name = "walk additive";
    CHECK(checkAdditiveClips(imported.model).empty());
    imported.model.clips[0].name = "walk";
    imported.model.clips[1].channels = differences;
    CHECK(checkAdditiveClips(imported.model).empty());
}

TEST_CASE("a bone whose place has keys in a clip, but whose rotation, as in all others, has none is named") {
    ImportedModel imported = swingingBand(4, "sit");
    for (const char* name : {"eat", "die"}) {
        const std::vector<Channel> channels = imported.model.clips[0].channels;
        addClip(imported, name, 1.0).channels = channels;
    }
    std::vector<Channel>& own = imported.model.clips[0].channels;
    own[2].rotation = {};
    CHECK(countOf(checkStillBones(imported.model), "clip-partial") == 0);  // an exporter leaves out what rests
    own[2].translation = {{0.0, 0.5, 1.0}, std::vector<glm::vec3>(3, imported.model.hierarchy.rest[2].translation)};
    const Finding finding = onlyOne(checkStillBones(imported.model), "clip-partial");
    CHECK(finding.object == "sit");
    CHECK(finding.message == "has translation keys but no rotation keys of 1 bone, unlike all other clips: 'bone 2'");
    SECTION("not where another clip has none, either") {
        imported.model.clips[1].channels[2] = own[2];
        CHECK(countOf(checkStillBones(imported.model), "clip-partial") == 0);
    }
    SECTION("not where its place changes: it may only slide") {
        own[2].translation.values[1].x += 1.0f;
        CHECK(countOf(checkStillBones(imported.model), "clip-partial") == 0);
    }
}
