#include <cmath>

#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::turn;

namespace {

/// A second of 31 keys: `degrees(seconds)` around the X axis.
template <typename Degrees>
Channel turning(uint32_t node, const Degrees& degrees) {
    Channel channel{.node = node};
    for (int key = 0; key < 31; ++key) {
        channel.rotation.times.push_back(key / 30.0);
        channel.rotation.values.push_back(turn(degrees(static_cast<float>(key) / 30.0f), {1, 0, 0}));
    }
    return channel;
}

float swing(float seconds) {
    return std::sin(6.283f * seconds);
}

/// Bones that rest at 30, 60, 90 ... degrees and swing around that, each farther than the one before.
ImportedModel swingingBand(uint32_t bones = 5) {
    ImportedModel imported = rig_models::band(bones);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t node = 0; node < bones; ++node) {
        const float rest = 30.0f * static_cast<float>(node + 1);
        imported.model.hierarchy.rest[node].rotation = turn(rest, {1, 0, 0});
        clip.channels.push_back(
            turning(node, [&](float t) { return rest + (10.0f + static_cast<float>(node)) * swing(t); }));
    }
    return imported;
}

}  // namespace

TEST_CASE("tracks of one kind are sound") {
    CHECK(checkOddTracks(swingingBand().model).empty());
}

TEST_CASE("a rotation key that was never set is a warning") {
    ImportedModel imported = swingingBand();
    std::vector<Channel>& channels = imported.model.clips[0].channels;
    channels[2].rotation.values[12] = turn(0.0f);
    const Finding finding = onlyOne(checkOddTracks(imported.model), "key-misread");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("has the identity as the rotation of 'bone 2' at 0.4 s, 9") &&
                   Catch::Matchers::EndsWith(" degrees from the key beside it: was it never set?"));
    SECTION("as are several in a row") {
        channels[2].rotation.values[13] = channels[2].rotation.values[14] = turn(0.0f);
        CHECK(countOf(checkOddTracks(imported.model), "key-misread") == 1);
    }
    SECTION("not where the bone comes near it: a hinge stops there") {
        channels[2].rotation.values[13] = turn(8.0f, {1, 0, 0});
        CHECK(countOf(checkOddTracks(imported.model), "key-misread") == 0);
    }
    SECTION("not where the bone rests without a turn: it passes through it") {
        imported.model.hierarchy.rest[2].rotation = turn(0.0f);
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor where another clip has it there as well") {
        const std::vector<Channel> own = channels;
        addClip(imported, "run", 1.0).channels = own;
        CHECK(countOf(checkOddTracks(imported.model), "key-misread") == 0);
    }
    SECTION("nor where several bones are reset at once") {
        channels[1].rotation.values[12] = channels[3].rotation.values[12] = turn(0.0f);
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor where most keys are that") {
        std::fill(channels[2].rotation.values.begin(), channels[2].rotation.values.begin() + 20, turn(0.0f));
        CHECK(checkOddTracks(imported.model).empty());
    }
}

TEST_CASE("a key that is the inverse of what fits is a warning") {
    ImportedModel imported = swingingBand();
    glm::quat& value = imported.model.clips[0].channels[0].rotation.values[7];
    value = glm::conjugate(value);
    const Finding finding = onlyOne(checkOddTracks(imported.model), "key-misread");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("has the inverse rotation of 'bone 0' at 0.233 s: it is 79.7") &&
                   Catch::Matchers::EndsWith(" degrees from where the keys beside it lead, and its inverse fits"));
    SECTION("not two of them: a fast movement to and fro") {
        glm::quat& other = imported.model.clips[0].channels[0].rotation.values[20];
        other = glm::conjugate(other);
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor in a track that bends as much elsewhere") {
        glm::quat& other = imported.model.clips[0].channels[0].rotation.values[20];
        other = turn(60.0f, {0, 1, 0}) * other;
        CHECK(checkOddTracks(imported.model).empty());
    }
}

TEST_CASE("two bones that turn by the same keys in one clip, although they rest unlike, are a warning") {
    ImportedModel imported = swingingBand();
    const std::vector<Channel> own = imported.model.clips[0].channels;
    addClip(imported, "run", 1.0).channels = own;
    std::vector<Channel>& walk = imported.model.clips[0].channels;
    walk[3].rotation = walk[1].rotation;
    const Finding finding = onlyOne(checkOddTracks(imported.model), "channel-mistaken");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "walk");
    CHECK(finding.message ==
          "turns 'bone 1' and 'bone 3' by the same keys, although they rest in different directions: were those of one "
          "copied to the other?");
    SECTION("not where they rest alike, as the joints of a finger do") {
        imported.model.hierarchy.rest[3].rotation = imported.model.hierarchy.rest[1].rotation;
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("a note where they are on both sides") {
        imported.model.hierarchy.names[1] = "foot.L";
        imported.model.hierarchy.names[3] = "foot.R";
        CHECK(onlyOne(checkOddTracks(imported.model), "channel-mistaken").severity == Severity::info);
    }
    SECTION("nor in two clips") {
        imported.model.clips[1].channels[3].rotation = imported.model.clips[1].channels[1].rotation;
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor two pairs") {
        walk[4].rotation = walk[0].rotation;
        CHECK(checkOddTracks(imported.model).empty());
    }
}

TEST_CASE("a limb that turns all the way round in one clip alone is a note") {
    ImportedModel imported = swingingBand(8);
    const std::vector<Channel> own = imported.model.clips[0].channels;
    addClip(imported, "run", 1.0).channels = own;
    std::vector<Channel>& walk = imported.model.clips[0].channels;
    walk[6] = turning(6, [](float t) { return 40.0f + 360.0f * t; });
    const Finding finding = onlyOne(checkOddTracks(imported.model), "rotation-wraps");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK(finding.message ==
          "turns 'bone 6' all the way round from start to end, which no other bone and no other clip does: the long "
          "way round?");
    SECTION("not the body, which rolls") {
        walk[6] = own[6];
        walk[0] = turning(0, [](float t) { return 40.0f + 360.0f * t; });
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor a wheel, which does so in other clips") {
        imported.model.clips[1].channels[6] = walk[6];
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor one that only this clip turns") {
        imported.model.clips[1].channels.erase(imported.model.clips[1].channels.begin() + 6);
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor one whose way between two keys is not known") {
        walk[6] = turning(6, [](float t) { return 40.0f + 72.0f * std::round(5.0f * t); });
        CHECK(countOf(checkOddTracks(imported.model), "rotation-wraps") == 0);
    }
    SECTION("nor one that comes back") {
        walk[6] = turning(6, [](float t) { return 40.0f + 170.0f * swing(t); });
        CHECK(checkOddTracks(imported.model).empty());
    }
}

TEST_CASE("a bone that jumps from value to value while others move smoothly is a note") {
    ImportedModel imported = swingingBand();
    const auto quantized = [](float t) { return 90.0f + 12.0f * std::round(2.0f * swing(t)); };
    imported.model.clips[0].channels[2] = turning(2, quantized);
    const Finding finding = onlyOne(checkOddTracks(imported.model), "motion-stepped");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("moves 'bone 2' in ") &&
                   Catch::Matchers::EndsWith(" jumps and holds it between them, while 4 other bones move smoothly"));
    SECTION("not an eye") {
        imported.model.hierarchy.names[2] = "eye.L";
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor where another does the same") {
        imported.model.clips[0].channels[3] = turning(3, [&](float t) { return 30.0f + quantized(t); });
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor where it also slides") {
        imported.model.clips[0].channels[2].rotation.values[1] = turn(91.0f, {1, 0, 0});
        CHECK(checkOddTracks(imported.model).empty());
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
    const Finding finding = onlyOne(checkOddTracks(imported.model), "motion-jump");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("turns 'bone 2' by 4") &&
                   Catch::Matchers::EndsWith(" s, and moves smoothly otherwise, as all other bones do"));
    SECTION("not two bones: a pose before the movement") {
        jump(3);
        CHECK(checkOddTracks(imported.model).empty());
    }
    SECTION("nor one that is as fast elsewhere") {
        channels[2].rotation.values[15] = turn(40.0f, {0, 1, 0}) * channels[2].rotation.values[15];
        CHECK(countOf(checkOddTracks(imported.model), "motion-jump") == 0);
    }
}
