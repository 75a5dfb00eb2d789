#include <cmath>

#include "check/checks.h"
#include "support/findings.h"
#include "support/models/swinging_band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::swing;
using rig_models::swingingBand;
using rig_models::turn;
using rig_models::turning;

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
    SECTION("nor for several keys that it is near, if it jumps there") {
        const auto rests = [&](float t) { return 90.0f + 0.5f * swing(t); };
        imported.model.hierarchy.rest[2].rotation = turn(90.0f, {1, 0, 0});
        channels[2] = turning(2, rests);
        for (size_t key = 10; key < 31; ++key)
            channels[2].rotation.values[key] = turn(key < 14 ? 0.0f : 9.0f, {1, 0, 0});
        CHECK(countOf(checkOddTracks(imported.model), "key-misread") == 1);
        channels[2].rotation.values[20] = turn(13.0f, {1, 0, 0});  // it jumps elsewhere, too
        CHECK(countOf(checkOddTracks(imported.model), "key-misread") == 0);
        channels[2].rotation.values[20] = channels[2].rotation.values[21];
        channels[2].rotation.values[14] = turn(4.0f, {1, 0, 0});
        CHECK(countOf(checkOddTracks(imported.model), "key-misread") == 0);
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
