#include "check/checks.h"

#include <array>
#include <cmath>

#include "check/words.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::turn;

namespace {

Channel swaying(uint32_t node, float degrees = 20.0f) {
    Channel channel{.node = node};
    for (int key = 0; key < 31; ++key) {
        channel.rotation.times.push_back(key / 30.0);
        channel.rotation.values.push_back(turn(degrees * std::sin(static_cast<float>(key) * 0.209f)));
    }
    return channel;
}

/// All three bones swing for a second.
ImportedModel swayingBand() {
    ImportedModel imported = rig_models::band();
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (const uint32_t node : {0u, 1u, 2u})
        clip.channels.push_back(swaying(node));
    return imported;
}

template <typename Change>
std::vector<Finding> timed(const Change& change) {
    ImportedModel imported = swayingBand();
    AnimationClip& clip = imported.model.clips[0];
    for (Channel& channel : clip.channels)
        for (double& time : channel.rotation.times)
            time = change(time);
    clip.durationSeconds = std::max(clip.durationSeconds, change(1.0));
    return checkTiming(imported.model);
}

void cut(Track<glm::quat>& track, ptrdiff_t begin, ptrdiff_t end) {
    track.times = {track.times.begin() + begin, track.times.begin() + end};
    track.values = {track.values.begin() + begin, track.values.begin() + end};
}

}  // namespace

TEST_CASE("clips that start at 0 or at the first frame have no timing findings") {
    CHECK(timed([](double time) { return time; }).empty());
    CHECK(timed([](double time) { return time + 1.0 / 24.0; }).empty());
    CHECK(timed([](double time) { return time * 1.5; }).empty());
}

TEST_CASE("a late or negative first key is a warning") {
    CHECK(onlyOne(timed([](double time) { return time + 2.0; }), "clip-late").message ==
          "has its first key at 2 s; until then it holds a pose");
    CHECK(onlyOne(timed([](double time) { return time - 0.5; }), "clip-early").object == "walk");
}

TEST_CASE("times in frames or milliseconds are a warning that says so") {
    CHECK_THAT(onlyOne(timed([](double time) { return time * 30.0; }), "clip-slow").message,
               Catch::Matchers::EndsWith("frames, not seconds?"));
    CHECK_THAT(onlyOne(timed([](double time) { return time * 1000.0; }), "clip-slow").message,
               Catch::Matchers::EndsWith("milliseconds, not seconds?"));
    ImportedModel imported = swayingBand();
    for (Channel& channel : imported.model.clips[0].channels)
        for (double& time : channel.rotation.times)
            time *= 1e-3;
    imported.model.clips[0].durationSeconds = 1e-3;
    CHECK(onlyOne(checkTiming(imported.model), "clip-fast").object == "walk");
    for (Channel& channel : imported.model.clips[0].channels)
        for (double& time : channel.rotation.times)
            time *= 90.0;
    imported.model.clips[0].durationSeconds = 0.09;  // keys 3 ms apart
    CHECK(onlyOne(checkTiming(imported.model), "clip-fast").object == "walk");
}

TEST_CASE("keys that an author has set half a second apart are no frames") {
    constexpr std::array kTimes{0.0, 2.7, 2.767, 2.867, 3.133, 3.233, 3.3, 6.033, 6.1, 6.2, 6.4, 6.533, 6.6, 6.667};
    ImportedModel imported = rig_models::band();
    AnimationClip& clip = addClip(imported, "lid", 6.667);
    Channel& channel = clip.channels.emplace_back(Channel{.node = 1});
    for (size_t key = 0; key < kTimes.size(); ++key) {
        channel.rotation.times.push_back(kTimes[key]);
        channel.rotation.values.push_back(turn(5.0f * static_cast<float>(key % 3)));
    }
    CHECK(checkTiming(imported.model).empty());
    for (size_t key = 0; key < kTimes.size(); ++key)
        channel.rotation.times[key] = 0.5 * static_cast<double>(key);
    CHECK(onlyOne(checkTiming(imported.model), "clip-slow").object == "lid");
}

TEST_CASE("a clip that a reduction has left few keys of is not slow") {
    ImportedModel imported = rig_models::band();
    AnimationClip& clip = addClip(imported, "sit", 8.0);
    const auto add = [&](uint32_t node, double longGap) {
        Channel& channel = clip.channels.emplace_back(Channel{.node = node});
        for (int key = 0; key < 14; ++key) {
            channel.rotation.times.push_back(key == 13 ? 12.0 / 30.0 + longGap : key / 30.0);
            channel.rotation.values.push_back(turn(2.0f * static_cast<float>(key % 3)));
        }
    };
    add(0, 7.6);  // an arm that moves at the start only
    CHECK(countOf(checkTiming(imported.model), "clip-slow") == 0);
    for (double& time : clip.channels[0].rotation.times)
        time *= 30.0;  // frames
    clip.durationSeconds *= 30.0;
    CHECK(countOf(checkTiming(imported.model), "clip-slow") == 1);
    add(1, 7.6);
    CHECK(countOf(checkTiming(imported.model), "clip-slow") == 0);
}

TEST_CASE("a few poses so far apart that no figure moves as slowly are in milliseconds") {
    ImportedModel imported = rig_models::band();
    AnimationClip& clip = addClip(imported, "walk", 3333.0);
    for (const uint32_t node : {0u, 1u})
        clip.channels.push_back(
            {.node = node,
             .rotation = {{42.0, 833.0, 2500.0, 3333.0}, {turn(0.0f), turn(50.0f), turn(-50.0f), turn(0.0f)}}});
    CHECK_THAT(onlyOne(checkTiming(imported.model), "clip-slow").message,
               Catch::Matchers::EndsWith("milliseconds, not seconds?"));
    SECTION("not where two keys are as close as poses are") {
        clip.channels[0].rotation.times[1] = 50.0;
    }
    SECTION("not a single part, such as the hand of a clock") {
        clip.channels.pop_back();
    }
    SECTION("not planets") {
        imported.model.instances[0].skinned = false;
    }
    CHECK(countOf(checkTiming(imported.model), "clip-slow") == 0);
}

TEST_CASE("a channel that is cut, or outlasts the others, is a warning with its bone") {
    ImportedModel imported = swayingBand();
    AnimationClip& clip = imported.model.clips[0];
    Track<glm::quat>& track = clip.channels[1].rotation;
    SECTION("cut at the end") {
        cut(track, 0, 20);
        CHECK_THAT(onlyOne(checkTiming(imported.model), "channels-end-apart").message,
                   Catch::Matchers::StartsWith("'bone 1' stops at 0.633 s"));
    }
    SECTION("cut at the start") {
        cut(track, 10, 31);
        CHECK_THAT(onlyOne(checkTiming(imported.model), "channels-start-apart").message,
                   Catch::Matchers::StartsWith("'bone 1' starts at 0.333 s"));
    }
    SECTION("longer") {
        track.times.push_back(2.0);
        track.values.push_back(track.values.back());
        clip.durationSeconds = 2.0;
        CHECK_THAT(onlyOne(checkTiming(imported.model), "channels-end-apart").message,
                   Catch::Matchers::StartsWith("lasts until 2 s only because of 'bone 1'"));
    }
    SECTION("but not one that came to rest before") {
        cut(track, 0, 20);
        for (size_t key = 14; key < 20; ++key)
            track.values[key] = track.values[14];
        CHECK(checkTiming(imported.model).empty());
    }
}

TEST_CASE("translations in another unit than the skeleton say so") {
    ImportedModel imported = rig_models::band(6);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    const float factor = GENERATE(1.0f, 100.0f, 0.01f);
    for (uint32_t node = 0; node < 6; ++node)
        clip.channels.push_back({.node = node, .translation = {{0.0}, {{0.0f, factor, 0.0f}}}});
    const std::vector<Finding> findings = checkChannels(imported.model);
    if (factor == 1.0f)
        CHECK(findings.empty());
    else
        CHECK_THAT(onlyOne(findings, "clip-unit").message, Catch::Matchers::StartsWith("is in another unit"));
}

TEST_CASE("a bone that a clip holds away from where it rests is a warning") {
    ImportedModel imported = rig_models::band(6);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t node = 1; node < 6; ++node)
        clip.channels.push_back({.node = node, .translation = {{0.0, 1.0}, {{0, 1, 0}, {0, 1, 0}}}});
    CHECK(checkChannels(imported.model).empty());
    clip.channels[2].translation.values.assign(2, {1, 1, 0});
    CHECK_THAT(onlyOne(checkChannels(imported.model), "bone-displaced").message,
               Catch::Matchers::StartsWith("holds 'bone 3' 16.4 %"));
    SECTION("but a note where another clip moves it about, as it does feet with a target of their own") {
        addClip(imported, "run", 1.0).channels = {{.node = 3, .translation = {{0, 1}, {{0, 1, 0}, {0, 1, 1}}}}};
        CHECK(onlyOne(checkChannels(imported.model), "bone-displaced").severity == Severity::info);
    }
    SECTION("on a node between two bones, as well") {
        imported.model.instances[0].bones[2].node = 1;
        CHECK(onlyOne(checkChannels(imported.model), "bone-displaced").severity == Severity::warning);
    }
    SECTION("and as a note, if it is such a node itself") {
        imported.model.instances[0].bones[3].node = 1;
        CHECK(onlyOne(checkChannels(imported.model), "bone-displaced").severity == Severity::info);
    }
}

TEST_CASE("a bone that a clip holds a little away from where it rests is a note where all other bones stay") {
    ImportedModel imported = rig_models::band(6);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t node = 1; node < 6; ++node)
        clip.channels.push_back({.node = node, .translation = {{0.0, 1.0}, {{0, 1, 0}, {0, 1, 0}}}});
    clip.channels[2].translation.values.assign(2, {0.1f, 1, 0});
    const Finding finding = onlyOne(checkChannels(imported.model), "bone-displaced");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("holds 'bone 3' 1.64 %"));
    SECTION("not where another one moves as well") {
        clip.channels[0].translation.values[1] = {0, 1.02f, 0};
    }
    SECTION("nor less") {
        clip.channels[2].translation.values.assign(2, {0.05f, 1, 0});
    }
    SECTION("nor where few others have keys") {
        clip.channels.pop_back();
    }
    SECTION("nor where another clip moves it about") {
        addClip(imported, "run", 1.0).channels = {{.node = 3, .translation = {{0, 1}, {{0, 1, 0}, {0, 1, 1}}}}};
    }
    CHECK(countOf(checkChannels(imported.model), "bone-displaced") == 0);
}

TEST_CASE("a bone that a clip holds at its parent lost its offset") {
    ImportedModel imported = rig_models::band(6);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t node = 1; node < 6; ++node)
        clip.channels.push_back({.node = node, .translation = {{0.0, 1.0}, {{0, 1, 0}, {0, 1, 0}}}});
    clip.channels[2].translation = {{0.0}, {glm::vec3(0.0f)}};
    const Finding finding = onlyOne(checkChannels(imported.model), "bone-displaced");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message.starts_with("holds 'bone 3' at its parent, 16.4 %"));
    CHECK(finding.message.ends_with(" from where it rests: its offset was lost"));
    clip.channels[2].translation = {{0.0, 1.0}, {glm::vec3(0.0f), {0, 1, 0}}};
    CHECK(countOf(checkChannels(imported.model), "bone-displaced") == 0);
}

TEST_CASE("a clip with the bone lengths of another figure is a note") {
    ImportedModel imported = rig_models::band(9);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    const auto proportions = [&](float factor, float stretch) {
        clip.channels.clear();
        for (uint32_t node = 1; node < 9; ++node)
            clip.channels.push_back(
                {.node = node, .translation = {{0.0, 1.0}, {{0.0f, factor, 0.0f}, {0.0f, stretch * factor, 0.0f}}}});
        return checkChannels(imported.model);
    };
    CHECK(proportions(1.0f, 1.0f).empty());
    CHECK(proportions(1.1f, 1.0f).empty());
    const Finding finding = onlyOne(proportions(1.5f, 1.0f), "clip-proportions");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK(finding.message ==
          "is for a figure of other proportions: its bones are 1.5 times as far apart as in the rest pose");
    CHECK(countOf(proportions(1.5f, 1.2f), "clip-proportions") == 0);  // it stretches
    CHECK(countOf(proportions(3.0f, 1.0f), "clip-proportions") == 0);  // another unit
}

TEST_CASE("the only clip that keeps most bones at other lengths than at rest is a note") {
    ImportedModel imported = rig_models::band(10);
    const auto add = [&](const char* name, float longer, float shorter, uint32_t others) {
        AnimationClip& clip = addClip(imported, name, 1.0);
        for (uint32_t node = 1; node < 10; ++node) {
            const glm::vec3 at(0.0f, node > others ? 1.0f : node % 2 == 0 ? longer : shorter, 0.0f);
            clip.channels.push_back({.node = node, .translation = {{0.0, 1.0}, {at, at}}});
        }
        return checkChannels(imported.model);
    };
    const std::vector<Finding> first = add("shoot", 1.4f, 0.7f, 9);
    CHECK(countOf(first, "clip-proportions") == 0);  // there is no other clip
    const Finding finding = onlyOne(add("idle", 1.4f, 0.7f, 2), "clip-proportions");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "shoot");
    CHECK(
        finding.message ==
        "has the lengths of another figure: most bones are 0.7 to 1.4 times as far from the bone above them as in the "
        "rest pose, unlike in other clips");
    CHECK(countOf(add("jump", 1.4f, 0.7f, 6), "clip-proportions") == 0);  // another one stretches bones, too
}

TEST_CASE("the only clip that stretches some bones by one factor is a note") {
    ImportedModel imported = rig_models::band(14);
    const auto add = [&](const char* name, uint32_t stretched, float factor, float last) {
        AnimationClip& clip = addClip(imported, name, 1.0);
        for (uint32_t node = 1; node < 14; ++node) {
            const glm::vec3 at(0.0f, node > stretched ? 1.0f : node == 1 ? last : factor, 0.0f);
            clip.channels.push_back({.node = node, .translation = {{0.0, 1.0}, {at, at}}});
        }
        return checkChannels(imported.model);
    };
    CHECK(countOf(add("idle", 6, 1.0f, 1.0f), "clip-proportions") == 0);
    CHECK(countOf(add("walk", 5, 1.7f, 1.7f), "clip-proportions") == 0);  // too few
    CHECK(countOf(add("jump", 6, 1.7f, 1.5f), "clip-proportions") == 0);  // not by one factor
    const Finding finding = onlyOne(add("run", 6, 1.7f, 1.7f), "clip-proportions");
    CHECK(finding.object == "run");
    CHECK(finding.message ==
          "has the lengths of another figure in some bones: they are 1.7 times as far from the bone "
          "above them as in the rest pose, all others are as far");
    CHECK(countOf(add("sprint", 6, 1.7f, 1.7f), "clip-proportions") == 0);  // not the only one
}

TEST_CASE("words of names, loops and sides") {
    CHECK(wordsOf("Zombie_RunFast.001") == std::vector<std::string>{"zombie", "run", "fast"});
    CHECK(isNamedLikeLoop("Rig|Walk_Loop.001"));
    CHECK_FALSE(isNamedLikeLoop("IdleToWalk"));
    CHECK_FALSE(isNamedLikeLoop("Runaway"));
    CHECK(mirroredName("arm.L") == "arm.R");
    CHECK(mirroredName("mixamorig:LeftHand") == "mixamorig:RightHand");
    CHECK(mirroredName("l-leg") == "r-leg");
    CHECK(mirroredName("RIGHT_ARM") == "LEFT_ARM");
    CHECK(mirroredName("spine").empty());
}

TEST_CASE("a bone whose keys are all a frame late is named, one that starts and ends with the others is not") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t node = 0; node < 8; ++node)
        clip.channels.push_back(swaying(node));
    CHECK(checkTiming(imported.model).empty());
    for (const uint32_t node : {5u, 6u})
        for (double& time : clip.channels[node].rotation.times)
            time += 1.0 / 30.0;
    clip.durationSeconds = 31.0 / 30.0;
    const Finding finding = onlyOne(checkTiming(imported.model), "channels-start-apart");
    CHECK(finding.object == "walk");
    CHECK(finding.message ==
          "has the keys of 'bone 5', 'bone 6' 0.0333 s later than those of all other bones, from the "
          "first to the last");
    for (const uint32_t node : {5u, 6u})
        clip.channels[node].rotation.times.back() = 1.0;  // only its start is late: an exporter left out a key
    CHECK(checkTiming(imported.model).empty());
}

TEST_CASE("a limb that is cut, outlasts the others or starts late is named by its topmost bone") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (const uint32_t node : {0u, 1u, 2u, 3u, 4u, 7u, 6u, 5u})
        clip.channels.push_back(swaying(node));
    const auto starts = [&](const char* id, const char* text) {
        CHECK_THAT(onlyOne(checkTiming(imported.model), id).message, Catch::Matchers::StartsWith(text));
    };
    SECTION("cut") {
        for (const size_t channel : {5u, 6u, 7u})
            cut(clip.channels[channel].rotation, 0, 20);
        clip.channels[5].rotation.times.back() -= 1e-6;
        starts("channels-end-apart", "'bone 5' stops at 0.633 s");
    }
    SECTION("longer") {
        for (const size_t channel : {5u, 6u, 7u})
            for (double& time : clip.channels[channel].rotation.times)
                time *= 2.0;
        clip.channels[5].rotation.times.back() += 1e-6;
        clip.durationSeconds = 2.0;
        starts("channels-end-apart", "lasts until 2 s only because of 'bone 5'");
    }
    SECTION("late") {
        for (const size_t channel : {5u, 6u, 7u})
            cut(clip.channels[channel].rotation, 10, 31);
        clip.channels[5].rotation.times.front() += 1e-6;
        starts("channels-start-apart", "'bone 5' starts at 0.333 s");
    }
}

TEST_CASE("a clip whose rotations end at one time and whose translations at another is a note") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "walk", 1.2);
    for (uint32_t node = 0; node < 8; ++node) {
        Channel& channel = clip.channels.emplace_back(swaying(node));
        for (int key = 0; key < 31; ++key) {
            channel.translation.times.push_back(key / 25.0);
            channel.translation.values.push_back({0.01f * static_cast<float>(key % 5), 1.0f, 0.0f});
        }
    }
    const Finding finding = onlyOne(checkTiming(imported.model), "channels-end-apart");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK(finding.message == "ends at two times: 8 channels at 1 s, and 8 at 1.2 s");
    for (Channel& channel : clip.channels)
        channel.translation = {{0.0, 1.2}, {{0, 1, 0}, {0, 1, 0}}};  // a pose, to the end of the scene
    CHECK(checkTiming(imported.model).empty());
}

TEST_CASE("the only bone whose distance from its parent changes is a note, in one clip of those that move it") {
    ImportedModel imported = rig_models::band(6);
    const Track<glm::vec3> stretching{{0.0, 0.5, 1.0}, {{0, 1, 0}, {0, 1.5f, 0}, {0, 1, 0}}};
    rig_models::addClip(imported, "walk", 1.0).channels = {{.node = 3, .translation = stretching}};
    const Finding finding = onlyOne(checkChannels(imported.model), "bone-stretches");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("moves 'bone 3' toward and away from the bone above it"));
    SECTION("not by little") {
        imported.model.clips[0].channels[0].translation.values[1].y = 1.1f;
    }
    SECTION("not beside others") {
        imported.model.clips[0].channels.push_back({.node = 4, .translation = stretching});
    }
    SECTION("not in several clips") {
        rig_models::addClip(imported, "run", 1.0).channels = {{.node = 3, .translation = stretching}};
    }
    SECTION("not below a node that moves nothing, without a bone above it") {
        for (const size_t bone : {0u, 1u, 2u})
            imported.model.instances[0].bones[bone].node = 5;
    }
    CHECK(countOf(checkChannels(imported.model), "bone-stretches") == 0);
}

TEST_CASE("a bone stretches below one that holds nothing, and beside feet that do so in several clips") {
    ImportedModel imported = rig_models::band(6);
    const Track<glm::vec3> stretching{{0.0, 0.5, 1.0}, {{0, 1, 0}, {0, 1.5f, 0}, {0, 1, 0}}};
    rig_models::addClip(imported, "walk", 1.0).channels = {{.node = 3, .translation = stretching},
                                                           {.node = 4, .translation = stretching}};
    CHECK(countOf(checkChannels(imported.model), "bone-stretches") == 0);
    rig_models::addClip(imported, "run", 1.0).channels = {{.node = 4, .translation = stretching}};
    CHECK(countOf(checkChannels(imported.model), "bone-stretches") == 1);
    imported.model.instances[0].bones[2].node = 0;
    CHECK(countOf(checkChannels(imported.model), "bone-stretches") == 1);
}

TEST_CASE("keys that are spaced otherwise from some time on are a note, thinned ones are not") {
    const auto halved = [](double time) { return time < 0.51 ? time : 0.5 + (time - 0.5) / 2.0; };
    const Finding finding = onlyOne(timed(halved), "clip-two-rates");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("has keys 0.0333 s apart until 0.5 s, and 0.0167 s apart from there on"));
    CHECK(countOf(timed([](double time) { return 2.0 * time; }), "clip-two-rates") == 0);
    ImportedModel thinned = swayingBand();
    for (Channel& channel : thinned.model.clips[0].channels)
        for (const ptrdiff_t key : {20, 18, 13, 7, 6}) {
            channel.rotation.times.erase(channel.rotation.times.begin() + key);
            channel.rotation.values.erase(channel.rotation.values.begin() + key);
        }
    CHECK(countOf(checkTiming(thinned.model), "clip-two-rates") == 0);
}

TEST_CASE("keys that come early and late in all tracks are a warning, left out frames are none") {
    const auto moved = [](double by) { return timed([=](double time) { return time + by * std::sin(69.0 * time); }); };
    const Finding finding = onlyOne(moved(0.008), "keys-unsteady");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("has keys early and late: the time between two of them varies by "));
    REQUIRE(finding.figure);
    CHECK(finding.figure->value > 20.0);
    CHECK(countOf(moved(0.002), "keys-unsteady") == 0);
    const auto inFrames = [](double time) {
        const double key = std::round(30.0 * time);
        return (4.0 * key + (std::fmod(key, 3.0) == 1.0 ? 1.0 : 0.0)) / 120.0;
    };
    CHECK(countOf(timed(inFrames), "keys-unsteady") == 0);
}

TEST_CASE("single keys of a bone between those of all others are a note, those of three bones are not") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t node = 0; node < 8; ++node)
        clip.channels.push_back(swaying(node));
    clip.channels[3].rotation.times[10] += 0.01;
    clip.channels[3].rotation.times[20] += 0.01;
    const Finding finding = onlyOne(checkTiming(imported.model), "keys-unsteady");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK(finding.message == "has 2 keys of 'bone 3' at times when no other bone has one, the first at 0.343 s");
    clip.channels[4].rotation.times[5] += 0.01;
    clip.channels[5].rotation.times[6] += 0.01;
    CHECK(checkTiming(imported.model).empty());
}

TEST_CASE("many keys of a bone between those of all others are those of a curve, few are a note there, too") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t node = 0; node < 8; ++node)
        clip.channels.push_back(swaying(node));
    const auto found = [&](size_t keys, bool hasCurves) {
        std::vector<double>& times = clip.channels[3].rotation.times;
        times = clip.channels[2].rotation.times;
        for (size_t key = 0; key < keys; ++key)
            times[3 * key + 1] += 0.01;
        clip.authoredFrameSeconds = hasCurves ? 1.0 / 30.0 : 0.0;
        return checkTiming(imported.model);
    };
    for (const bool hasCurves : {false, true})
        CHECK_THAT(onlyOne(found(8, hasCurves), "keys-unsteady").message,
                   Catch::Matchers::StartsWith("has 8 keys of 'bone 3' at times when no other bone has one"));
    CHECK(onlyOne(found(9, false), "keys-unsteady").figure == Figure{9.0, "keys"});
    CHECK(found(9, true).empty());
}

TEST_CASE("tracks that do not move say nothing about the end of a clip") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    const double end = GENERATE(0.1, 1.5);
    clip.durationSeconds = std::max(1.0, end);
    clip.channels.push_back(swaying(0));
    for (uint32_t node = 1; node < 8; ++node)
        clip.channels.push_back({.node = node, .rotation = {{0.0, end}, {turn(5.0f), turn(5.0f)}}});
    CHECK(checkTiming(imported.model).empty());
}

TEST_CASE("translations of one bone in another unit name it") {
    ImportedModel imported = rig_models::band(6);
    const float factor = GENERATE(100.0f, 0.01f, 20.0f, 0.0f);
    std::vector<Bone>& bones = imported.model.instances[0].bones;
    if (GENERATE(false, true)) bones[1] = bones[2];  // a node that only carries bones
    addClip(imported, "walk", 1.0).channels = {
        {.node = 1, .translation = {{0.0, 1.0}, {{0.0f, factor, 0.0f}, {0.0f, 1.1f * factor, 0.0f}}}}};
    const std::vector<Finding> findings = checkChannels(imported.model);
    if (factor == 20.0f || factor == 0.0f) {
        CHECK(countOf(findings, "clip-unit") == 0);
        return;
    }
    const Finding finding = onlyOne(findings, "clip-unit");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "walk");
    CHECK(finding.message == "moves 'bone 1' in another unit than the skeleton: " +
                                 std::string(factor > 1.0f ? "100" : "0.011") + " times its distance at rest");
}

TEST_CASE("a bone that one clip alone moves far out of the figure and back is in another unit") {
    ImportedModel imported = rig_models::band(6);
    const auto bobbing = [](float height, float end = 0.0f) {
        return Channel{.node = 0, .translation = {{0.0, 0.5, 1.0}, {{}, {0.0f, height, 0.0f}, {0.0f, end, 0.0f}}}};
    };
    addClip(imported, "idle", 1.0).channels = {bobbing(0.4f)};
    AnimationClip& fly = addClip(imported, "fly", 1.0);
    fly.channels = {bobbing(40.0f)};
    const Finding finding = onlyOne(checkChannels(imported.model), "clip-unit");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "fly");
    CHECK(finding.message ==
          "moves 'bone 0' by 6.58 times the model's size and back, 100 times as far as any other clip");
    const bool isNear = GENERATE(true, false);
    fly.channels = {isNear ? bobbing(13.0f) : bobbing(40.0f, 40.0f)};
    CHECK(countOf(checkChannels(imported.model), "clip-unit") == 0);
}

TEST_CASE("a clip whose keys are many times as close or as far as those of all others is a note") {
    ImportedModel imported = swayingBand();
    const std::vector<Channel> channels = imported.model.clips[0].channels;
    for (const char* name : {"run", "idle"})
        addClip(imported, name, 1.0).channels = channels;
    CHECK(checkTiming(imported.model).empty());
    const double factor = GENERATE(8.0, 0.125, 2.0, 0.5);
    AnimationClip& odd = imported.model.clips[1];
    odd.durationSeconds *= factor;
    for (Channel& channel : odd.channels)
        for (double& time : channel.rotation.times)
            time *= factor;
    const std::vector<Finding> findings = checkTiming(imported.model);
    if (factor == 2.0 || factor == 0.5) {
        CHECK(findings.empty());
        return;
    }
    const Finding finding = onlyOne(findings, factor > 1.0 ? "clip-slow" : "clip-fast");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "run");
    CHECK(finding.message == (factor > 1.0
                                  ? "has keys 0.267 s apart, 8 times as far as in all other clips, 0.0333 s"
                                  : "has keys 0.00417 s apart, 8 times as close as in all other clips, 0.0333 s"));
}
