#include "check/checks.h"

#include <algorithm>

#include "support/findings.h"
#include "support/models/walking_band.h"

using namespace sinew;

TEST_CASE("feet that stand still under root motion have no finding") {
    const std::vector<Finding> findings = checkGround(rig_models::walkingBand(0.0f));
    CHECK(countOf(findings, "foot-slide") == 0);
    const Finding drift = onlyOne(findings, "root-drift");
    CHECK(drift.severity == Severity::info);
    CHECK_THAT(drift.message, Catch::Matchers::StartsWith("ends 200 cm (3"));
}

TEST_CASE("a loop in which the figure sinks or rises is a warning, a jump is not") {
    Model model = rig_models::walkingBand(0.0f, true);
    AnimationClip& clip = model.clips[0];
    clip.channels.resize(1);
    model.hierarchy.names[1] = "leg";
    const auto movedBy = [&](float y) {
        Track<glm::vec3> track = clip.channels[0].translation;
        for (size_t key = 0; key < track.size(); ++key)
            track.values[key].y += y * static_cast<float>(key) / static_cast<float>(track.size() - 1);
        Model moved = model;
        moved.clips[0].channels[0].translation = track;
        return checkGround(moved);
    };
    CHECK(countOf(movedBy(0.1f), "root-rise") == 0);
    const Finding finding = onlyOne(movedBy(-1.5f), "root-rise");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("below its start: the figure sinks: 'bone 0' moves it"));
    CHECK_THAT(onlyOne(movedBy(1.5f), "root-rise").message,
               Catch::Matchers::EndsWith("above its start: the figure rises: 'bone 0' moves it"));
    Model ahead = model;
    ahead.clips[0].channels[0].translation.values.back() += glm::vec3(2.0f, 1.5f, 0.0f);  // up a hill
    CHECK(onlyOne(checkGround(ahead), "root-rise").severity == Severity::info);
    SECTION("which may be called so") {
        clip.name = GENERATE("jumping", "Walk_Upstairs");
    }
    SECTION("nor is what has no legs") {
        model.hierarchy.names[1] = "cabin";
    }
    CHECK(countOf(movedBy(1.5f), "root-rise") == 0);
}

TEST_CASE("a foot that moves during contact slides") {
    const Finding finding = onlyOne(checkGround(rig_models::walkingBand(0.9f)), "foot-slide");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("'left' slides by"));
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring("cm"));
}

TEST_CASE("feet of an in-place clip that move at its ground speed do not slide") {
    CHECK(checkGround(rig_models::walkingBand(0.0f, true)).empty());
}

TEST_CASE("a character that drags itself over the ground has no feet") {
    Model model = rig_models::walkingBand(0.9f);
    model.clips[0].channels.resize(1);
    CHECK(countOf(checkGround(model), "foot-slide") == 0);
}

TEST_CASE("a sliding foot is reported in a standing clip, but not in one that may walk in place") {
    Model model = rig_models::walkingBand(0.0f);
    AnimationClip stand{.name = "stand", .durationSeconds = 2.0};
    const uint32_t left = 6;
    stand.channels.push_back({.node = left, .translation = {{0.0, 2.0}, {{0, 0, 0}, {1, 0, 0}}}});
    model.clips.push_back(stand);
    CHECK(onlyOne(checkGround(model), "foot-slide").object == "stand");
    model.clips[1].channels.push_back(
        {.node = left + 1, .translation = {{0.0, 1.0, 2.0}, {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}}}});
    CHECK(countOf(checkGround(model), "foot-slide") == 0);
}

TEST_CASE("a foot that slides during the few frames of a short contact is reported") {
    Model model = rig_models::walkingBand(0.0f);
    AnimationClip& clip = model.clips[0];
    const uint32_t left = 6;
    for (Channel& channel : clip.channels)
        for (double& time : channel.translation.times)
            time /= 2.0;
    clip.durationSeconds /= 2.0;
    Track<glm::vec3>& track = std::ranges::find(clip.channels, left, &Channel::node)->translation;
    const auto thin = [](auto& values) {
        for (size_t i = 0; 4 * i < values.size(); ++i)
            values[i] = values[4 * i];
        values.resize(values.size() / 4 + 1);
    };
    for (Channel& channel : clip.channels)
        if (channel.translation.size() > 2) thin(channel.translation.times), thin(channel.translation.values);
    REQUIRE(track.size() == 16);  // four keys of each contact
    CHECK(countOf(checkGround(model), "foot-slide") == 0);
    for (size_t key = 0; key < track.size(); ++key)
        track.values[key].x += 0.2f * static_cast<float>(std::min<size_t>(key, 3));
    CHECK(onlyOne(checkGround(model), "foot-slide").object == "walk");
}
