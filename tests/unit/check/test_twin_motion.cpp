#include <cmath>
#include <numbers>

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

namespace {

/// A trunk with three pairs of bones at its sides, which walk: the left ones are half a cycle late.
ImportedModel walkingFigure(bool named) {
    ImportedModel imported = rig_models::band(7);
    Model& model = imported.model;
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t bone = 1; bone < 7; ++bone) {
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
            channel.translation.values.push_back(bobs ? glm::vec3(node, 1.0f + swing, 0.0f) : glm::vec3(node, 1, swing));
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
