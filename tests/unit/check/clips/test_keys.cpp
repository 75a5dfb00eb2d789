#include <random>

#include "unit/check/clips/swinging.h"

using namespace sinew;
using rig_models::turn;
using namespace swinging;

namespace {

std::vector<Finding> keysOf(const ImportedModel& imported) {
    return written(imported.model, checkKeys(imported.model, imported.report));
}

void off(Channel& channel, size_t first, size_t keys, float degrees) {
    for (size_t key = first; key < first + keys; ++key)
        channel.rotation.values[key] *= turn(degrees, {1.0f, 0.0f, 0.0f});
}

void moveTo(Channel& channel, size_t first, size_t keys, float x) {
    channel.translation = {channel.rotation.times, std::vector<glm::vec3>(kKeys, glm::vec3(0.0f, 1.0f, 0.0f))};
    for (size_t key = first; key < first + keys; ++key)
        channel.translation.values[key].x = x;
}

void tremble(Channel& channel) {
    std::mt19937 random(3);
    std::normal_distribution<float> normal(0.0f, 4.0f);
    for (glm::quat& rotation : channel.rotation.values)
        rotation *= turn(normal(random)) * turn(normal(random), {1, 0, 0}) * turn(normal(random), {0, 1, 0});
}

void wrap(Channel& channel) {
    auto& [times, values, authored] = channel.rotation;
    const glm::quat at = values[20];
    times.insert(times.begin() + 21, {times[20] + 1.0 / 72.0, times[20] + 2.0 / 72.0});
    values.insert(values.begin() + 21, {at * turn(120.0f), at * turn(240.0f)});
}

struct Case {
    const char* id;
    Severity severity;
    std::function<void(Channel&)> fault;
    const char* says;  ///< of one bone
};

const Case kCases[] = {
    {"key-pop", Severity::warning, [](Channel& own) { off(own, 20, 1, 40.0f); },
     "for 1 key at 0.833 s, 'bone 7' is in another pose (40 degrees off)"},
    {"key-pop", Severity::warning, [](Channel& own) { off(own, 20, 3, 40.0f); },
     "for 3 keys at 0.833 s, 'bone 7' is in another pose (40 degrees off)"},
    {"key-pop", Severity::warning, [](Channel& own) { moveTo(own, 20, 2, 0.6f); },
     "for 2 keys at 0.833 s, 'bone 7' is in another pose (7.44 % of the model's size off)"},
    {"key-pop", Severity::info, [](Channel& own) { off(own, 20, kKeys - 20, 90.0f); },
     "'bone 7' jumps by 90 degrees at 0.833 s and goes on from there"},
    {"motion-jitter", Severity::info, tremble, "1 bone trembles: 'bone 7'"},
    {"rotation-wraps", Severity::warning, wrap,
     "'bone 7' turns all the way round (358 degrees) from 0.833 s to 0.875 s, as an Euler angle does that jumps by 360 "
     "degrees"},
};

}  // namespace

TEST_CASE("a smooth movement has no findings about its keys") {
    CHECK(keysOf(model()).empty());
}

TEST_CASE("faults of keys are found in one bone, in some and in all") {
    for (const Case& own : kCases)
        for (const size_t count : kCounts) {
            if (own.fault.target<void (*)(Channel&)>() && count == kBones &&
                std::string_view(own.id) == "rotation-wraps")
                continue;  // the whole figure rolls
            ImportedModel imported = model();
            plant(imported.model.clips[0], count, own.fault);
            const std::vector<Finding> findings = keysOf(imported);
            INFO(own.says << ", " << count);
            CHECK(nodesOf(findings, own.id) == count);
            const auto found = std::ranges::find(findings, own.id, &Finding::id);
            REQUIRE(found != findings.end());
            CHECK(found->severity == own.severity);
            CHECK(found->object == "walk");
            if (count == 1) CHECK(found->message == own.says);
            if (count == 1) CHECK(findings.size() == 1);
        }
}

TEST_CASE("what a fast hinge does about another axis is a pop, or a jump") {
    ImportedModel imported = model();
    const size_t keys = GENERATE(1u, kKeys - 20);
    for (size_t i = 1; i < 4; ++i) {
        Channel& own = imported.model.clips[0].channels[i];
        for (size_t key = 0; key < kKeys; ++key)
            own.rotation.values[key] = turn(40.0f * std::sin(0.5f * static_cast<float>(key)));
        for (size_t key = 20; key < 20 + keys; ++key)
            own.rotation.values[key] = turn(45.0f, {0, 1, 0}) * own.rotation.values[key];
    }
    CHECK(nodesOf(keysOf(imported), "key-pop") == 3);
}

TEST_CASE("three pops of a bone are three findings with their times") {
    ImportedModel imported = model();
    for (const size_t key : {10u, 20u, 30u})
        off(imported.model.clips[0].channels[4], key, 1, 40.0f);
    std::vector<double> seconds;
    for (const Finding& finding : keysOf(imported))
        seconds.push_back(finding.seconds.value());
    std::ranges::sort(seconds);
    CHECK(seconds == std::vector<double>{10 / 24.0, 20 / 24.0, 30 / 24.0});
}

TEST_CASE("what is fast without a fault is no pop") {
    ImportedModel imported = model();
    AnimationClip& clip = imported.model.clips[0];
    SECTION("a swing as fast as the rest of the movement") {
        for (size_t key = 0; key < kKeys; ++key)
            clip.channels[3].rotation.values[key] = turn(60.0f * std::sin(0.8f * static_cast<float>(key)));
    }
    SECTION("a blow and a slow return") {
        constexpr std::array kDegrees{20.0f, 60.0f, 50.0f, 40.0f, 30.0f, 20.0f, 10.0f};
        for (size_t key = 0; key < kDegrees.size(); ++key)
            off(clip.channels[3], 20 + key, 1, kDegrees[key]);
    }
    SECTION("sparse poses") {
        off(clip.channels[3], 20, 1, 40.0f);
        for (Channel& channel : clip.channels)
            for (double& time : channel.rotation.times)
                time *= 2.0;
    }
    SECTION("what the other side does as fast at another time") {
        imported.model.hierarchy.names[3] = "foot.L", imported.model.hierarchy.names[4] = "foot.R";
        off(clip.channels[3], 10, 1, 40.0f), off(clip.channels[4], 34, 1, 40.0f);
    }
    SECTION("what is flattened, and so not seen to turn") {
        off(clip.channels[3], 20, 1, 40.0f);
        clip.channels[3].scale = {{0.0, 0.8, 1.0}, {glm::vec3(1.0f), {1.0f, 0.01f, 1.0f}, glm::vec3(1.0f)}};
    }
    SECTION("the border of two clips on one timeline") {
        imported.report.format = "BlitzBasic 3D";
        plant(clip, kBones, [](Channel& channel) { off(channel, 20, kKeys - 20, 90.0f); });
    }
    SECTION("steps, which are a style") {
        imported.report.clips[0].interpolations = {"step"};
        off(clip.channels[3], 20, 1, 40.0f);
    }
    CHECK(countOf(keysOf(imported), "key-pop") == 0);
}

TEST_CASE("a pop while most other bones are fastest is a note: the figure strikes") {
    ImportedModel imported = model();
    AnimationClip& clip = imported.model.clips[0];
    off(clip.channels[3], 20, 1, 40.0f);
    for (const size_t channel : {0u, 1u, 2u, 5u})
        off(clip.channels[channel], 21, kKeys - 21, 7.0f);
    CHECK(onlyOne(keysOf(imported), "key-pop").severity == Severity::info);
}

TEST_CASE("a figure that rolls, and a limb that spins slowly, do not wrap") {
    ImportedModel imported = model();
    const auto [channel, seconds] = GENERATE(std::pair(0u, 0.4f), std::pair(7u, 1.0f));
    for (size_t key = 0; key < kKeys; ++key)
        imported.model.clips[0].channels[channel].rotation.values[key] =
            turn(360.0f * std::clamp((static_cast<float>(key) / 24.0f - 0.5f) / seconds, 0.0f, 1.0f));
    CHECK(countOf(keysOf(imported), "rotation-wraps") == 0);
}

TEST_CASE("curves of a few keys tell no pops, however finely they were sampled") {
    ImportedModel imported = model();
    for (const size_t keys : {2u, 3u, 4u, 5u}) {
        plant(imported.model.clips[0], kBones, [&](Channel& channel) {
            channel.rotation = {};
            for (size_t key = 0; key < keys; ++key)
                channel.rotation.authored.times.push_back(0.06 * static_cast<double>(key));
            for (size_t sample = 0; sample <= 12; ++sample) {
                channel.rotation.times.push_back(0.06 * static_cast<double>(keys - 1) * static_cast<double>(sample) /
                                                 12.0);
                channel.rotation.values.push_back(turn(sample == 12 / (keys - 1) ? 40.0f : 0.0f));
            }
        });
        CHECK(countOf(keysOf(imported), "key-pop") == 0);
    }
}

TEST_CASE("keys nearly half a turn apart are a warning with the bone, half turns of an author a note") {
    ImportedModel imported = model();
    AnimationClip& clip = imported.model.clips[0];
    const auto set = [](float degrees) {
        return [=](Channel& channel) { channel.rotation = {{0.0, 1.0, 2.0}, {turn(0), turn(degrees), turn(0)}}; };
    };
    for (const size_t count : kCounts) {
        plant(clip, count, set(175.0f));
        checkOnly(keysOf(imported), "rotation-wide", "", std::to_string(2 * count) + " such pairs of keys)",
                  Severity::warning);
    }
    CHECK_THAT(onlyOne(keysOf(imported), "rotation-wide").message,
               Catch::Matchers::StartsWith("'bone 0' turns by 175 degrees from one key to the next, after 0 s"));
    plant(clip, kBones, set(180.0f));
    CHECK(onlyOne(keysOf(imported), "rotation-wide").severity == Severity::info);
    plant(clip, kBones, set(165.0f));
    CHECK(countOf(keysOf(imported), "rotation-wide") == 0);
    SECTION("a control that moves no vertex is not seen") {
        set(175.0f)(addUnseen(imported));
        CHECK(countOf(keysOf(imported), "rotation-wide") == 0);
    }
    SECTION("keys that were sampled from a curve are not the file's") {
        plant(clip, kBones, set(175.0f));
        clip.authoredFrameSeconds = 1.0 / 24.0;
        CHECK(countOf(keysOf(imported), "rotation-wide") == 0);
    }
}
