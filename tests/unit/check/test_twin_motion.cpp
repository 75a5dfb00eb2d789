#include <cmath>
#include <numbers>

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
            channels[node] = twinSwing(node, 0.05f * static_cast<float>(node) - 0.25f);
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
