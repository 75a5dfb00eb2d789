#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::turn;

namespace {

const glm::vec3 kUp{0.0f, 1.0f, 0.0f};

/// A band of six bones that lies along z, so that it has a heading, with clips that start at these offsets of its root.
ImportedModel startingAt(const std::vector<glm::vec3>& offsets) {
    ImportedModel imported = rig_models::band(6);
    imported.model.hierarchy.rest[0].rotation = turn(90.0f, {1.0f, 0.0f, 0.0f});
    for (const glm::vec3& offset : offsets)
        addClip(imported, "clip " + std::to_string(imported.model.clips.size()), 1.0)
            .channels.push_back({.node = 0, .translation = {{0.0, 1.0}, {offset, offset}}});
    return imported;
}

/// Four clips, the second of which starts with its root turned.
ImportedModel startingTurned(float degrees) {
    ImportedModel imported = startingAt({{}, {}, {}, {}});
    const glm::quat heading = turn(degrees, kUp) * imported.model.hierarchy.rest[0].rotation;
    imported.model.clips[1].channels[0].rotation = {{0.0, 1.0}, {heading, heading}};
    return imported;
}

}  // namespace

TEST_CASE("a clip that starts away from all others is named; far away is a warning") {
    CHECK(checkPlaces(startingAt({{}, {}, {0.8f, 0.0f, 0.0f}, {}}).model).empty());
    const Finding near = onlyOne(checkPlaces(startingAt({{}, {}, {4.0f, 0.0f, 0.0f}, {}}).model), "clip-elsewhere");
    CHECK(near.severity == Severity::info);
    CHECK(near.object == "clip 2");
    CHECK(near.message == "starts 65.8 % of the model's size from where most other clips start");
    const Finding far = onlyOne(checkPlaces(startingAt({{}, {}, {0.0f, 0.0f, 20.0f}, {}}).model), "clip-elsewhere");
    CHECK(far.severity == Severity::warning);
}

TEST_CASE("one who gets up may start aside, but not far away") {
    for (const char* name : {"StandUp", "Death"}) {
        ImportedModel imported = startingAt({{}, {}, {1.4f, 0.0f, 0.0f}, {}});
        REQUIRE(countOf(checkPlaces(imported.model), "clip-elsewhere") == 1);
        imported.model.clips[2].name = name;
        CHECK(checkPlaces(imported.model).empty());
        imported.model.clips[2].channels[0].translation.values.assign(2, glm::vec3(2.4f, 0.0f, 0.0f));
        CHECK(onlyOne(checkPlaces(imported.model), "clip-elsewhere").object == name);
    }
}

TEST_CASE("a clip that starts far away is named also beside another one that starts aside") {
    const auto findings = checkPlaces(startingAt({{}, {}, {}, {}, {5.0f, 0.0f, 0.0f}, {0.0f, 90.0f, 0.0f}}).model);
    REQUIRE(countOf(findings, "clip-elsewhere") == 2);
    CHECK(findings.back().object == "clip 5");
    CHECK(findings.back().severity == Severity::warning);
}

TEST_CASE("where clips start a little apart, one that starts farther is no finding") {
    const auto startsAt = [](float spread) {
        return checkPlaces(startingAt({{}, {spread, 0, 0}, {2, 0, 0}, {-spread, 0, 0}, {}}).model);
    };
    CHECK(onlyOne(startsAt(0.1f), "clip-elsewhere").object == "clip 2");
    CHECK(startsAt(0.6f).empty());
}

TEST_CASE("the start of two clips is compared with the rest pose, and is a note") {
    CHECK(checkPlaces(startingAt({{}, {4.0f, 0.0f, 0.0f}}).model).empty());
    const Finding finding = onlyOne(checkPlaces(startingAt({{}, {20.0f, 0.0f, 0.0f}}).model), "clip-elsewhere");
    CHECK(finding.severity == Severity::info);
    CHECK_THAT(finding.message, Catch::Matchers::EndsWith("from where the figure rests"));
}

TEST_CASE("clips that start at many places tell nothing about a usual one") {
    CHECK(checkPlaces(startingAt({{}, {5, 0, 0}, {0, 0, 30}, {0, 9, 0}, {-7, 0, 0}}).model).empty());
}

TEST_CASE("where clips start at several heights, their places over the ground are compared") {
    const auto startsAt = [](float aside) {
        return checkPlaces(
            startingAt({{}, {0.0f, 3.0f, 0.0f}, {aside, 1.5f, 0.0f}, {0.0f, 4.5f, 0.0f}, {0.0f, -3.0f, 0.0f}}).model);
    };
    CHECK(startsAt(0.6f).empty());
    const Finding finding = onlyOne(startsAt(4.0f), "clip-elsewhere");
    CHECK(finding.object == "clip 2");
    CHECK(finding.message == "starts 65.8 % of the model's size from where most other clips start");
}

TEST_CASE("a clip that starts turned back is a note where the others turn aside") {
    const auto headings = [](float others) {
        ImportedModel imported = startingTurned(180.0f);
        for (const size_t clip : {0u, 2u, 3u}) {
            const glm::quat heading = turn(others, kUp) * imported.model.hierarchy.rest[0].rotation;
            imported.model.clips[clip].channels[0].rotation = {{0.0, 1.0}, {heading, heading}};
        }
        return checkPlaces(imported.model);
    };
    CHECK(onlyOne(headings(50.0f), "clip-heading").object == "clip 1");
    CHECK(countOf(headings(70.0f), "clip-heading") == 0);
    ImportedModel imported = startingTurned(110.0f);
    for (const size_t clip : {0u, 2u, 3u}) {
        const glm::quat heading = turn(50.0f, kUp) * imported.model.hierarchy.rest[0].rotation;
        imported.model.clips[clip].channels[0].rotation = {{0.0, 1.0}, {heading, heading}};
    }
    CHECK(countOf(checkPlaces(imported.model), "clip-heading") == 0);
}

TEST_CASE("a clip that starts turned away is a note, unless others do") {
    CHECK(countOf(checkPlaces(startingTurned(60.0f).model), "clip-heading") == 0);
    CHECK(countOf(checkPlaces(startingTurned(90.0f).model), "clip-heading") == 1);
    const Finding finding = onlyOne(checkPlaces(startingTurned(180.0f).model), "clip-heading");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "clip 1");
    CHECK(finding.message == "starts turned by 180 degrees from the rest pose and most other clips");
    ImportedModel imported = startingTurned(180.0f);
    for (const size_t clip : {2u, 3u})
        imported.model.clips[clip].channels = imported.model.clips[1].channels;
    CHECK(countOf(checkPlaces(imported.model), "clip-heading") == 0);
}

TEST_CASE("of two loops, the one that starts turned aside is compared with the rest pose") {
    ImportedModel imported = startingTurned(90.0f);
    imported.model.clips.resize(2);
    CHECK(countOf(checkPlaces(imported.model), "clip-heading") == 0);
    imported.model.clips[0].name = "walk";
    imported.model.clips[1].name = "run";
    const Finding finding = onlyOne(checkPlaces(imported.model), "clip-heading");
    CHECK(finding.object == "run");
    CHECK(finding.message == "starts turned by 90 degrees from the rest pose and the other clip");
    SECTION("unless both are turned") {
        imported.model.clips[0].channels = imported.model.clips[1].channels;
    }
    SECTION("unless it may turn") {
        imported.model.clips[1].name = "attack";
    }
    CHECK(countOf(checkPlaces(imported.model), "clip-heading") == 0);
}

TEST_CASE("where a clip starts in another shape, how its bones are turned tells whether it is turned away") {
    const float degrees = GENERATE(0.0f, 60.0f, 170.0f);
    ImportedModel imported = startingTurned(degrees);
    std::vector<Channel>& channels = imported.model.clips[1].channels;
    for (uint32_t bone = 1; bone < 6; ++bone)  // to and fro, instead of ahead
        channels.push_back({.node = bone, .translation = {{0.0}, {{bone % 2 == 0 ? 1.0f : -1.0f, 0.0f, 0.0f}}}});
    const std::vector<Finding> findings = checkPlaces(imported.model);
    if (degrees != 170.0f) {
        CHECK(countOf(findings, "clip-heading") == 0);
        return;
    }
    CHECK(onlyOne(findings, "clip-heading").message ==
          "starts turned by 170 degrees from the rest pose and most other clips");
    for (const uint32_t bone : {1u, 2u, 3u, 4u, 5u})  // each to another side
        channels[bone].rotation = {{0.0}, {turn(90.0f, {0.0f, 0.0f, 1.0f})}};
    CHECK(countOf(checkPlaces(imported.model), "clip-heading") == 0);
}

TEST_CASE("the ground of a model whose up axis is Z is the plane of X and Y") {
    ImportedModel imported = startingTurned(0.0f);
    imported.model.up = UpAxis::z;
    imported.model.hierarchy.rest[0].rotation = turn(-90.0f, {1.0f, 0.0f, 0.0f}) * turn(90.0f, {1.0f, 0.0f, 0.0f});
    for (AnimationClip& clip : imported.model.clips)
        clip.channels[0].rotation = {{0.0}, {imported.model.hierarchy.rest[0].rotation}};
    imported.model.clips[1].channels[0].rotation.values = {turn(180.0f, {0.0f, 0.0f, 1.0f})};
    CHECK(onlyOne(checkPlaces(imported.model), "clip-heading").object == "clip 1");
}
