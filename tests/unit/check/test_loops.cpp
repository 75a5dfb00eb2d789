#include "check/checks.h"

#include <cmath>
#include <numbers>

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

/// Bone 1 swings by +-40 degrees over 1 second; `degrees(t)` with t from 0 to 1.
template <typename Degrees>
Model swinging(const Degrees& degrees) {
    ImportedModel imported = rig_models::band();
    Channel channel{.node = 1};
    for (int key = 0; key <= 30; ++key) {
        channel.rotation.times.push_back(key / 30.0);
        channel.rotation.values.push_back(rig_models::turn(degrees(static_cast<float>(key) / 30.0f)));
    }
    rig_models::addClip(imported, "swing", 1.0).channels.push_back(channel);
    return imported.model;
}

float wave(float turns) {
    return 40.0f * std::sin(2.0f * std::numbers::pi_v<float> * turns);
}

}  // namespace

TEST_CASE("a clip that ends in its first pose has no loop finding") {
    CHECK(checkLoops(swinging(wave)).empty());
}

TEST_CASE("a clip that is one frame short jumps at its seam") {
    const std::vector<Finding> findings = checkLoops(swinging([](float t) { return wave(t * 30.0f / 31.0f); }));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].id == "loop-seam");
    CHECK(findings[0].severity == Severity::warning);
    CHECK(findings[0].object == "swing");
    CHECK_THAT(findings[0].message, Catch::Matchers::StartsWith("'bone 2' jumps by"));
}

TEST_CASE("a jump at a seam names the bone above whose turn makes it") {
    const std::string message =
        onlyOne(checkLoops(swinging([](float t) { return wave(t * 30.0f / 31.0f); })), "loop-seam").message;
    CHECK_THAT(message, Catch::Matchers::EndsWith(" from the last pose to the first: 'bone 1' turns by 8.05 degrees"));
    const std::string slight =
        onlyOne(checkLoops(swinging([](float t) { return wave(t * 60.0f / 61.0f); })), "loop-seam").message;
    CHECK_THAT(slight, Catch::Matchers::EndsWith(" from the last pose to the first"));
}

TEST_CASE("other jumps are a warning if the clip is named like a loop") {
    // It returns, but not completely, and stands still at both ends.
    Model model = swinging([](float t) { return 40.0f * std::sin(std::numbers::pi_v<float> * t * 0.97f); });
    model.clips[0].name = GENERATE("punch", "Runaway", "hit_idleness");
    CHECK(onlyOne(checkLoops(model), "loop-seam").severity == Severity::info);
    model.clips[0].name = GENERATE("run", "ZombieRun", "Rig|Walk_Loop.001", "IDLE 2");
    CHECK(onlyOne(checkLoops(model), "loop-seam").severity == Severity::warning);
}

TEST_CASE("a rotation of the last bone of a chain is a jump") {
    ImportedModel imported = rig_models::band();
    Channel channel{.node = 2};
    for (int key = 0; key <= 30; ++key) {
        channel.rotation.times.push_back(key / 30.0);
        channel.rotation.values.push_back(rig_models::turn(2.0f * wave(static_cast<float>(key) / 31.0f)));
    }
    rig_models::addClip(imported, "swing", 1.0).channels.push_back(channel);
    CHECK(onlyOne(checkLoops(imported.model), "loop-seam").object == "swing");
}

TEST_CASE("a clip that ends in another pose is not meant to loop") {
    const std::vector<Finding> findings = checkLoops(swinging([](float t) { return 40.0f * t; }));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].id == "clip-not-looping");
    CHECK(findings[0].severity == Severity::info);
}

TEST_CASE("a jump of velocity at the loop point is reported") {
    // Half a wave: it ends at its start, moving in the other direction.
    const std::vector<Finding> findings = checkLoops(swinging([](float t) { return wave(t / 2.0f); }));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].id == "loop-speed");
    CHECK_THAT(findings[0].message, Catch::Matchers::ContainsSubstring("'bone 2'"));
}

TEST_CASE("root motion is removed before the loop is checked") {
    Model model = swinging(wave);
    model.clips[0].channels.push_back({.node = 0, .translation = {{0.0, 1.0}, {{0, 0, 0}, {3, 0, 0}}}});
    CHECK(checkLoops(model).empty());
    model.clips[0].channels.back().translation.values[1] = {0, 3, 0};  // up is not root motion
    CHECK(countOf(checkLoops(model), "clip-not-looping") == 1);
}

TEST_CASE("loops are judged frame by frame, however many clips there are") {
    Model model = swinging(wave);
    model.clips.resize(30000, model.clips[0]);
    const CheckedModel checked(model);
    CHECK(checked.motionOf(0).steps() < 30);
    CHECK(checked.frameByFrame(0).steps() == 30);
}
