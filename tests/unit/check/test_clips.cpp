#include "check/checks.h"

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::turn;

namespace {

std::vector<Finding> clipFindings(const ImportedModel& imported) {
    return checkClips(imported.model, imported.report);
}

/// 121 keys from 0 to 60 degrees along `curve`, which maps 0 to 1 to 0 to 1.
template <typename Curve>
Channel turning(const Curve& curve) {
    Channel channel{.node = 1};
    for (int key = 0; key <= 120; ++key) {
        channel.rotation.times.push_back(key / 30.0);
        channel.rotation.values.push_back(turn(60.0f * curve(static_cast<float>(key) / 120.0f)));
    }
    return channel;
}

float square(float x) {
    return x * x * x * (2.0f - x);
}

}  // namespace

TEST_CASE("a rig without clips is reported") {
    ImportedModel imported = rig_models::band();
    CHECK(onlyOne(clipFindings(imported), "clips-none").object == "band.glb");
    addClip(imported, "bow", 1.0).channels.push_back({.node = 1, .rotation = {{0.0, 1.0}, {turn(0), turn(90)}}});
    CHECK(clipFindings(imported).empty());
}

TEST_CASE("a clip without channels is a warning, a still one a note") {
    ImportedModel imported = rig_models::band();
    addClip(imported, "empty", 1.0);
    addClip(imported, "still", 1.0).channels.push_back({.node = 1, .rotation = {{0.0, 1.0}, {turn(9), turn(9)}}});
    const std::vector<Finding> findings = clipFindings(imported);
    CHECK(findings.size() == 2);
    CHECK(onlyOne(findings, "clip-empty").object == "empty");
    CHECK(onlyOne(findings, "clip-still").object == "still");
}

TEST_CASE("a clip that moves only what no vertex follows is still: a warning if it is the only one") {
    ImportedModel imported = rig_models::band();
    imported.model.hierarchy.names.push_back("camera");
    imported.model.hierarchy.parents.push_back(kNoParent);
    imported.model.hierarchy.rest.push_back({});
    addClip(imported, "talk", 1.0).channels.push_back({.node = 3, .rotation = {{0.0, 1.0}, {turn(0), turn(40)}}});
    const Finding finding = onlyOne(clipFindings(imported), "clip-still");
    CHECK(finding.object == "talk");
    CHECK(finding.message == "moves only 'camera', not the figure");
    CHECK(finding.severity == Severity::warning);
    addClip(imported, "bow", 1.0).channels.push_back({.node = 1, .rotation = {{0.0, 1.0}, {turn(0), turn(90)}}});
    CHECK(onlyOne(clipFindings(imported), "clip-still").severity == Severity::info);
    imported.model.clips[0].channels[0].node = 0;
    CHECK(countOf(clipFindings(imported), "clip-still") == 0);
}

TEST_CASE("a still clip that is named like a pose is meant to be one") {
    ImportedModel imported = rig_models::band();
    const auto stillCount = [&](const char* name) {
        imported.model.clips.clear();
        imported.report.clips.clear();
        addClip(imported, name, 1.0).channels.push_back({.node = 1, .rotation = {{0.0, 1.0}, {turn(9), turn(9)}}});
        return countOf(clipFindings(imported), "clip-still");
    };
    for (const char* name : {"T-Pose", "TPose", "bind", "Sit_Pose", "RESET", "Armature|A-pose.001", "RestPose"}) {
        INFO(name);
        CHECK(stillCount(name) == 0);
    }
    for (const char* name : {"Idle", "Sit", "Positioned", "Restart", "binding"}) {
        INFO(name);
        CHECK(stillCount(name) == 1);
    }
}

TEST_CASE("a clip that moves nothing but a morph weight is not still") {
    ImportedModel imported = rig_models::band();
    addClip(imported, "smile", 1.0).morphs.push_back({.weight = 0, .track = {{0.0, 1.0}, {0.0f, 1.0f}}});
    CHECK(clipFindings(imported).empty());
}

TEST_CASE("rotation keys nearly half a turn apart are a warning with bone and time") {
    ImportedModel imported = rig_models::band();
    Channel& channel = addClip(imported, "spin", 3.0).channels.emplace_back();
    channel = {.node = 1, .rotation = {{0.0, 1.0, 3.0}, {turn(0), turn(165), turn(340)}}};
    const Finding finding = onlyOne(clipFindings(imported), "rotation-wide");
    CHECK(finding.object == "spin");
    CHECK(finding.message ==
          "has 1 pair of neighboring rotation keys 170 degrees or more apart; 'bone 1' turns by 175 degrees after 1 s, "
          "in an ambiguous direction");
    SECTION("but not where keys are not blended") {
        imported.report.clips[0].interpolations = {"step"};
        CHECK(clipFindings(imported).empty());
    }
    SECTION("nor where the clip jumps on purpose") {
        channel.rotation.times[2] = 1.001;
        CHECK(clipFindings(imported).empty());
    }
    SECTION("and a note where an author turns it by exactly one half") {
        channel.rotation.values[2] = turn(345);
        CHECK(onlyOne(clipFindings(imported), "rotation-wide").severity == Severity::info);
        channel.rotation.times[2] = 1.05;
        CHECK(onlyOne(clipFindings(imported), "rotation-wide").severity == Severity::warning);
    }
    SECTION("nor for a sign of the quaternion, which means the same turn") {
        channel.rotation.values = {turn(0), -turn(10), turn(20)};
        CHECK(clipFindings(imported).empty());
    }
}

TEST_CASE("track-constant states the redundant keys") {
    ImportedModel imported = rig_models::band();
    Channel channel = turning(square);
    channel.scale = {channel.rotation.times, std::vector<glm::vec3>(121, glm::vec3(1.0f))};
    addClip(imported, "nod", 4.0).channels.push_back(channel);
    CHECK(onlyOne(clipFindings(imported), "track-constant").message ==
          "1 track is constant; 120 of 242 keys are redundant");
    imported.report.format = "Collada";  // matrices: one key for all three
    CHECK(clipFindings(imported).empty());
    imported.report.format = "glTF 2.0";
    imported.model.clips[0].channels[0].scale.values[60].x = 1.1f;
    CHECK(countOf(clipFindings(imported), "track-constant") == 0);
}

TEST_CASE("keys-dense counts keys on straight lines, not those of a curve") {
    ImportedModel imported = rig_models::band();
    addClip(imported, "straight", 4.0).channels.push_back(turning([](float x) { return x; }));
    const Finding finding = onlyOne(clipFindings(imported), "keys-dense");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "106 of 121 keys of tracks that move can be interpolated from the others");
    SECTION("nor are keys that Sinew made itself") {
        imported.model.clips[0].authoredFrameSeconds = 1.0;
        CHECK(clipFindings(imported).empty());
    }
    SECTION("nor when they zigzag") {
        for (size_t key = 1; key < 121; key += 2)
            imported.model.clips[0].channels[0].rotation.values[key] = turn(60.0f);
        CHECK(countOf(clipFindings(imported), "keys-dense") == 0);
    }
}

TEST_CASE("a clip whose bones all move in steps is a note, one with some smooth bones is not") {
    ImportedModel imported = rig_models::band(6);
    AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t node = 0; node < 5; ++node)
        clip.channels.push_back({.node = node,
                                 .rotation = {{0.0, 0.3, 0.301, 0.6, 0.601, 1.0},
                                              {turn(0), turn(0), turn(20), turn(20), turn(5), turn(5)}}});
    CHECK(countOf(clipFindings(imported), "clip-stepped") == 0);
    imported.report.clips[0].interpolations = {"step"};
    if (GENERATE(true, false)) imported.report.clips[0].interpolations.push_back("linear");
    const Finding finding = onlyOne(clipFindings(imported), "clip-stepped");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    CHECK(finding.message == "moves 5 of 5 bones in steps: their keys do not blend into the next");
    for (const size_t smooth : {1u, 2u})
        clip.channels[smooth].rotation = {{0.0, 0.5, 1.0}, {turn(0), turn(20), turn(5)}};
    CHECK(countOf(clipFindings(imported), "clip-stepped") == 0);
}

TEST_CASE("a clip that moves everything as another one does is a note that names the first") {
    ImportedModel imported = rig_models::band();
    const auto add = [&](const char* name, double seconds) {
        addClip(imported, name, seconds).channels.push_back(turning(square));
    };
    add("nod", 4.0), add("bow", 4.0), add("nod again", 4.0);
    imported.model.clips[1].channels[0].rotation.values[60] = turn(3.0f);
    const Finding finding = onlyOne(clipFindings(imported), "clip-twice");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "nod again");
    CHECK(finding.message == "moves everything as 'nod' does");
    SECTION("not one that lasts longer") {
        imported.model.clips[2].durationSeconds = 5.0;
    }
    SECTION("nor one that moves another bone") {
        imported.model.clips[2].channels[0].node = 2;
    }
    SECTION("nor poses") {
        for (AnimationClip& clip : imported.model.clips)
            clip.channels[0].rotation = {{0.0}, {turn(20.0f)}};
    }
    SECTION("nor clips without channels") {
        for (AnimationClip& clip : imported.model.clips)
            clip.channels.clear();
    }
    CHECK(countOf(clipFindings(imported), "clip-twice") == 0);
}
