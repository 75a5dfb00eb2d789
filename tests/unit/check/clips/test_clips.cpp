#include "check/check.h"
#include "unit/check/clips/swinging.h"

using namespace sinew;
using rig_models::turn;
using namespace swinging;

namespace {

std::vector<Finding> clipsOf(const ImportedModel& imported) {
    return written(imported.model, checkClips(imported.model, imported.report));
}

}  // namespace

TEST_CASE("a rig without clips is reported, one with a clip not") {
    CHECK(onlyOne(clipsOf(rig_models::band()), "clips-none").object == "band.glb");
    CHECK(clipsOf(model()).empty());
}

TEST_CASE("clips without channels, still clips and copies are found, however many there are") {
    for (const size_t count : {1u, 3u}) {
        ImportedModel imported = model();
        const std::vector<Channel> walk = imported.model.clips[0].channels;
        const std::vector<Channel> still{{.node = 1, .rotation = {{0.0, 1.0}, {turn(9), turn(9)}}}};
        for (size_t i = 0; i < count; ++i) {
            rig_models::addClip(imported, "empty", 1.0);
            rig_models::addClip(imported, "sit", 1.0).channels = still;
            rig_models::addClip(imported, "T-Pose", 1.0).channels = still;
            rig_models::addClip(imported, "again", 2.0).channels = walk;
        }
        const std::vector<Finding> findings = clipsOf(imported);
        CHECK(findings.size() == 3 * count);
        for (const Finding& finding : findings) {
            if (finding.id == "clip-empty") CHECK(finding.severity == Severity::warning);
            if (finding.id == "clip-still") CHECK(finding.object == "sit");
            if (finding.id == "clip-twice") CHECK(finding.message == "moves everything as 'walk' does");
        }
    }
}

TEST_CASE("a clip that moves only what no vertex follows is still: a warning if it is the only one") {
    ImportedModel imported = rig_models::band();
    addNode(imported.model, "camera", kNoParent);
    rig_models::addClip(imported, "talk", 1.0)
        .channels.push_back({.node = 3, .rotation = {{0.0, 1.0}, {turn(0), turn(40)}}});
    checkOnly(clipsOf(imported), "clip-still", "", "moves only 'camera', not the figure", Severity::warning);
    imported.model.clips[0].morphs.push_back({.weight = 0, .track = {{0.0, 1.0}, {0.0f, 1.0f}}});
    CHECK(clipsOf(imported).empty());
}

TEST_CASE("keys on straight lines are dense, those of a curve and those that Sinew made are not") {
    ImportedModel imported = model();
    AnimationClip& clip = imported.model.clips[0];
    for (Channel& channel : clip.channels)
        for (size_t key = 0; key < kKeys; ++key)
            channel.rotation.values[key] = turn(static_cast<float>(key));
    CHECK_THAT(onlyOne(clipsOf(imported), "keys-dense").message,
               Catch::Matchers::EndsWith("of 392 keys of tracks that move can be interpolated from the others"));
    clip.authoredFrameSeconds = 1.0 / 24.0;
    CHECK(clipsOf(imported).empty());
}

TEST_CASE("bones that move in steps are counted") {
    for (const size_t count : kCounts) {
        ImportedModel imported = model();
        plant(imported.model.clips[0], count, [](Channel& channel) {
            channel.rotation = {{0.0, 0.3, 0.301, 0.6, 0.601, 2.0},
                                {turn(0), turn(0), turn(20), turn(20), turn(5), turn(5)}};
        });
        CHECK(countOf(clipsOf(imported), "clip-stepped") == 0);
        imported.report.clips[0].interpolations = {"linear", "step"};
        const Finding finding = onlyOne(clipsOf(imported), "clip-stepped");
        CHECK_THAT(finding.message,
                   Catch::Matchers::StartsWith("moves " + std::to_string(count) + " of 8 bones in steps"));
        CHECK(nodesOf({finding}, "clip-stepped") == count);
    }
}

TEST_CASE("the summary of a clip says whether it loops, where it goes, and what is constant") {
    ImportedModel imported = model();
    const auto summary = [&] { return summarizeClips(imported.model)[0]; };
    CHECK(summary().loopGap < 0.01f);
    CHECK(summary().travel < 1e-6f);
    CHECK(summary().constantTracks == 0);
    Channel& channel = imported.model.clips[0].channels[0];
    channel.scale = {{0.0, 1.0}, {glm::vec3(1.0f), glm::vec3(1.0f)}};
    channel.translation = {{0.0, 2.0}, {{}, {8.0f, 0.0f, 0.0f}}};
    CHECK(summary().constantKeys == 2);
    CHECK(summary().travel == Approx(8.0f / std::sqrt(65.0f)));
    CHECK(summary().loopGap < 0.01f);
    channel.rotation.values.back() = turn(30.0f);
    CHECK(summary().loopGap > 0.1f);
}

TEST_CASE("scales through zero, negative and non-uniform ones are found at the clip, with bone and time") {
    const auto with = [](glm::vec3 middle, size_t count) {
        ImportedModel imported = model();
        plant(imported.model.clips[0], count, [&](Channel& channel) {
            channel.scale = {{0.0, 0.5, 1.0, 1.5, 2.0}, std::vector<glm::vec3>(5, glm::vec3(1.0f))};
            channel.scale.values[2] = middle;
        });
        return checkScales(imported.model);
    };
    for (const size_t count : {2u, 3u, 8u}) {
        CHECK(with({1.01f, 1.01f, 1.01f}, count).empty());
        CHECK(onlyOne(with({0, 0, 0}, count), "clip-scale-zero").severity == Severity::warning);
        CHECK(onlyOne(with({-1, 1, 1}, count), "clip-scale-negative").severity == Severity::warning);
        CHECK(onlyOne(with({2, 1, 1}, count), "clip-scale-uneven").severity == Severity::warning);
        CHECK(onlyOne(with({1.1f, 1, 1}, count), "clip-scale-uneven").severity == Severity::info);
        CHECK(onlyOne(with({3, 3, 3}, count), "clip-scale-other").severity == Severity::info);
    }
    CHECK(with({1.2f, 0, 1}, 1)[0].severity == Severity::info);  // an eye that blinks: nothing turns below it
    CHECK(with({0, 0, 0}, 1)[0].seconds == 1.0);
}

TEST_CASE("a frame that is shown twice, and a loop that holds its last or first pose, are found") {
    ImportedModel imported = model();
    const auto framesOf = [&] { return checkFrames(imported.model, imported.report); };
    CHECK(framesOf().empty());
    SECTION("one frame, three frames, and animation on twos, which is a style") {
        size_t count = 0;
        const auto repeat = [&](size_t key) {
            for (Channel& channel : imported.model.clips[0].channels)
                channel.rotation.values[key] = channel.rotation.values[key - 1];
            return framesOf();
        };
        for (const size_t key : {4u, 20u, 30u}) {
            const Finding finding = onlyOne(repeat(key), "frame-repeated");
            CHECK(finding.figure == Figure{static_cast<double>(++count), "frames"});
            CHECK(finding.seconds == Approx(3.0 / 24.0));
        }
        imported = model();
        for (size_t key = 1; key < kKeys; key += 2)
            repeat(key);
        CHECK(countOf(framesOf(), "frame-repeated") == 0);
    }
    SECTION("held at its end: a warning; at its start: a note") {
        const bool atEnd = GENERATE(true, false);
        const size_t held = GENERATE(1u, 4u);
        for (Channel& channel : imported.model.clips[0].channels)
            for (size_t key = 0; key < held; ++key) {
                auto& [times, values, authored] = channel.rotation;
                times.push_back(times.back() + 1.0 / 24.0);
                values.insert(atEnd ? values.end() : values.begin(), atEnd ? values.back() : values.front());
            }
        const Finding finding = onlyOne(framesOf(), "loop-held");
        CHECK(finding.severity == (atEnd ? Severity::warning : Severity::info));
        imported.report.format = "MD2";
        CHECK(framesOf().empty());
    }
}
