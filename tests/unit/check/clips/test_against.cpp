#include "unit/check/clips/swinging.h"

using namespace sinew;
using rig_models::turn;
using namespace swinging;

namespace {

const glm::vec3 kUp{0.0f, 1.0f, 0.0f};

/// The last bones of a band hold this translation, the others their own, in a clip.
std::vector<Finding> held(const glm::vec3& place, size_t count) {
    ImportedModel imported = model();
    AnimationClip& clip = imported.model.clips[0];
    for (Channel& channel : clip.channels)
        channel.translation = {{0.0, 1.0},
                               std::vector<glm::vec3>(2, imported.model.hierarchy.rest[channel.node].translation)};
    plant(clip, count, [&](Channel& channel) { channel.translation.values.assign(2, place); });
    return written(imported.model, checkAgainstRest(imported.model));
}

/// A walk, a run, a jump and a wave.
ImportedModel fourClips() {
    ImportedModel imported = model();
    for (const char* name : {"run", "hop", "wave"})
        addClip(imported, name);
    return imported;
}

}  // namespace

TEST_CASE("translations in another unit, of another figure, and away from rest") {
    CHECK(held(kUp, 7).empty());
    CHECK(onlyOne(held(100.0f * kUp, 7), "clip-unit").message ==
          "keeps the bones 100 times as far apart as the rest pose does: it is in another unit");
    for (const size_t count : {1u, 3u}) {
        const Finding unit = onlyOne(held(100.0f * kUp, count), "clip-unit");
        CHECK(unit.severity == Severity::warning);
        CHECK(nodesOf({unit}, "clip-unit") == count);
        const Finding displaced = onlyOne(held({0.6f, 0.8f, 0.0f}, count), "bone-displaced");
        CHECK(nodesOf({displaced}, "bone-displaced") == count);
        CHECK_THAT(displaced.message, Catch::Matchers::EndsWith("7.84 % of the model's size from where " +
                                                                std::string(count == 1 ? "it rests" : "they rest")));
    }
    CHECK(onlyOne(held(1.5f * kUp, 7), "clip-proportions").message ==
          "has the bone lengths of another figure, 1.5 to 1.5 times as long as in the rest pose");
    CHECK(held(1.1f * kUp, 7).empty());
}

TEST_CASE("a clip that starts elsewhere, or turned away, unlike the others, is named") {
    const auto starting = [](const glm::vec3& place, float degrees, size_t count) {
        ImportedModel imported = fourClips();
        const glm::quat lying = turn(90.0f, {1.0f, 0.0f, 0.0f});
        imported.model.hierarchy.rest[0].rotation = lying;  // so that it has a heading
        for (size_t clip = 0; clip < 4; ++clip)
            imported.model.clips[clip].channels.assign(
                1, {.node = 0,
                    .translation = {{0.0}, {clip < count ? place : glm::vec3(0.0f)}},
                    .rotation = {{0.0}, {(clip < count ? turn(degrees, kUp) : turn(0.0f)) * lying}}});
        return written(imported.model, checkAgainstOthers(imported.model));
    };
    checkOnly(starting({4.0f, 0.0f, 0.0f}, 0.0f, 1), "clip-elsewhere", "walk",
              "starts 49.6 % of the model's size from where most other clips start", Severity::info);
    CHECK(onlyOne(starting({20.0f, 0.0f, 0.0f}, 0.0f, 1), "clip-elsewhere").severity == Severity::warning);
    CHECK(onlyOne(starting({}, 170.0f, 1), "clip-elsewhere").message ==
          "starts turned by 170 degrees from the rest pose and most other clips");
    CHECK(starting({1.0f, 0.0f, 0.0f}, 10.0f, 1).empty());
    CHECK(onlyOne(starting({20.0f, 0.0f, 0.0f}, 170.0f, 3), "clip-elsewhere").object == "wave");  // the odd one then
}

TEST_CASE("bones that a clip keeps far from all others: half of them, or some of the spine") {
    for (const size_t count : kCounts) {
        ImportedModel imported = fourClips();
        plant(imported.model.clips[1], count, [](Channel& channel) {
            for (glm::quat& rotation : channel.rotation.values)
                rotation *= turn(100.0f, {1.0f, 0.0f, 0.0f});
        });
        const Finding finding = onlyOne(written(imported.model, checkAgainstOthers(imported.model)), "clip-unlike");
        CHECK(finding.object == "run");
        CHECK(finding.severity == (count == kBones ? Severity::warning : Severity::info));
        if (count < kBones) CHECK(nodesOf({finding}, "clip-unlike") == count);
        imported.model.clips[1].name = "death";
        CHECK(countOf(checkAgainstOthers(imported.model), "clip-unlike") == 0);
    }
}

TEST_CASE("a clip of differences from the rest pose is a warning") {
    ImportedModel imported = fourClips();
    const glm::quat rest = turn(100.0f, {1.0f, 0.0f, 0.0f});
    for (uint32_t node = 0; node < kBones; ++node)
        imported.model.hierarchy.rest[node].rotation = rest;
    for (const size_t clip : {0u, 2u, 3u})
        for (Channel& channel : imported.model.clips[clip].channels)
            for (glm::quat& rotation : channel.rotation.values)
                rotation = rest * rotation;
    const Finding finding = onlyOne(checkAgainstOthers(imported.model), "clip-additive");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.subjects == std::vector{clipSubject(1)});
    imported.model.clips[1].name = "wave_additive";
    CHECK(countOf(checkAgainstOthers(imported.model), "clip-additive") == 0);
}

TEST_CASE("bones that stand still beside twins that turn: legs are a warning, arms a note") {
    const char* part = GENERATE("leg", "arm");
    for (const size_t count : {1u, 3u}) {
        ImportedModel imported = model();
        for (size_t node = 0; node < 8; ++node)
            imported.model.hierarchy.names[node] = part + std::to_string(node / 2) + (node % 2 == 0 ? ".L" : ".R");
        CHECK(checkAgainstOthers(imported.model).empty());
        for (size_t i = 0; i < count; ++i)
            imported.model.clips[0].channels[2 * i + 1].rotation = {{0.0}, {turn(5.0f)}};
        const Finding finding = onlyOne(written(imported.model, checkAgainstOthers(imported.model)), "bone-still");
        CHECK(finding.severity == (part[0] == 'l' ? Severity::warning : Severity::info));
        CHECK(nodesOf({finding}, "bone-still") == count);
        addClip(imported, "idle");
        imported.model.clips[0].name = "wave";
        CHECK(countOf(checkAgainstOthers(imported.model), "bone-still") == 0);
    }
}
