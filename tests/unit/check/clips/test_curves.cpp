#include "check/checks.h"

#include <cmath>
#include <numbers>

#include "support/findings.h"
#include "support/models/band.h"
#include "unit/check/clips/swinging.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::turn;

namespace {

constexpr int kFrames = 25, kBaked = 8;  // 24 frames a second, in as many linear pieces each

/// Bone 1 swings along a curve that was read as short lines.
ImportedModel curved() {
    ImportedModel imported = rig_models::band();
    AnimationClip& clip = addClip(imported, "swing", 1.0);
    clip.authoredFrameSeconds = 1.0 / (kFrames - 1);
    imported.report.clips[0].interpolations = {"cubic"};
    Channel& channel = clip.channels.emplace_back(Channel{.node = 1});
    for (int key = 0; key <= (kFrames - 1) * kBaked; ++key) {
        const double seconds = static_cast<double>(key) / ((kFrames - 1) * kBaked);
        channel.rotation.times.push_back(seconds);
        channel.rotation.values.push_back(turn(30.0f * static_cast<float>(std::sin(2.0 * std::numbers::pi * seconds))));
    }
    return imported;
}

std::vector<Finding> curvesOf(const ImportedModel& imported) {
    return written(imported.model, checkCurves(imported.model, imported.report));
}

/// Swings out between two frames, as a long tangent makes a spline do.
void overshoot(ImportedModel& imported, float degrees) {
    Track<glm::quat>& track = imported.model.clips[0].channels[0].rotation;
    for (int key = 1; key < kBaked; ++key)
        track.values[static_cast<size_t>(12 * kBaked + key)] *=
            turn(degrees * std::sin(std::numbers::pi_v<float> * static_cast<float>(key) / kBaked));
}

}  // namespace

TEST_CASE("a curve that swings out between two keys is a warning with bone and time") {
    ImportedModel imported = curved();
    CHECK(curvesOf(imported).empty());
    overshoot(imported, 3.0f);
    CHECK(curvesOf(imported).empty());
    overshoot(imported, 22.0f);
    checkOnly(curvesOf(imported), "curve-overshoots", "swing",
              "the curve of 'bone 1' swings out by 25 degrees between two keys, at 0.521 s");
    SECTION("but not lines that were read as they are") {
        imported.report.clips[0].interpolations = {"linear"};
        CHECK(curvesOf(imported).empty());
    }
    SECTION("nor between keys that are far apart: an author has drawn it") {
        AnimationClip& clip = imported.model.clips[0];
        clip.authoredFrameSeconds *= 4.0;
        clip.durationSeconds *= 4.0;
        for (double& time : clip.channels[0].rotation.times)
            time *= 4.0;
        CHECK(curvesOf(imported).empty());
    }
}

namespace {

/// Bone 1 goes to and fro by `step` degrees and lengths between keys, and swings out in the middle of the second gap.
ImportedModel sparseCurve(int keys, double gapSeconds, float step, float degrees, float length) {
    ImportedModel imported = rig_models::band();
    AnimationClip& clip = addClip(imported, "jump", gapSeconds * (keys - 1));
    clip.authoredFrameSeconds = gapSeconds;
    imported.report.clips[0].interpolations = {"bezier"};
    Channel& channel = clip.channels.emplace_back(Channel{.node = 1});
    for (int piece = 0; piece <= (keys - 1) * kBaked; ++piece) {
        const double gaps = static_cast<double>(piece) / kBaked;
        const auto way = static_cast<float>(1.0 - std::abs(std::fmod(gaps, 2.0) - 1.0));  // 0, 1, 0
        const float out = piece / kBaked == 1 ? static_cast<float>(std::sin(std::numbers::pi * (gaps - 1.0))) : 0.0f;
        channel.rotation.times.push_back(gaps * gapSeconds);
        channel.rotation.values.push_back(turn(step * way + degrees * out));
        channel.translation.times.push_back(gaps * gapSeconds);
        channel.translation.values.emplace_back(0.0f, 1.0f + step / 100.0f * way + length * out, 0.0f);
    }
    return imported;
}

}  // namespace

TEST_CASE("a curve between sparse keys may swing out by 30 degrees or a fifth of the size, more is a note") {
    const int keys = GENERATE(4, 12);
    const auto found = [&](float degrees, float length) {
        return curvesOf(sparseCurve(keys, 0.25, 5.0f, degrees, length));
    };
    CHECK(found(29.0f, 0.0f).empty());
    checkOnly(found(31.0f, 0.0f), "curve-overshoots", "jump",
              "the curve of 'bone 1' swings out by 31 degrees between two keys, at 0.375 s", Severity::info);
    CHECK(found(0.0f, 0.62f).empty());  // the size is the square root of 10
    CHECK(onlyOne(found(0.0f, 0.65f), "curve-overshoots").message ==
          "the curve of 'bone 1' swings out by 20.6 % of the model's size between two keys, at 0.375 s");
}

TEST_CASE("a sparse curve is no fault if it has three keys, or if its keys are as far apart as it swings out") {
    CHECK(curvesOf(sparseCurve(3, 0.25, 5.0f, 60.0f, 0.0f)).empty());
    CHECK(curvesOf(sparseCurve(6, 0.25, 61.0f, 60.0f, 0.0f)).empty());
    CHECK(curvesOf(sparseCurve(6, 0.25, 59.0f, 60.0f, 0.0f)).size() == 1);
}

TEST_CASE("a curve between equal keys may not swing out visibly, however few or sparse they are") {
    const int keys = GENERATE(3, 6);
    const double gap = GENERATE(0.09, 1.5);
    CHECK(curvesOf(sparseCurve(keys, gap, 0.0f, 4.0f, 0.0f)).empty());
    const Finding finding = onlyOne(curvesOf(sparseCurve(keys, gap, 0.0f, 6.0f, 0.0f)), "curve-overshoots");
    CHECK(finding.severity == Severity::warning);
    CHECK(curvesOf(sparseCurve(keys, gap, 1.0f, 6.0f, 0.0f)).empty());
    SECTION("unless it swings in one direction between all of them") {
        ImportedModel imported = sparseCurve(keys, gap, 0.0f, 6.0f, 0.0f);
        std::vector<glm::quat>& values = imported.model.clips[0].channels[0].rotation.values;
        std::copy(values.begin() + kBaked, values.begin() + 2 * kBaked, values.begin());
        CHECK(curvesOf(imported).empty());
        for (size_t piece = 0; piece < kBaked; ++piece)
            values[piece] = turn(static_cast<float>(2.0 * glm::angle(values[piece]) * 57.3), {1.0f, 0.0f, 0.0f});
        CHECK(curvesOf(imported).size() == 1);
    }
}

TEST_CASE("a curve between keys up to 0.1 s apart is judged more strictly, but needs more of them") {
    const auto found = [](int keys, double gapSeconds, float degrees) {
        return curvesOf(sparseCurve(keys, gapSeconds, 2.0f, degrees, 0.0f)).size();
    };
    CHECK(found(12, 0.09, 20.0f) == 1);
    CHECK(found(12, 0.11, 20.0f) == 0);
    CHECK(found(6, 0.09, 60.0f) == 0);
    CHECK(found(6, 0.11, 60.0f) == 1);
}

TEST_CASE("a spline of its own keys is judged between these, whatever the other tracks have") {
    ImportedModel imported = curved();
    AnimationClip& clip = imported.model.clips[0];
    Track<glm::quat>& track = clip.channels[0].rotation;
    for (size_t key = 0; key < track.size(); key += 6 * kBaked) {  // 0.25 s
        track.authored.times.push_back(track.times[key]);
        for (int tangent = 0; tangent < 3; ++tangent)
            track.authored.values.push_back(track.values[key]);
    }
    clip.authoredFrameSeconds = 1.0 / ((kFrames - 1) * kBaked);  // all that was read, for another track
    CHECK(curvesOf(imported).empty());
    const auto swingOut = [&](float degrees) {
        for (int key = 1; key < 6 * kBaked; ++key)
            track.values[static_cast<size_t>(key)] =
                turn(30.0f * static_cast<float>(key) / (6 * kBaked) +
                     degrees * std::sin(std::numbers::pi_v<float> * static_cast<float>(key) / (6 * kBaked)));
        return curvesOf(imported);
    };
    CHECK(swingOut(25.0f).empty());
    CHECK(onlyOne(swingOut(50.0f), "curve-overshoots").severity == Severity::info);
    checkOnly(swingOut(70.0f), "curve-overshoots", "",
              "the curve of 'bone 1' swings out by 70 degrees between two keys, at 0.125 s", Severity::warning);
}
