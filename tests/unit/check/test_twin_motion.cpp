#include <cmath>
#include <numbers>
#include <optional>

#include <glm/gtc/matrix_transform.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::turn;

namespace {

constexpr int kKeys = 25;

Channel twinSwing(uint32_t node, float phase, const glm::vec3& axis = {0.0f, 0.0f, 1.0f}) {
    Channel channel{.node = node};
    for (int key = 0; key < kKeys; ++key) {
        const float cycle = 2.0f * std::numbers::pi_v<float> * (static_cast<float>(key) / (kKeys - 1) - phase);
        channel.rotation.times.push_back(key / 24.0);
        channel.rotation.values.push_back(turn(25.0f * std::sin(cycle) + 8.0f * std::sin(2.0f * cycle), axis));
    }
    return channel;
}

/// A walk of six pairs of bones: the right ones are half a cycle late, and turn about another axis.
ImportedModel walking() {
    ImportedModel imported = rig_models::band(12);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t pair = 0; pair < 6; ++pair) {
        imported.model.hierarchy.names[2 * pair] = "bone" + std::to_string(pair) + ".L";
        imported.model.hierarchy.names[2 * pair + 1] = "bone" + std::to_string(pair) + ".R";
        clip.channels.push_back(twinSwing(2 * pair, 0.1f * static_cast<float>(pair)));
        clip.channels.push_back(twinSwing(2 * pair + 1, 0.5f + 0.1f * static_cast<float>(pair), {1.0f, 0.0f, 0.0f}));
    }
    return imported;
}

}  // namespace

TEST_CASE("a bone that moves at another time than its twin is named") {
    ImportedModel imported = walking();
    CHECK(checkTwinMotion(imported.model).empty());
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    channels[4] = twinSwing(4, 0.2f - 0.25f);  // a quarter early
    const Finding finding = onlyOne(checkTwinMotion(imported.model), "bone-unlike-twin");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK(finding.message ==
          "moves 'bone2.L' unlike 'bone2.R', or at another time, although 5 of 6 pairs of bones mirror each other");
}

TEST_CASE("an arm that does something else is no fault, nor is a clip without symmetry") {
    ImportedModel imported = walking();
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    SECTION("an arm of two bones") {
        for (const uint32_t node : {0u, 2u})
            for (size_t key = 0; key < kKeys; ++key)
                channels[node].rotation.values[key] = turn(key < 4 ? 40.0f : 10.0f);
    }
    SECTION("a clip in which both sides may differ") {
        channels[4] = twinSwing(4, 0.2f - 0.25f);
        imported.model.clips[0].name = "wave";
        addClip(imported, "nod", 1.0);
    }
    SECTION("no symmetry") {
        for (uint32_t node = 0; node < 12; ++node)
            channels[node] = twinSwing(node, 0.083f * static_cast<float>(node * node % 12));
    }
    SECTION("hardly any movement") {
        for (glm::quat& value : channels[4].rotation.values)
            value = turn(0.0f);
        for (glm::quat& value : channels[5].rotation.values)
            value = turn(0.05f * static_cast<float>(&value - channels[5].rotation.values.data()));
    }
    CHECK(checkTwinMotion(imported.model).empty());
}

TEST_CASE("pairs that mirror each other at times on which no two agree tell nothing about another one") {
    ImportedModel imported = walking();
    AnimationClip& clip = imported.model.clips[0];
    clip.channels.resize(6);
    clip.channels[4] = twinSwing(4, 0.2f - 0.25f);
    CHECK(countOf(checkTwinMotion(imported.model), "bone-unlike-twin") == 1);
    clip.channels[2] = twinSwing(2, 0.1f + 0.1f);
    CHECK(checkTwinMotion(imported.model).empty());
}

TEST_CASE("a limb that is late as a whole is named by its topmost bone") {
    ImportedModel imported = walking();
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    // Two limbs: the pairs 0 to 3, and 4 and 5.
    for (const uint32_t node : {8u, 10u})
        channels[node] = twinSwing(node, 0.05f * static_cast<float>(node) - 0.25f);
    const Finding finding = onlyOne(checkTwinMotion(imported.model), "bone-unlike-twin");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message ==
          "moves 'bone4.L' and 1 bone below it unlike 'bone4.R', or at another time, although 4 of 6 "
          "pairs of bones mirror each other");
    imported.model.hierarchy.parents[10] = 0;  // of another limb
    CHECK(checkTwinMotion(imported.model).empty());
}

TEST_CASE("a limb that turns far more than the one on the other side is named, one whose counterpart rests is not") {
    ImportedModel imported = walking();
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    const auto turnedBy = [&](float factor, uint32_t side) {
        for (uint32_t node = 8 + side; node < 12; node += 2)
            for (size_t key = 0; key < kKeys; ++key) {
                const glm::quat& twin = channels[node ^ 1u].rotation.values[(key + kKeys / 2) % (kKeys - 1)];
                channels[node].rotation.values[key] = turn(factor * glm::degrees(glm::angle(twin)), glm::axis(twin));
            }
        return checkTwinMotion(imported.model);
    };
    CHECK(turnedBy(1.7f, 0).empty());
    const Finding finding = onlyOne(turnedBy(2.5f, 0), "bone-unlike-twin");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("turns 'bone4.L' 2."));
    CHECK_THAT(finding.message,
               Catch::Matchers::EndsWith(" times as far as 'bone4.R', although the other bones turn as far as those on "
                                         "the other side"));
    SECTION("the other way round") {
        CHECK_THAT(onlyOne(turnedBy(0.3f, 0), "bone-unlike-twin").message,
                   Catch::Matchers::StartsWith("turns 'bone4.R' 3."));
    }
    SECTION("not where another bone does so, too") {
        for (glm::quat& value : channels[1].rotation.values)
            value = turn(0.55f * glm::degrees(glm::angle(value)), glm::axis(value));
        CHECK(checkTwinMotion(imported.model).empty());
    }
    SECTION("not where one side stands still, as an arm that carries something") {
        CHECK(turnedBy(0.0f, 0).empty());
    }
}

namespace {

/// A trunk with pairs of bones at its sides, which walk: the left ones are half a cycle late.
ImportedModel walkingFigure(bool named, uint32_t pairs = 3) {
    ImportedModel imported = rig_models::band(2 * pairs + 1);
    Model& model = imported.model;
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t bone = 1; bone <= 2 * pairs; ++bone) {
        const bool isLeft = bone % 2 == 0;
        if (named) model.hierarchy.names[bone] = "bone" + std::to_string((bone + 1) / 2) + (isLeft ? ".L" : ".R");
        model.hierarchy.parents[bone] = 0;
        model.hierarchy.rest[bone].translation = {isLeft ? 2.0f : -2.0f, static_cast<float>((bone + 1) / 2), 0.0f};
        Channel channel{.node = bone};
        for (int key = 0; key < kKeys; ++key) {
            const float cycle = 2.0f * std::numbers::pi_v<float> * (static_cast<float>(key) / (kKeys - 1));
            const glm::vec3 way(0.0f, 0.3f * std::cos(2.0f * cycle), isLeft ? -std::sin(cycle) : std::sin(cycle));
            channel.translation.times.push_back(key / 24.0);
            channel.translation.values.push_back(model.hierarchy.rest[bone].translation + way);
        }
        clip.channels.push_back(channel);
    }
    for (Influences& influences : model.meshes[0].influences)
        influences = {{0}, {static_cast<uint16_t>(kWeightOne)}};
    return imported;
}

}  // namespace

TEST_CASE("two bones that are no mirror images of each other in a walk are named, with or without names of sides") {
    ImportedModel imported = walkingFigure(GENERATE(true, false));
    CHECK(checkMirroredGaits(imported.model).empty());
    Track<glm::vec3>& track = imported.model.clips[0].channels[2].translation;
    SECTION("at another place") {
        for (glm::vec3& value : track.values)
            value.y += 1.0f;
    }
    SECTION("at another time") {
        for (int key = 0; key < kKeys; ++key)
            track.values[static_cast<size_t>(key)].z =
                std::sin(2.0f * std::numbers::pi_v<float> * (static_cast<float>(key) / (kKeys - 1) + 0.3f));
    }
    const Finding finding = onlyOne(checkMirroredGaits(imported.model), "gait-uneven");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("although 2 of 3 pairs of bones mirror each other"));
    imported.model.clips[0].name = "wave";
    addClip(imported, "nod", 1.0);
    CHECK(checkMirroredGaits(imported.model).empty());
}

TEST_CASE("the bone above a pair that is off is named where it is a little off itself, as what turns the others") {
    ImportedModel imported = walkingFigure(true, 5);
    Model& model = imported.model;
    std::vector<Channel>& channels = model.clips[0].channels;
    for (const uint32_t bone : {5u, 6u}) {  // they hang on those of the pair before
        model.hierarchy.parents[bone] = static_cast<int32_t>(bone) - 2;
        model.hierarchy.rest[bone].translation = {0.0f, 1.0f, 0.0f};
        channels[bone - 1] = {.node = bone, .translation = {{0.0, 1.0}, {{0, 1, 0}, {0, 1, 0}}}};
    }
    CHECK(checkMirroredGaits(model).empty());
    const bool isAboveOff = GENERATE(true, false);
    for (glm::vec3& value : channels[4].translation.values)
        value.y += 0.6f;
    if (isAboveOff)
        for (glm::vec3& value : channels[2].translation.values)
            value.y += 0.13f;
    CHECK_THAT(
        onlyOne(checkMirroredGaits(model), "gait-uneven").message,
        Catch::Matchers::StartsWith(isAboveOff ? "moves 'bone2.R' and 'bone2.L'" : "moves 'bone3.R' and 'bone3.L'"));
}

namespace {

/// Pairs of bones and a head on a trunk, which turn but stay where they are: a walk and a run, in which the left ones
/// are half a cycle late.
ImportedModel turningFigure(uint32_t pairs = 5) {
    const uint32_t head = 2 * pairs + 1;
    ImportedModel imported = rig_models::band(head + 1);
    Model& model = imported.model;
    model.hierarchy.names[head] = "head";
    std::vector<Channel> channels;
    for (uint32_t bone = 1; bone <= head; ++bone) {
        const bool isLeft = bone % 2 == 0;
        const auto pair = static_cast<float>((bone + 1) / 2);
        model.hierarchy.parents[bone] = 0;
        model.hierarchy.rest[bone].translation = {bone == head ? 0.0f : isLeft ? 2.0f : -2.0f, pair, 0.0f};
        if (bone < head) model.hierarchy.names[bone] = "bone" + std::to_string((bone + 1) / 2) + (isLeft ? ".L" : ".R");
        Channel& channel = channels.emplace_back(Channel{.node = bone});
        for (int key = 0; key < kKeys; ++key) {
            const float cycle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(key) / (kKeys - 1);
            channel.rotation.times.push_back(key / 24.0);
            channel.rotation.values.push_back(
                turn(bone == head ? 0.0f : (isLeft ? -15.0f : 15.0f) * std::sin(cycle), {1.0f, 0.0f, 0.0f}));
        }
    }
    addClip(imported, "walk", 1.0).channels = channels;
    addClip(imported, "run", 1.0).channels = channels;
    for (Influences& influences : model.meshes[0].influences)
        influences = {{0}, {static_cast<uint16_t>(kWeightOne)}};
    return imported;
}

/// Of a bone of a trunk or right below it, at rest.
glm::vec3 worldPlace(const NodeHierarchy& hierarchy, uint32_t node) {
    return hierarchy.rest[0].translation + (node == 0 ? glm::vec3(0.0f) : hierarchy.rest[node].translation);
}

/// Turns a bone to one side through a whole clip.
void turnAside(ImportedModel& imported, size_t clip, uint32_t bone, float degrees) {
    for (glm::quat& value : imported.model.clips[clip].channels[bone - 1].rotation.values)
        value = turn(degrees) * value;
}

}  // namespace

TEST_CASE("a bone in the middle that one gait turns to one side is named, in all gaits it is a style") {
    ImportedModel imported = turningFigure();
    CHECK(checkMirroredGaits(imported.model).empty());
    turnAside(imported, 0, 11, 10.0f);
    const Finding finding = onlyOne(checkMirroredGaits(imported.model), "gait-uneven");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK(finding.message ==
          "turns 'head' to one side, by 10 degrees in the mean, although 5 of 5 pairs of bones mirror each other");
    turnAside(imported, 1, 11, 10.0f);
    CHECK(checkMirroredGaits(imported.model).empty());
}

TEST_CASE("a bone that a gait turns otherwise than its counterpart is named, although both are in their places") {
    ImportedModel imported = turningFigure();
    const float degrees = GENERATE(2.0f, 12.0f, 50.0f);
    turnAside(imported, 0, 3, degrees);
    const std::vector<Finding> findings = checkMirroredGaits(imported.model);
    if (degrees == 2.0f) {
        CHECK(findings.empty());
        return;
    }
    const Finding finding = onlyOne(findings, "gait-uneven");
    CHECK(finding.object == "walk");
    CHECK(finding.message == "turns 'bone2.R' and 'bone2.L' unlike each other's mirror image, by " +
                                 std::to_string(static_cast<int>(degrees)) +
                                 " degrees in the mean, although 4 of 5 pairs of bones mirror each other");
    imported.model.clips[0].name = "wave";
    CHECK(checkMirroredGaits(imported.model).empty());
}

TEST_CASE("a gait is judged from the bind pose where the rest pose is that of a gesture") {
    ImportedModel imported = turningFigure();
    Model& model = imported.model;
    for (Bone& bone : model.instances[0].bones)
        bone.inverseBindMatrix = glm::translate(glm::mat4(1.0f), -worldPlace(model.hierarchy, bone.node));
    model.hierarchy.rest[3] = {.translation = {-2.0f, 2.1f, 0.0f}, .rotation = turn(12.0f)};
    turnAside(imported, 1, 3, 12.0f);
    const Finding finding = onlyOne(checkMirroredGaits(model), "gait-uneven");
    CHECK(finding.object == "run");  // and not the walk, which is unlike the rest pose
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("turns 'bone2.R' and 'bone2.L' unlike each other's mirror image, by 12 "));
}

TEST_CASE("a bone that one gait alone holds to one side is named, whatever else the sides do") {
    ImportedModel imported = turningFigure();
    for (AnimationClip& clip : imported.model.clips)
        for (uint32_t bone = 1; bone < 11; bone += 2)  // turns twice, and less and less
            for (int key = 0; key < kKeys; ++key) {
                const float cycle = 4.0f * std::numbers::pi_v<float> * static_cast<float>(key) / (kKeys - 1);
                clip.channels[bone - 1].rotation.values[static_cast<size_t>(key)] =
                    turn(40.0f * std::sin(cycle), {1.0f, 0.0f, 0.0f});
            }
    const auto found = [&] { return checkMirroredGaits(imported.model); };
    CHECK(found().empty());
    SECTION("a bone in the middle") {
        turnAside(imported, 0, 11, 22.0f);
        CHECK(found().empty());
        turnAside(imported, 0, 11, 8.0f);
        const Finding finding = onlyOne(found(), "gait-uneven");
        CHECK(finding.severity == Severity::info);
        CHECK(finding.object == "walk");
        CHECK(finding.message == "turns 'head' to one side throughout, by 30 degrees in the mean, and no other bone");
    }
    SECTION("one side") {
        turnAside(imported, 0, 3, 30.0f);
        CHECK(
            onlyOne(found(), "gait-uneven").message ==
            "turns 'bone2.R' and 'bone2.L' unlike each other's mirror image throughout, by 30 degrees in the mean, and "
            "no other bones");
        SECTION("the segments of a worm, which have no sides") {
            imported.model.hierarchy.names = rig_models::band(12).model.hierarchy.names;
            CHECK(found().empty());
        }
        SECTION("a thumb holds something") {
            imported.model.hierarchy.names[3] = "thumb1.R", imported.model.hierarchy.names[4] = "thumb1.L";
            CHECK(found().empty());
        }
    }
    turnAside(imported, 0, 11, 30.0f);
    SECTION("a pose") {
        turnAside(imported, 0, 3, 30.0f);
        CHECK(found().empty());
    }
    SECTION("a style") {
        turnAside(imported, 1, 11, 30.0f);
        CHECK(found().empty());
    }
    SECTION("a clip that turns") {
        imported.model.clips[0].name = "walk_left";
        CHECK(found().empty());
    }
}

TEST_CASE("a walk or run whose cycle is too short or too long is a note, a clip of several cycles is not") {
    ImportedModel imported = rig_models::band(3);
    imported.model.hierarchy.parents[2] = 0;
    const auto paceOf = [&](const char* name, double seconds, int cycles) {
        imported.model.clips.clear();
        AnimationClip& clip = addClip(imported, name, seconds);
        constexpr int keys = 240;
        for (const uint32_t node : {1u, 2u}) {
            Channel& channel = clip.channels.emplace_back(Channel{.node = node});
            for (int key = 0; key <= keys; ++key) {
                const float phase = static_cast<float>(cycles * key) / static_cast<float>(keys);
                const float way = std::sin(2.0f * std::numbers::pi_v<float> * phase);
                channel.translation.times.push_back(seconds * key / keys);
                channel.translation.values.emplace_back(node, 1.0f, node == 1 ? way : -way);
            }
        }
        return checkStrides(imported.model);
    };
    CHECK(paceOf("walk", 1.0, 1).empty());
    const Finding finding = onlyOne(paceOf("walk", 0.3, 1), "gait-pace");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK(finding.message == "takes 0.3 s for a cycle of two steps: is the clip too fast?");
    CHECK(onlyOne(paceOf("walk", 6.0, 1), "gait-pace").message ==
          "takes 6 s for a cycle of two steps: is the clip too slow?");
    CHECK(onlyOne(paceOf("run", 2.0, 1), "gait-pace").object == "run");
    CHECK(paceOf("walk", 2.0, 1).empty());
    CHECK(paceOf("swim", 6.0, 1).empty());
    CHECK(paceOf("walk", 6.0, 6).empty());
    CHECK(paceOf("walk", 11.0, 11).empty());
    CHECK(onlyOne(paceOf("run", 1.2, 6), "gait-pace").message ==
          "takes 0.2 s for a cycle of two steps: is the clip too fast?");
}

TEST_CASE("a walk that hardly moves its legs is a note; a pose is none") {
    ImportedModel imported = rig_models::band(3);
    imported.model.hierarchy.parents[2] = 0;
    const auto faint = [&](const char* clip, const char* leg, float share) {
        imported.model.hierarchy.names = {"body", leg + std::string(".L"), leg + std::string(".R")};
        imported.model.clips.clear();
        AnimationClip& walk = addClip(imported, clip, 1.0);
        for (const uint32_t node : {1u, 2u}) {
            Channel& channel = walk.channels.emplace_back(Channel{.node = node});
            for (int key = 0; key < kKeys; ++key) {
                const float way = std::sin(2.0f * std::numbers::pi_v<float> * static_cast<float>(key) / (kKeys - 1));
                channel.translation.times.push_back(key / 24.0);
                channel.translation.values.emplace_back(node, 1.0f, share * (node == 1 ? way : -way));
            }
        }
        std::vector<Finding> findings = checkStrides(imported.model);
        std::erase_if(findings, [](const Finding& finding) { return finding.id != "gait-faint"; });
        return findings;
    };
    CHECK(faint("walk", "foot", 0.5f).empty());
    const Finding finding = onlyOne(faint("walk", "foot", 0.02f), "gait-faint");
    CHECK(finding.object == "walk");
    CHECK(finding.severity == Severity::info);
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("hardly moves: of its legs, 'foot."));
    CHECK(faint("run", "frontleg", 0.02f).size() == 1);
    CHECK(faint("walk", "eye", 0.02f).empty());
    CHECK(faint("idle", "foot", 0.02f).empty());
    CHECK(faint("walk", "foot", 0.0f).empty());
    SECTION("nor is a walk of short legs") {
        imported = rig_models::band(5);
        imported.model.hierarchy.parents = {-1, 0, 0, 1, 2};
        imported.model.hierarchy.rest[3].translation = imported.model.hierarchy.rest[4].translation = {0, -0.1f, 0};
        const auto findings = [&](float share) {
            imported.model.hierarchy.names = {"body", "thigh.L", "thigh.R", "foot.L", "foot.R"};
            imported.model.clips.clear();
            AnimationClip& walk = addClip(imported, "walk", 1.0);
            for (const uint32_t node : {3u, 4u})
                walk.channels.push_back(
                    {.node = node,
                     .translation = {{0.0, 0.5, 1.0}, {{0, -0.1f, -share}, {0, -0.1f, share}, {0, -0.1f, -share}}}});
            return countOf(checkStrides(imported.model), "gait-faint");
        };
        CHECK(findings(0.05f) == 0);
        CHECK(findings(0.01f) == 1);
    }
}

TEST_CASE("legs that swing to the same side at the same time are a note in a walk, unless they bob with the body") {
    ImportedModel imported = rig_models::band(3);
    imported.model.hierarchy.names = {"body", "leg.L", "leg.R"};
    imported.model.hierarchy.parents[2] = 0;
    const bool together = GENERATE(false, true), walks = GENERATE(false, true), bobs = GENERATE(false, true);
    AnimationClip& clip = addClip(imported, walks ? "Walking" : "Hopping", 1.0);
    for (const uint32_t node : {1u, 2u}) {
        Channel& channel = clip.channels.emplace_back(Channel{.node = node});
        for (int key = 0; key < kKeys; ++key) {
            const float way = std::sin(2.0f * std::numbers::pi_v<float> * static_cast<float>(key) / (kKeys - 1));
            channel.translation.times.push_back(key / 24.0);
            const float swing = node == 1 || together ? way : -way;
            channel.translation.values.push_back(bobs ? glm::vec3(node, 1.0f + swing, 0.0f)
                                                      : glm::vec3(node, 1, swing));
        }
    }
    const std::vector<Finding> findings = checkStrides(imported.model);
    if (!together || !walks || bobs) {
        CHECK(findings.empty());
        return;
    }
    const Finding finding = onlyOne(findings, "legs-together");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "Walking");
    CHECK(finding.message == "swings 'leg.L' and 'leg.R' to the same side at the same time, unlike the legs of a walk");
}

TEST_CASE("an arm that swings with the leg of its side is a note in a walk, not with the other leg") {
    ImportedModel imported = rig_models::band(5);
    imported.model.hierarchy.names = {"body", "hand.L", "hand.R", "foot.L", "foot.R"};
    imported.model.hierarchy.parents = {kNoParent, 0, 0, 0, 0};
    const bool same = GENERATE(false, true), walks = GENERATE(false, true);
    AnimationClip& clip = addClip(imported, walks ? "Walking" : "Waving", 1.0);
    for (const uint32_t node : {1u, 2u, 3u, 4u}) {
        Channel& channel = clip.channels.emplace_back(Channel{.node = node});
        const bool isFoot = node > 2, isRight = node % 2 == 0;
        for (int key = 0; key < kKeys; ++key) {
            const float way = std::sin(2.0f * std::numbers::pi_v<float> * static_cast<float>(key) / (kKeys - 1));
            channel.translation.times.push_back(key / 24.0);
            channel.translation.values.emplace_back(isRight ? 1 : -1, isFoot ? -1 : 1,
                                                    isRight != (isFoot && !same) ? way : -way);
        }
    }
    const std::vector<Finding> findings = checkStrides(imported.model);
    CHECK(countOf(findings, "arm-with-leg") == (same && walks));
    if (!same || !walks) return;
    const Finding finding = onlyOne(findings, "arm-with-leg");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "Walking");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("swings 'hand.L' forward with 'foot.L' of the same side"));
}

TEST_CASE("a bone is the twin of a bone, not of a mesh that is called like it") {
    NodeHierarchy hierarchy = rig_models::band(6).model.hierarchy;
    hierarchy.names = {"root", "foot.L", "foot.L", "leg.R", "foot.R", "foot.R"};
    hierarchy.parents = {kNoParent, 0, 1, 0, 3, 3};
    CHECK(twinsOf(hierarchy)[4] == 2u);
    CHECK(twinsOf(hierarchy)[1] == 4u);
}

TEST_CASE("a bone is the twin of the one of its own number, where there is one") {
    NodeHierarchy hierarchy = rig_models::band(7).model.hierarchy;
    hierarchy.names = {"root", "Feather_L_1", "Feather_L_2", "Feather_R_2", "Feather_R_1", "arm.L_07", "arm.R_03"};
    hierarchy.parents = {kNoParent, 0, 0, 0, 0, 0, 0};
    CHECK(twinsOf(hierarchy)[1] == 4u);
    CHECK(twinsOf(hierarchy)[2] == 3u);
    CHECK(twinsOf(hierarchy)[3] == 2u);
    CHECK(twinsOf(hierarchy)[5] == 6u);
    CHECK(twinsOf(hierarchy)[6] == 5u);
}

namespace {

/// Moves a bone away from its parent, by a factor.
void lengthen(ImportedModel& imported, uint32_t bone, float factor) {
    imported.model.hierarchy.rest[bone].translation *= factor;
}

}  // namespace

TEST_CASE("the only bone that rests farther from its parent than its twin does is a note") {
    ImportedModel imported = turningFigure();
    CHECK(checkUnevenBones(imported.model).empty());
    const auto found = [&] { return checkUnevenBones(imported.model); };
    const uint32_t bone = GENERATE(5u, 6u);  // 3.6 from the trunk, in a figure of 12
    lengthen(imported, bone, 1.24f);
    CHECK(found().empty());
    lengthen(imported, bone, 1.27f / 1.24f);
    const std::string name = imported.model.hierarchy.names[bone], other = imported.model.hierarchy.names[11 - bone];
    const Finding finding = onlyOne(found(), "rest-uneven");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == name);
    CHECK(finding.message == "rests 8.08 % of the model's size farther from 'bone 0' than '" + other +
                                 "' on the other side from its parent, although 4 of 5 pairs of bones are alike");
}

TEST_CASE("a short bone is uneven by 3 % of the size or more, however many times as long as its twin") {
    ImportedModel imported = turningFigure();  // its size is 12.04
    for (const uint32_t bone : {1u, 2u})
        imported.model.hierarchy.rest[bone].translation.y = 0.0f;
    for (const uint32_t bone : {1u, 2u})
        lengthen(imported, bone, 0.25f);
    lengthen(imported, 2, 1.7f);  // 0.35
    CHECK(checkUnevenBones(imported.model).empty());
    lengthen(imported, 2, 1.75f / 1.7f);  // 0.375
    CHECK(onlyOne(checkUnevenBones(imported.model), "rest-uneven").object == "bone1.L");
}

TEST_CASE("uneven bones are a style if there are two, where hardly any pairs are alike, or of few pairs") {
    ImportedModel imported = turningFigure(10);
    lengthen(imported, 5, 1.5f);
    CHECK(onlyOne(checkUnevenBones(imported.model), "rest-uneven").object == "bone3.R");
    SECTION("two") {
        lengthen(imported, 8, 1.5f);
    }
    SECTION("eight of ten pairs are alike, seven are not enough") {
        lengthen(imported, 7, 1.1f);
        CHECK(checkUnevenBones(imported.model).size() == 1);
        lengthen(imported, 9, 1.1f);
    }
    SECTION("four pairs") {
        imported = turningFigure(4);
        lengthen(imported, 5, 1.5f);
    }
    CHECK(checkUnevenBones(imported.model).empty());
}

namespace {

/// The turning figure, of which all pairs but the first hang on that of their side, as shins on thighs.
ImportedModel hingedFigure(uint32_t pairs = 6) {
    ImportedModel imported = turningFigure(pairs);
    NodeHierarchy& hierarchy = imported.model.hierarchy;
    for (uint32_t bone = 3; bone <= 2 * pairs; ++bone) {
        const uint32_t thigh = bone % 2 == 0 ? 2 : 1;
        hierarchy.parents[bone] = static_cast<int32_t>(thigh);
        hierarchy.rest[bone].translation -= hierarchy.rest[thigh].translation;
    }
    return imported;
}

/// Keeps both bones of a pair turned through a whole clip, or through all of them.
void bend(ImportedModel& imported, uint32_t pair, float right, float left, std::optional<size_t> only = {},
          const glm::vec3& rightAxis = {1.0f, 0.0f, 0.0f}, const glm::vec3& leftAxis = {1.0f, 0.0f, 0.0f}) {
    for (size_t clip = 0; clip < imported.model.clips.size(); ++clip) {
        if (only && *only != clip) continue;
        std::vector<Channel>& channels = imported.model.clips[clip].channels;
        std::ranges::fill(channels[2 * pair - 2].rotation.values, turn(right, rightAxis));
        std::ranges::fill(channels[2 * pair - 1].rotation.values, turn(left, leftAxis));
    }
}

}  // namespace

TEST_CASE("a bone that bends the other way than its twin in the mean of all clips is a warning") {
    ImportedModel imported = hingedFigure();
    const auto found = [&] { return checkUnevenBones(imported.model); };
    CHECK(found().empty());
    bend(imported, 2, 40.0f, 40.0f);
    CHECK(found().empty());
    bend(imported, 2, 40.0f, -50.0f);
    const Finding finding = onlyOne(found(), "bone-bends-back");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "bone2.L");
    CHECK(finding.message ==
          "bends the other way than 'bone2.R' on the other side, by 40 degrees or more in the mean of all clips");
    SECTION("by 18 degrees or more on both sides, and as a note below 30") {
        bend(imported, 2, 60.0f, -31.0f);
        CHECK(onlyOne(found(), "bone-bends-back").severity == Severity::warning);
        bend(imported, 2, 60.0f, -19.0f);
        CHECK(onlyOne(found(), "bone-bends-back").severity == Severity::info);
        bend(imported, 2, 60.0f, -17.0f);
        CHECK(found().empty());
        bend(imported, 2, 17.0f, -60.0f);
        CHECK(found().empty());
    }
    SECTION("in the mean of all clips, not in one") {
        bend(imported, 2, 0.0f, 0.0f, 0);
        CHECK(found().size() == 1);
        bend(imported, 2, 28.0f, -28.0f, 1);
        CHECK(found().empty());
        bend(imported, 2, -40.0f, 40.0f, 0);
        bend(imported, 2, 40.0f, -40.0f, 1);
        CHECK(found().empty());
    }
    SECTION("if it is the first bone of a limb") {
        imported = hingedFigure();
        bend(imported, 1, 40.0f, -50.0f);
        CHECK(found().empty());
    }
    SECTION("if it hangs on a shoulder") {
        imported.model.hierarchy.names[1] = "shoulder.R", imported.model.hierarchy.names[2] = "shoulder.L";
        CHECK(found().empty());
    }
    SECTION("if it is one of five pairs") {
        imported = hingedFigure(4);
        bend(imported, 2, 40.0f, -50.0f);
        CHECK(found().empty());
    }
}

TEST_CASE("both sides bend the same way if they are mirror images, or nearly so") {
    ImportedModel imported = hingedFigure();
    constexpr glm::vec3 kUp(0.0f, 1.0f, 0.0f);
    bend(imported, 2, 40.0f, -40.0f, {}, kUp, kUp);
    CHECK(checkUnevenBones(imported.model).empty());
    bend(imported, 2, 40.0f, 40.0f, {}, kUp, kUp);
    CHECK(countOf(checkUnevenBones(imported.model), "bone-bends-back") == 1);
    const auto apart = [&](float degrees) {
        const float angle = glm::radians(degrees);
        bend(imported, 2, 40.0f, 40.0f, {}, {1.0f, 0.0f, 0.0f}, {std::cos(angle), std::sin(angle), 0.0f});
        return checkUnevenBones(imported.model).size();
    };
    CHECK(apart(130.0f) == 0);
    CHECK(apart(140.0f) == 1);
}

TEST_CASE("two bones that bend backward are a style, and so is one beside others of which most bend their own ways") {
    ImportedModel imported = hingedFigure();
    constexpr glm::vec3 kRight(1.0f, 0.0f, 0.0f), kUp(0.0f, 1.0f, 0.0f);
    bend(imported, 2, 40.0f, -40.0f);
    SECTION("two") {
        for (const uint32_t pair : {5u, 3u})
            bend(imported, pair, 40.0f, 40.0f);
        CHECK(checkUnevenBones(imported.model).size() == 1);
        bend(imported, 4, 40.0f, -40.0f);
    }
    SECTION("as many that bend the same way") {
        bend(imported, 5, 40.0f, 40.0f, {}, kRight, kUp);
        for (const uint32_t pair : {3u, 4u})
            bend(imported, pair, 40.0f, 40.0f);
        CHECK(checkUnevenBones(imported.model).size() == 1);
        bend(imported, 3, 40.0f, 40.0f, {}, kRight, kUp);
    }
    CHECK(checkUnevenBones(imported.model).empty());
}
