#include <algorithm>
#include <cmath>

#include "check/checks.h"
#include "support/findings.h"
#include "support/models/swinging_band.h"

using namespace sinew;
using rig_models::swing;
using rig_models::swingingBand;
using rig_models::turn;
using rig_models::turning;

TEST_CASE("bones of one kind of steps are sound") {
    CHECK(checkOddSteps(swingingBand().model).empty());
}

TEST_CASE("a bone that jumps from value to value while others move smoothly is a note") {
    ImportedModel imported = swingingBand();
    const auto quantized = [](float t) { return 90.0f + 12.0f * std::round(2.0f * swing(t)); };
    imported.model.clips[0].channels[2] = turning(2, quantized);
    const Finding finding = onlyOne(checkOddSteps(imported.model), "motion-stepped");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("moves 'bone 2' in ") &&
                   Catch::Matchers::EndsWith(" jumps and holds it between them, while 4 other bones move smoothly"));
    SECTION("not an eye") {
        imported.model.hierarchy.names[2] = "eye.L";
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor where another does the same") {
        imported.model.clips[0].channels[3] = turning(3, [&](float t) { return 30.0f + quantized(t); });
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor where it also slides") {
        imported.model.clips[0].channels[2].rotation.values[1] = turn(91.0f, {1, 0, 0});
        CHECK(checkOddSteps(imported.model).empty());
    }
}

TEST_CASE("a bone that jumps from its first key or to its last one, as no other bone does, is a note") {
    ImportedModel imported = swingingBand();
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    const bool atEnd = GENERATE(false, true);
    const auto jump = [&](uint32_t bone) {
        std::vector<glm::quat>& values = channels[bone].rotation.values;
        glm::quat& value = atEnd ? values.back() : values.front();
        value = turn(40.0f, {0, 1, 0}) * value;
    };
    jump(2);
    const Finding finding = onlyOne(checkOddSteps(imported.model), "motion-jump");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("turns 'bone 2' by 4") &&
                   Catch::Matchers::EndsWith(" s, and moves smoothly otherwise, as all other bones do"));
    SECTION("not two bones: a pose before the movement") {
        jump(3);
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor one that turns half as far in the next step") {
        std::vector<glm::quat>& values = channels[2].rotation.values;
        for (const size_t key : {0u, 1u}) {
            glm::quat& value = values[atEnd ? values.size() - 1 - key : key];
            value = turn(18.0f, {0, 1, 0}) * value;
        }
        CHECK(countOf(checkOddSteps(imported.model), "motion-jump") == 0);
    }
    SECTION("nor one that is as fast elsewhere") {
        channels[2].rotation.values[15] = turn(40.0f, {0, 1, 0}) * channels[2].rotation.values[15];
        CHECK(countOf(checkOddSteps(imported.model), "motion-jump") == 0);
    }
}

TEST_CASE("a bone that jumps once, as no other bone does, is a note") {
    ImportedModel imported = swingingBand();
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    const auto jumps = [](float t) { return 90.0f + 1.5f * swing(t) + (t > 0.55f ? 9.0f : 0.0f); };
    channels[2] = turning(2, jumps);
    const Finding finding = onlyOne(checkOddSteps(imported.model), "motion-jump");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("turns 'bone 2' by 8.7") &&
                   Catch::Matchers::EndsWith(
                       " from 0.533 s to 0.567 s, and by less than a quarter of that between all other keys"));
    SECTION("not where another does") {
        channels[3] = turning(3, jumps);
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor where it moves nearly as fast elsewhere") {
        channels[2] = turning(2, [&](float t) { return jumps(t) + (t > 0.8f ? 3.0f : 0.0f); });
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor where the keys there are far apart") {
        for (size_t key = 17; key < 31; ++key)
            channels[2].rotation.times[key] += 0.2;
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor so far that it is found without a look at the others") {
        channels[2] = turning(2, [](float t) { return 90.0f + 1.5f * swing(t) + (t > 0.55f ? 40.0f : 0.0f); });
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor by what is hardly seen") {
        channels[2] = turning(2, [](float t) { return 90.0f + 0.5f * swing(t) + (t > 0.55f ? 4.0f : 0.0f); });
        CHECK(checkOddSteps(imported.model).empty());
    }
}

TEST_CASE("a bone of which many keys are off the line, and no other bone's, is a note") {
    ImportedModel imported = swingingBand();
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    const auto shake = [&](uint32_t bone, size_t keys) {
        for (size_t key = 10; key < 10 + keys; ++key)
            channels[bone].rotation.values[key] =
                turn(key % 2 == 0 ? 7.0f : -7.0f, {0, 1, 0}) * channels[bone].rotation.values[key];
    };
    shake(2, 6);
    const Finding finding = onlyOne(checkOddSteps(imported.model), "motion-jitter");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("'bone 2' has ") &&
                                    Catch::Matchers::EndsWith(
                                        " keys far from the line between the keys beside them, and no other bone has"));
    SECTION("not where another bone has some") {
        shake(3, 2);
        CHECK(checkOddSteps(imported.model).empty());
    }
}

TEST_CASE("keys of a movement that speeds up and slows down are far from a line, but not from each other") {
    ImportedModel imported = swingingBand();
    Channel fast{.node = 2};
    float degrees = 0.0f;
    for (int key = 0; key < 31; ++key) {
        const int phase = key % 10;  // 9 degrees more, or less, with each key
        degrees += key == 0 ? 0.0f : 9.0f * static_cast<float>(phase < 5 ? phase + 1 : 10 - phase);
        fast.rotation.times.push_back(key / 30.0);
        fast.rotation.values.push_back(turn(degrees, {1, 0, 0}));
    }
    imported.model.clips[0].channels[2] = fast;
    CHECK(countOf(checkOddSteps(imported.model), "motion-jitter") == 0);
}

TEST_CASE("few keys off the line are a movement") {
    ImportedModel imported = swingingBand();
    Track<glm::quat>& track = imported.model.clips[0].channels[2].rotation;
    for (size_t key = 10; key < 12; ++key)
        track.values[key] = turn(key % 2 == 0 ? 7.0f : -7.0f, {0, 1, 0}) * track.values[key];
    CHECK(countOf(checkOddSteps(imported.model), "motion-jitter") == 0);
}

TEST_CASE("a bone that stops and starts at full speed, while all others move, is a note") {
    ImportedModel imported = swingingBand();
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    const auto held = [](float t) { return 30.0f * (t < 0.36f ? t : t < 0.69f ? 11.0f / 30.0f : t - 10.0f / 30.0f); };
    channels[2] = turning(2, [&](float t) { return 90.0f + 2.0f * held(t); });
    const Finding finding = onlyOne(checkOddSteps(imported.model), "keys-held");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK(finding.message ==
          "holds 'bone 2' for 0.333 s from 0.367 s on, in the middle of a movement of full speed before and after");
    SECTION("not where another pauses as well") {
        channels[3] = turning(3, [&](float t) { return 120.0f + 3.0f * held(t); });
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor where it pauses again") {
        std::vector<glm::quat>& values = channels[2].rotation.values;
        std::copy_backward(values.begin() + 25, values.end() - 1, values.end());
        CHECK(countOf(checkOddSteps(imported.model), "keys-held") == 0);
    }
    SECTION("nor where it slows down before") {
        channels[2].rotation.values[9] = turn(90.0f + 2.0f * held(0.34f), {1, 0, 0});
        CHECK(countOf(checkOddSteps(imported.model), "keys-held") == 0);
    }
    SECTION("nor for a short time") {
        channels[2] = turning(2, [&](float t) {
            return 90.0f + 60.0f * (t < 0.36f ? t : t < 0.49f ? 11.0f / 30.0f : t - 4.0f / 30.0f);
        });
        CHECK(countOf(checkOddSteps(imported.model), "keys-held") == 0);
    }
}

TEST_CASE("a bone whose rotations are rounded, unlike those of all others, is a note") {
    ImportedModel imported = swingingBand();
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    for (const uint32_t bone : {2u, 4u})
        channels[bone] = turning(bone, [](float t) { return 90.0f + 80.0f * swing(t); });
    const auto roundTo = [&](uint32_t bone, float steps) {
        for (glm::quat& value : channels[bone].rotation.values)
            value = glm::normalize(glm::quat(std::round(steps * value.w), std::round(steps * value.x), 0.0f, 0.0f));
    };
    SECTION("to few steps") {
        roundTo(2, 8.0f);
        const Finding finding = onlyOne(checkOddSteps(imported.model), "motion-stepped");
        CHECK(finding.severity == Severity::info);
        CHECK(finding.object == "walk");
        CHECK(finding.message ==
              "turns 'bone 2' by quaternions that are rounded to 1/8, unlike those of all other bones");
    }
    SECTION("not to many") {
        roundTo(2, 100.0f);
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor where another has the same") {
        roundTo(2, 8.0f), roundTo(4, 8.0f);
        CHECK(checkOddSteps(imported.model).empty());
    }
    SECTION("nor one that turns by quarters and thirds") {
        const glm::quat turns[] = {{1, 1, 0, 0}, {1, 1, 1, 1}, {1, 1, 1, 0}, {1, -1, 0, 0}, {0, 1, 1, 0}, {1, 0, 0, 0}};
        for (size_t key = 0; key < 31; ++key)
            channels[2].rotation.values[key] = glm::normalize(turns[key / 6]);
        CHECK(countOf(checkOddSteps(imported.model), "motion-stepped") == 0);
    }
}
