#include "check/checks.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::turn;

namespace {

constexpr int kKeys = 49;  // 24 a second

/// Bone 1 swings by 20 degrees to either side in 2 s.
ImportedModel swinging(const char* name = "swing") {
    ImportedModel imported = rig_models::band();
    Channel& channel = addClip(imported, name, 2.0).channels.emplace_back(Channel{.node = 1});
    for (int key = 0; key < kKeys; ++key) {
        const float turns = static_cast<float>(key) / (kKeys - 1);
        channel.rotation.times.push_back(key / 24.0);
        channel.rotation.values.push_back(turn(20.0f * std::sin(2.0f * std::numbers::pi_v<float> * turns)));
    }
    return imported;
}

Track<glm::quat>& rotationOf(ImportedModel& imported) {
    return imported.model.clips[0].channels[0].rotation;
}

Track<glm::quat> rotationOf(ImportedModel&& imported) {
    return imported.model.clips[0].channels[0].rotation;
}

std::vector<Finding> motionOf(const ImportedModel& imported) {
    return checkMotion(imported.model, imported.report);
}

}  // namespace

TEST_CASE("a smooth movement has no motion findings") {
    CHECK(motionOf(swinging()).empty());
}

TEST_CASE("a bone that is off for one to three keys pops") {
    ImportedModel imported = swinging();
    const int keys = GENERATE(1, 2, 3);
    for (int key = 20; key < 20 + keys; ++key)
        rotationOf(imported).values[static_cast<size_t>(key)] *= turn(30.0f);
    const Finding finding = onlyOne(motionOf(imported), "key-pop");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "swing");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("'bone 1' pops by"));
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("at 0.833 s"));
    CHECK(motionOf(imported).size() == 1);
}

TEST_CASE("a key off a fast swing pops, where the swing itself adds to one side") {
    ImportedModel imported = swinging();
    std::vector<glm::quat>& values = rotationOf(imported).values;
    for (size_t key = 0; key < values.size(); ++key)
        values[key] = turn(60.0f * std::sin(0.3f * static_cast<float>(key)));
    CHECK(motionOf(imported).empty());
    values[24] *= turn(25.0f);
    const Finding finding = onlyOne(motionOf(imported), "key-pop");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("for 1 key at 1 s"));
}

TEST_CASE("a bone that spins round once does not pop") {
    ImportedModel imported = swinging();
    std::vector<double>& times = rotationOf(imported).times;
    std::vector<glm::quat>& values = rotationOf(imported).values;
    const std::vector<float> degrees{0, 10, 40, 110, 180, 250, 320, 350, 360};
    for (size_t key = 0; key < values.size(); ++key) {
        times[key] *= 24.0 / 18.0;
        values[key] = turn(key < 20 ? 0.0f : degrees[std::min(key - 20, degrees.size() - 1)]);
    }
    imported.model.clips[0].durationSeconds = times.back();
    CHECK(motionOf(imported).empty());
}

TEST_CASE("a bone that is turned for a stretch of keys, and moves on, is off its movement") {
    ImportedModel imported = swinging();
    std::vector<glm::quat>& values = rotationOf(imported).values;
    SECTION("turned") {
        for (size_t key = 16; key < 24; ++key)
            values[key] *= turn(40.0f);
        const Finding finding = onlyOne(motionOf(imported), "keys-off");
        CHECK(finding.severity == Severity::warning);
        CHECK(finding.object == "swing");
        CHECK_THAT(finding.message, Catch::Matchers::StartsWith("'bone 1' is off its movement by 40 degrees"));
        CHECK_THAT(finding.message, Catch::Matchers::EndsWith("from 0.667 s to 0.958 s"));
    }
    SECTION("turned for good") {
        for (size_t key = 16; key < values.size(); ++key)
            values[key] *= turn(40.0f);
        CHECK(countOf(motionOf(imported), "keys-off") == 0);
    }
    SECTION("still, as a lid that closes") {
        for (size_t key = 0; key < values.size(); ++key)
            values[key] = turn(key >= 16 && key < 24 ? 40.0f : 0.0f);
        CHECK(countOf(motionOf(imported), "keys-off") == 0);
    }
    SECTION("together with another bone") {
        for (size_t key = 16; key < 24; ++key)
            values[key] *= turn(40.0f);
        Channel other = imported.model.clips[0].channels[0];
        other.node = 2;
        imported.model.clips[0].channels.push_back(other);
        CHECK(countOf(motionOf(imported), "keys-off") == 0);
    }
}

TEST_CASE("most bones of a clip that jump at once are named, and a warning in a loop") {
    const bool loops = GENERATE(false, true);
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, loops ? "walk" : "wave", 1.5);
    const size_t jumping = GENERATE(3, 5);
    for (uint32_t node = 1; node < 7; ++node) {
        Channel& channel = clip.channels.emplace_back(Channel{.node = node});
        for (int key = 0; key < 36; ++key) {
            const int frame = key >= 18 && node <= jumping ? key + 10 : key;
            channel.rotation.times.push_back(key / 24.0);
            channel.rotation.values.push_back(turn(20.0f * std::sin(0.15f * static_cast<float>(frame + 20))));
        }
    }
    const std::vector<Finding> findings = motionOf(imported);
    if (jumping == 3) {
        CHECK(countOf(findings, "pose-jump") == 0);
        return;
    }
    const Finding finding = onlyOne(findings, "pose-jump");
    CHECK(finding.severity == (loops ? Severity::warning : Severity::info));
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("5 of 6 bones jump at 0.75 s"));
}

TEST_CASE("a whole figure that moves in steps throughout a clip has a style") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "walk", 1.5);
    const int inTwos = GENERATE(0, 1);
    for (uint32_t node = 1; node < 7; ++node) {
        Channel& channel = clip.channels.emplace_back(Channel{.node = node});
        for (int key = 0; key < 36; ++key) {
            const int frame = inTwos == 1 ? key / 2 * 2 : key >= 18 ? key + 10 : key;
            channel.rotation.times.push_back(key / 24.0);
            channel.rotation.values.push_back(turn(40.0f * std::sin(0.15f * static_cast<float>(frame + 20))));
        }
    }
    CHECK(countOf(motionOf(imported), "pose-jump") == (inTwos == 1 ? 0 : 1));
}

TEST_CASE("a jump of a whole figure that holds each pose for two frames is one of many") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "walk", 1.5);
    const int held = GENERATE(1, 2);
    for (uint32_t node = 1; node < 7; ++node) {
        Channel& channel = clip.channels.emplace_back(Channel{.node = node});
        for (int key = 0; key < 36; ++key) {
            const int frame = key / held * held + (key >= 18 ? 10 : 0);
            channel.rotation.times.push_back(key / 24.0);
            channel.rotation.values.push_back(turn(10.0f * std::sin(0.1f * static_cast<float>(frame))));
        }
    }
    CHECK(countOf(motionOf(imported), "pose-jump") == (held == 1 ? 1 : 0));
}

TEST_CASE("a bone that is flattened at that time is not seen to pop") {
    ImportedModel imported = swinging();
    rotationOf(imported).values[20] *= turn(180.0f);
    CHECK(countOf(motionOf(imported), "key-pop") == 1);
    Channel& channel = imported.model.clips[0].channels[0];
    channel.scale = {channel.rotation.times, std::vector<glm::vec3>(kKeys, glm::vec3(1.0f))};
    for (size_t key = 19; key < 22; ++key)
        channel.scale.values[key].y = 0.01f;
    CHECK(countOf(motionOf(imported), "key-pop") == 0);
}

TEST_CASE("two keys in each other's place are a warning that names both times") {
    ImportedModel imported = swinging();
    std::vector<glm::quat>& values = rotationOf(imported).values;
    std::swap(values[6], values[12]);
    const Finding finding = onlyOne(motionOf(imported), "keys-exchanged");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "swing");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("'bone 1' has the key at 0.5 s at 0.25 s"));
    std::swap(values[6], values[12]);
    values[6] = values[12] = turn(-30.0f);  // both stand out, but neither fits into the other's place
    CHECK(countOf(motionOf(imported), "keys-exchanged") == 0);
}

TEST_CASE("slow steps beside smooth bones are found, too") {
    ImportedModel imported = swinging();
    imported.report.clips[0].interpolations = {"linear", "step"};
    Track<glm::quat> steps;
    for (int key = 0; key < 12; ++key)
        for (const double late : {0.0, 0.1 - 1e-6}) {
            steps.times.push_back(key / 10.0 + late);
            steps.values.push_back(turn(0.5f * static_cast<float>(key)));
        }
    imported.model.clips[0].channels.push_back({.node = 2, .rotation = steps});
    CHECK_THAT(onlyOne(motionOf(imported), "motion-stepped").message, Catch::Matchers::StartsWith("'bone 2' moves in"));
}

TEST_CASE("a translation that is off for a key is stated in the model's size") {
    ImportedModel imported = swinging();
    Channel& channel = imported.model.clips[0].channels[0];
    channel.translation = {channel.rotation.times, std::vector<glm::vec3>(kKeys, {0, 1, 0})};
    CHECK(motionOf(imported).empty());
    channel.translation.values[30].x += 0.5f;
    CHECK_THAT(onlyOne(motionOf(imported), "key-pop").message,
               Catch::Matchers::ContainsSubstring("15.8 % of the model's size"));
}

TEST_CASE("a key far off others that were sampled slowly pops, one off keys that an author set does not") {
    ImportedModel imported = swinging();
    AnimationClip& clip = imported.model.clips[0];
    clip.durationSeconds *= 4.0;
    for (double& time : rotationOf(imported).times)
        time *= 4.0;
    rotationOf(imported).values[20] *= turn(30.0f);
    CHECK(motionOf(imported).empty());
    rotationOf(imported).values[20] *= turn(60.0f);
    CHECK(countOf(motionOf(imported), "key-pop") == 1);
    rotationOf(imported).times[30] += 0.02;
    CHECK(countOf(motionOf(imported), "key-pop") == 0);
}

TEST_CASE("poses that are far apart in time are no pops, nor are fast gestures") {
    ImportedModel imported = swinging();
    SECTION("sparse keys") {
        for (double& time : rotationOf(imported).times)
            time *= 6.0;
        rotationOf(imported).values[20] *= turn(30.0f);
    }
    SECTION("an attack of three keys and a slow return") {
        constexpr std::array kDegrees{12.0f, 40.0f, 34.0f, 28.0f, 22.0f, 16.0f, 10.0f, 5.0f};
        for (size_t key = 0; key < kDegrees.size(); ++key)
            rotationOf(imported).values[20 + key] *= turn(kDegrees[key]);
    }
    CHECK(motionOf(imported).empty());
}

TEST_CASE("a bone that pops while others bend is a gesture and a note, a skeleton that pops is a warning") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "strike", 2.0);
    for (uint32_t node = 0; node < 8; ++node)
        clip.channels.push_back({.node = node, .rotation = rotationOf(swinging())});
    CHECK(motionOf(imported).empty());
    const auto off = [&](uint32_t node, float degrees) { clip.channels[node].rotation.values[20] *= turn(degrees); };
    off(5, 30.0f);
    CHECK(onlyOne(motionOf(imported), "key-pop").severity == Severity::warning);
    off(2, 4.0f), off(3, -4.0f);
    CHECK(onlyOne(motionOf(imported), "key-pop").severity == Severity::info);
    off(5, 20.0f);  // far more than the others bend
    CHECK(onlyOne(motionOf(imported), "key-pop").severity == Severity::warning);
    off(5, 70.0f);  // as an antenna whips
    CHECK(onlyOne(motionOf(imported), "key-pop").severity == Severity::info);
    off(5, -90.0f);
    Channel& root = clip.channels[0];
    root.translation = {root.rotation.times, std::vector<glm::vec3>(root.rotation.size(), glm::vec3(0.0f))};
    root.translation.values[20].x = 2.0f;  // a root does not whip
    CHECK(onlyOne(motionOf(imported), "key-pop").severity == Severity::warning);
    root.translation = {};
    for (const uint32_t node : {0u, 1u, 2u, 3u, 4u})
        off(node, 30.0f);
    const Finding finding = onlyOne(motionOf(imported), "key-pop");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("as do 5 other bones: another pose in the middle"));
}

TEST_CASE("a whole turn within a frame or a few keys is an Euler angle that wraps") {
    ImportedModel imported = swinging();
    Track<glm::quat>& track = rotationOf(imported);
    const glm::quat at = track.values[20];
    const auto when = [&](int third) { return track.times[20] + third / 72.0; };
    track.times.insert(track.times.begin() + 21, {when(1), when(2)});
    track.values.insert(track.values.begin() + 21, {at * turn(120.0f), at * turn(240.0f)});
    if (GENERATE(false, true)) imported.model.clips[0].authoredFrameSeconds = 1.0 / 24.0;
    const Finding finding = onlyOne(motionOf(imported), "rotation-wraps");
    CHECK(finding.object == "swing");
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("an Euler angle that wraps"));
    CHECK(motionOf(imported).size() == 1);
}

TEST_CASE("a limb that turns the long way round over several keys is a note, a figure that rolls is not") {
    ImportedModel imported = rig_models::band(6);
    const uint32_t node = GENERATE(0u, 5u);
    const float whole = GENERATE(360.0f, 240.0f);
    Track<glm::quat>& track = addClip(imported, "swing", 2.0).channels.emplace_back(Channel{.node = node}).rotation;
    for (int key = 0; key < kKeys; ++key) {
        track.times.push_back(key / 24.0);
        track.values.push_back(turn(whole * std::clamp(static_cast<float>(key - 20) / 8.0f, 0.0f, 1.0f)));
    }
    const std::vector<Finding> findings = motionOf(imported);
    if (node == 0 || whole < 360.0f) {
        CHECK(countOf(findings, "rotation-wraps") == 0);
        return;
    }
    const Finding finding = onlyOne(findings, "rotation-wraps");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "swing");
    CHECK(finding.message == "'bone 5' turns by 360 degrees from 0.833 s to 1.17 s: the long way round?");
    for (double& time : track.times)
        time *= 2.0;
    CHECK(countOf(motionOf(imported), "rotation-wraps") == 0);
}

TEST_CASE("a whole turn in sparse keys is a spin") {
    ImportedModel imported = swinging();
    Track<glm::quat>& track = rotationOf(imported);
    const glm::quat at = track.values[20];
    track.times.insert(track.times.begin() + 21, {track.times[20] + 0.08, track.times[20] + 0.16});
    track.values.insert(track.values.begin() + 21, {at * turn(120.0f), at * turn(240.0f)});
    for (size_t key = 23; key < track.size(); ++key)
        track.times[key] += 0.24 - 1.0 / 24.0;
    CHECK(countOf(motionOf(imported), "rotation-wraps") == 0);
}

TEST_CASE("a bone that jumps and goes on elsewhere is a warning, a cut of the whole skeleton a note") {
    ImportedModel imported = swinging();
    const auto jump = [](Channel& channel) {
        for (size_t key = 24; key < kKeys; ++key)
            channel.rotation.values[key] *= turn(90.0f);
    };
    jump(imported.model.clips[0].channels[0]);
    CHECK(onlyOne(motionOf(imported), "motion-jump").severity == Severity::warning);
    for (const uint32_t node : {0u, 2u}) {
        imported.model.clips[0].channels.push_back(imported.model.clips[0].channels[0]);
        imported.model.clips[0].channels.back().node = node;
    }
    CHECK(onlyOne(motionOf(imported), "motion-jump").severity == Severity::info);
}

TEST_CASE("a root with ten keys a second, whose times are rounded, that jumps aside and back is off its movement") {
    ImportedModel imported = swinging("idle");
    Channel& root = imported.model.clips[0].channels.emplace_back(Channel{.node = 0});
    for (int key = 0; key < 31; ++key) {
        root.translation.times.push_back(static_cast<double>(0.1f * static_cast<float>(key)));
        root.translation.values.push_back(
            {key >= 12 && key < 20 ? 1.0f : 0.0f, 0.001f * static_cast<float>(key), 0.0f});
    }
    CHECK(onlyOne(motionOf(imported), "motion-jump").severity == Severity::warning);
    CHECK_THAT(onlyOne(motionOf(imported), "keys-off").message, Catch::Matchers::EndsWith("from 1.2 s to 1.9 s"));
}

TEST_CASE("a root that starts over twice within a second jumps, one that strikes in two frames does not") {
    ImportedModel imported = swinging();
    const int keys = GENERATE(12, 7);  // of a cycle
    Channel& root = imported.model.clips[0].channels.emplace_back(Channel{.node = 0});
    for (int key = 0; key < kKeys; ++key) {
        root.translation.times.push_back(key / 24.0);
        root.translation.values.push_back({0.15f * static_cast<float>(key % keys), 0.0f, 0.0f});
    }
    CHECK(onlyOne(motionOf(imported), "motion-jump").severity == Severity::warning);
    for (int key = 0; key < kKeys; ++key)
        root.translation.values[static_cast<size_t>(key)].x =
            0.01f * static_cast<float>(key) + (key > 20 ? 1.0f : 0.0f) + (key > 21 ? 0.9f : 0.0f);
    CHECK(countOf(motionOf(imported), "motion-jump") == 0);
    for (int key = 0; key < kKeys; ++key)  // back, a pause, a leap, a pause, and back
        root.translation.values[static_cast<size_t>(key)].x =
            (key < 20 ? -0.08f * static_cast<float>(std::min(key, 18))
                      : -0.94f - 0.08f * static_cast<float>(std::max(key, 22) - 22)) -
            0.002f * static_cast<float>(key);
    CHECK(countOf(motionOf(imported), "motion-jump") == 0);
}

TEST_CASE("a bone that swings from key to key trembles") {
    ImportedModel imported = swinging();
    for (size_t key = 0; key < kKeys; ++key)
        rotationOf(imported).values[key] *= turn(key % 2 == 0 ? 4.0f : -4.0f);
    CHECK(onlyOne(motionOf(imported), "motion-jitter").severity == Severity::warning);
}

TEST_CASE("noise of all directions is a trembling, too") {
    ImportedModel imported = swinging();
    std::mt19937 random(3);
    std::normal_distribution<float> normal(0.0f, 4.0f);
    for (glm::quat& rotation : rotationOf(imported).values)
        rotation *= turn(normal(random)) * turn(normal(random), {1.0f, 0.0f, 0.0f}) * turn(normal(random), {0, 1, 0});
    CHECK(onlyOne(motionOf(imported), "motion-jitter").severity == Severity::warning);
}

TEST_CASE("a bone in steps is a warning only beside bones that move smoothly") {
    ImportedModel imported = swinging();
    Track<glm::quat> stepped;
    for (size_t key = 0; key < kKeys; key += 6) {
        if (key > 0) {
            stepped.times.push_back(rotationOf(imported).times[key] - 1e-6);
            stepped.values.push_back(stepped.values.back());
        }
        stepped.times.push_back(rotationOf(imported).times[key]);
        stepped.values.push_back(rotationOf(imported).values[key]);
    }
    imported.model.clips[0].channels.push_back({.node = 2, .rotation = stepped});
    imported.report.clips[0].interpolations = {"linear", "step"};
    CHECK_THAT(onlyOne(motionOf(imported), "motion-stepped").message, Catch::Matchers::StartsWith("'bone 2' moves in"));
    imported.report.clips[0].interpolations = {"step"};
    CHECK(motionOf(imported).empty());
}

TEST_CASE("a bone that holds its poses is a note beside bones that move at each key, not where all hold them") {
    ImportedModel imported = swinging();
    const size_t held = GENERATE(2, 5);
    for (const uint32_t node : {0u, 2u, 1u}) {
        imported.model.clips[0].channels.push_back({.node = node, .rotation = rotationOf(imported)});
        CHECK(motionOf(imported).empty());
    }
    const auto hold = [&](size_t channel) {
        std::vector<glm::quat>& values = imported.model.clips[0].channels[channel].rotation.values;
        for (size_t key = 0; key < values.size(); ++key)
            values[key] = values[key - key % held];
    };
    hold(2);
    const Finding finding = onlyOne(motionOf(imported), "motion-stepped");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "swing");
    CHECK(finding.message ==
          "moves 'bone 2' only once in " + std::to_string(held) + " keys, while 3 other bones move smoothly");
    CHECK(motionOf(imported).size() == 1);
    for (const size_t channel : {0u, 1u, 3u})
        hold(channel);
    CHECK(countOf(motionOf(imported), "motion-stepped") == 0);
    CHECK(countOf(motionOf(imported), "motion-jitter") == 0);
}

TEST_CASE("a clip that moves most of its bones in steps has a style, one that does so with some has not") {
    ImportedModel imported = swinging();
    for (uint32_t node = 3; node < 6; ++node) {
        imported.model.hierarchy.names.push_back("bone " + std::to_string(node));
        imported.model.hierarchy.parents.push_back(static_cast<int32_t>(node) - 1);
        imported.model.hierarchy.rest.push_back({.translation = {0.0f, 1.0f, 0.0f}});
    }
    AnimationClip& clip = imported.model.clips[0];
    imported.report.clips[0].interpolations = {"linear", "step"};
    const bool areMost = GENERATE(false, true);
    if (areMost)
        clip.channels.clear();
    else
        clip.channels.push_back({.node = 0, .rotation = rotationOf(swinging())});
    Track<glm::quat> steps;  // two jumps in a row, and then a pose that is held
    for (int key = 0; key < 60; ++key) {
        steps.times.push_back(0.1 * (key / 3) + 1e-5 * (key % 3));
        steps.values.push_back(turn(3.0f * static_cast<float>(key - key / 3)));
    }
    for (uint32_t node = 2; node < 6; ++node)
        clip.channels.push_back({.node = node, .rotation = steps});
    CHECK(countOf(motionOf(imported), "motion-stepped") == !areMost);
    CHECK(countOf(checkFrames(imported.model), "frame-repeated") == 0);
    if (areMost) CHECK(motionOf(imported).empty());
}

TEST_CASE("a loop that holds its first pose, and moves at once then, is a note") {
    ImportedModel imported = swinging("walk");
    Track<glm::quat>& track = rotationOf(imported);
    CHECK(checkFrames(imported.model).empty());
    for (double& time : track.times)
        time += 3.0 / 24.0;
    for (int key = 2; key >= 0; --key) {
        track.times.insert(track.times.begin(), key / 24.0);
        track.values.insert(track.values.begin(), track.values.front());
    }
    const Finding finding = onlyOne(checkFrames(imported.model), "loop-held");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message ==
          "holds its first pose for 0.125 s before it moves: it starts in the middle of its movement");
    imported.model.clips[0].name = "punch";
    CHECK(checkFrames(imported.model).empty());
}

TEST_CASE("one frame in five that is shown twice is a note: another frame rate") {
    ImportedModel imported = swinging();
    std::vector<glm::quat>& values = rotationOf(imported).values;
    for (size_t key = 4; key < values.size(); key += 5)
        values[key] = values[key - 1];
    const Finding finding = onlyOne(checkFrames(imported.model), "frame-repeated");
    CHECK(finding.severity == Severity::info);
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("shows one of each 5 frames twice, the first at 0."));
}

TEST_CASE("a frame that is shown twice is a warning, animation on twos is not") {
    ImportedModel imported = swinging();
    std::vector<glm::quat>& values = rotationOf(imported).values;
    values[30] = values[29];
    const Finding finding = onlyOne(checkFrames(imported.model), "frame-repeated");
    CHECK(finding.object == "swing");
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("at 1.21 s"));
    SECTION("nor a key beside another one at nearly the same time") {
        std::vector<double>& times = rotationOf(imported).times;
        for (size_t key = 30; key < times.size(); ++key)
            times[key] -= 0.97 / 24.0;
        CHECK(checkFrames(imported.model).empty());
    }
    for (size_t key = 1; key < values.size(); key += 2)
        values[key] = values[key - 1];
    CHECK(checkFrames(imported.model).empty());
}

TEST_CASE("two frames that are alike because the movement turns back between them are no repeated frame") {
    ImportedModel imported = swinging();
    Track<glm::quat>& track = rotationOf(imported);
    for (size_t key = 0; key < track.size(); ++key)  // to and fro at one speed, turning between frames 24 and 25
        track.values[key] = turn(2.0f * (24.5f - std::abs(24.5f - static_cast<float>(key))));
    CHECK(checkFrames(imported.model).empty());
}

TEST_CASE("a loop that holds its last pose is a warning") {
    ImportedModel imported = swinging();
    Track<glm::quat>& track = rotationOf(imported);
    const size_t held = GENERATE(1u, 6u);
    for (size_t key = 0; key < held; ++key) {
        track.times.push_back(track.times.back() + 1.0 / 24.0);
        track.values.push_back(track.values.back());
    }
    CHECK(onlyOne(checkFrames(imported.model), "loop-held").severity == Severity::warning);
    SECTION("and a note where it does so for half a second: it may be meant") {
        track.times.back() += 0.5;
        const Finding finding = onlyOne(checkFrames(imported.model), "loop-held");
        CHECK(finding.severity == Severity::info);
        CHECK_THAT(finding.message, Catch::Matchers::EndsWith("it stops in the middle of its movement"));
    }
    SECTION("but not where the clip ends in another pose") {
        for (size_t key = 0; key < track.size(); ++key)
            track.values[key] *= turn(60.0f * static_cast<float>(std::min<size_t>(key, kKeys - 1)) / kKeys);
        CHECK(checkFrames(imported.model).empty());
    }
}

TEST_CASE("a scale through zero, a negative and a non-uniform one are warnings at the clip") {
    ImportedModel imported = swinging();
    imported.model.clips[0].channels.push_back({.node = 2, .rotation = {{0.0, 1.0}, {turn(0), turn(20)}}});
    Track<glm::vec3>& scale = imported.model.clips[0].channels[0].scale;
    scale.times = {0.0, 0.5, 1.0, 1.5, 2.0};
    const auto with = [&](glm::vec3 middle) {
        scale.values.assign(5, glm::vec3(1.0f));
        scale.values[2] = middle;
        return checkScales(imported.model);
    };
    CHECK(with({1.01f, 1.01f, 1.01f}).empty());
    CHECK(onlyOne(with({0, 0, 0}), "clip-scale-zero").severity == Severity::warning);
    CHECK(onlyOne(with({-1, 1, 1}), "clip-scale-negative").severity == Severity::warning);
    CHECK(onlyOne(with({2, 1, 1}), "clip-scale-uneven").severity == Severity::warning);
    CHECK(onlyOne(with({1.1f, 1, 1}), "clip-scale-uneven").severity == Severity::info);
    scale.values.assign(5, glm::vec3(3.0f));
    CHECK(onlyOne(checkScales(imported.model), "clip-scale-other").object == "swing");
    scale.values.assign(5, glm::vec3(0.0f));  // hidden
    CHECK(onlyOne(checkScales(imported.model), "clip-scale-zero").severity == Severity::info);
    scale.values.assign(5, glm::vec3(-1, 1, 1));
    CHECK(onlyOne(checkScales(imported.model), "clip-scale-negative").severity == Severity::info);
}

TEST_CASE("eyes that blink by their scale are a note") {
    ImportedModel imported = swinging();
    imported.model.clips[0].channels.push_back(
        {.node = 2, .scale = {{0.0, 0.5, 1.0}, {{1, 1, 1}, {1.2f, 0, 1}, {1, 1, 1}}}});
    CHECK(onlyOne(checkScales(imported.model), "clip-scale-zero").severity == Severity::info);
    imported.model.clips[0].channels[1].scale.values[1] = {0, 0, 0};
    CHECK(onlyOne(checkScales(imported.model), "clip-scale-zero").severity == Severity::warning);
}

TEST_CASE("a clip that passes through the rest pose in its middle is noted") {
    ImportedModel imported = rig_models::band(8);
    AnimationClip& clip = addClip(imported, "wave", 2.0);
    for (uint32_t node = 1; node < 7; ++node) {
        Channel& channel = clip.channels.emplace_back(Channel{.node = node});
        for (int key = 0; key < kKeys; ++key) {
            channel.rotation.times.push_back(key / 24.0);
            channel.rotation.values.push_back(turn(30.0f + 10.0f * std::sin(0.3f * static_cast<float>(key))));
        }
    }
    const auto notesOf = [&] { return countOf(checkFrames(imported.model), "pose-at-rest"); };
    const auto rest = [&](size_t key) {
        for (Channel& channel : clip.channels)
            for (const auto& [at, degrees] : {std::pair(key - 1, 15.0f), {key, 0.0f}, {key + 1, 15.0f}})
                channel.rotation.values[at] = turn(degrees);
    };
    CHECK(notesOf() == 0);
    SECTION("once") {
        rest(24);
        const Finding finding = onlyOne(checkFrames(imported.model), "pose-at-rest");
        CHECK(finding.severity == Severity::info);
        CHECK(finding.message == "passes through the rest pose at 1 s: a leftover key?");
    }
    SECTION("not near its start") {
        rest(2);
        CHECK(notesOf() == 0);
    }
    SECTION("nor where it comes back to it") {
        for (const size_t key : {12, 22, 32})
            rest(key);
        CHECK(notesOf() == 0);
    }
}
