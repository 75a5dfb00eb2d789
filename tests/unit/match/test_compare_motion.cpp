#include "match/compare_motion.h"

#include <algorithm>
#include <cmath>

#include "support/catch.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

/// Bone 2 moves to `way` along x and back within 2 seconds.
ImportedModel waving(float way) {
    ImportedModel imported = rig_models::band();
    rig_models::addClip(imported, "wave", 2.0)
        .channels.push_back({.node = 2, .translation = {{0.0, 1.0, 2.0}, {{0, 1, 0}, {way, 1, 0}, {0, 1, 0}}}});
    return imported;
}

MotionDifference compareFirst(const Model& own, const Model& other) {
    return MotionComparison(own, other).compare(&own.clips[0], &other.clips[0]);
}

}  // namespace

TEST_CASE("a model has no difference from itself") {
    const Model model = waving(1.0f).model;
    const MotionDifference difference = compareFirst(model, model);
    CHECK(difference.distance == 0.0f);
    CHECK(difference.seconds.front() == 0.0);
    CHECK(difference.seconds.back() == 2.0);
    CHECK(difference.largest.size() == difference.seconds.size());
}

TEST_CASE("the largest distance, its time, its vertex and its bone are found") {
    const Model own = waving(1.0f).model, other = waving(1.25f).model;
    const MotionComparison comparison(own, other);
    CHECK(comparison.size() == Approx(std::sqrt(10.0)));
    const MotionDifference difference = comparison.compare(&own.clips[0], &other.clips[0]);
    CHECK(difference.distance == Approx(0.25));
    CHECK(difference.atSeconds == 1.0);
    CHECK(difference.bone == 2);
    CHECK((difference.where.own.vertex == 6 || difference.where.own.vertex == 7));  // the row moved by bone 2 alone
    CHECK(difference.largest.front() == 0.0f);
}

TEST_CASE("the shorter clip holds its last pose") {
    const Model own = waving(1.0f).model;
    Model other = own;
    other.clips[0].durationSeconds = 1.0;  // it stays at its farthest point
    const MotionDifference difference = compareFirst(own, other);
    CHECK(difference.seconds.back() == 2.0);
    CHECK(difference.atSeconds == 2.0);
    CHECK(difference.distance == Approx(1.0));
    other = own;
    other.clips[0].durationSeconds = 3.0;  // nothing happens in the additional second
    CHECK(compareFirst(own, other).distance == 0.0f);
}

TEST_CASE("files with other units and up axes have equal motion") {
    const Model own = waving(1.0f).model;
    Model other = own;
    other.metersPerUnit = 0.01;
    other.up = UpAxis::z;
    // Its root scales by 100 and turns Y to Z.
    other.hierarchy.rest[0].scale = glm::vec3(100.0f);
    other.hierarchy.rest[0].rotation = rig_models::turn(90.0f, {1.0f, 0.0f, 0.0f});
    const MotionComparison comparison(own, other);
    CHECK(comparison.compare(&own.clips[0], &other.clips[0]).distance < 1e-5f);
    other.metersPerUnit.reset();  // then the units have to be taken as equal
    CHECK(compareFirst(own, other).distance > 10.0f);
}

TEST_CASE("morph targets are included") {
    Model own = waving(0.0f).model;
    own.meshes[0].morphTargets.push_back({"open", {{.vertex = 1, .position = {0.0f, 0.0f, 2.0f}}}});
    own.restMorphWeights = {0.0f};
    Model other = own;
    own.clips[0].morphs.push_back({.weight = 0, .track = {{0.0, 2.0}, {0.0f, 1.0f}}});
    const MotionDifference difference = compareFirst(own, other);
    CHECK(difference.distance == Approx(2.0));
    CHECK(difference.where.own.vertex == 1);
    CHECK(difference.atSeconds == 2.0);
}

TEST_CASE("without a clip the rest poses are compared") {
    const Model own = rig_models::band().model;
    Model other = own;
    other.hierarchy.rest[2].translation.y = 1.5f;
    const MotionDifference difference = MotionComparison(own, other).compare(nullptr, nullptr);
    CHECK(difference.seconds == std::vector<double>{0.0});
    CHECK(difference.distance == Approx(0.5));
}

TEST_CASE("the samples of a clip that lasts for days are limited") {
    Model own = waving(1.0f).model;
    own.clips[0].durationSeconds = 1e6;
    CHECK(compareFirst(own, own).seconds.size() < 100'000);
}

TEST_CASE("each frame of a long clip is sampled") {
    Model own = waving(1.0f).model;
    own.clips[0].durationSeconds = 100.0;
    own.clips[0].authoredFrameSeconds = 1.0 / 30.0;
    const std::vector<double> seconds = compareFirst(own, own).seconds;
    const auto isSampled = [&](double frame) {
        return std::ranges::any_of(seconds, [&](double at) { return std::abs(at - frame / 30.0) < 1e-9; });
    };
    CHECK(isSampled(7.0));
    CHECK(isSampled(2993.0));
}

TEST_CASE("what differs in a single frame of a long clip is found") {
    Model own = waving(1.0f).model;
    AnimationClip& clip = own.clips[0];
    clip.durationSeconds = 100.0;
    clip.authoredFrameSeconds = 1.0 / 30.0;
    Model other = own;
    Track<glm::vec3>& track = other.clips[0].channels[0].translation;
    for (const double seconds : {50.0, 50.01, 50.02})
        track.times.push_back(seconds), track.values.push_back({seconds == 50.01 ? 0.5f : 0.0f, 1, 0});
    CHECK(compareFirst(own, other).distance == Approx(0.5f));
}

TEST_CASE("two curves that meet in the middle of a frame are told apart") {
    Model own = waving(1.0f).model;
    own.clips[0].durationSeconds = 1.0 / 30.0;
    own.clips[0].channels[0].translation = {{0.0, 1.0 / 30.0}, {{0, 1, 0}, {1, 1, 0}}};
    Model other = own;
    Track<glm::vec3>& eased = other.clips[0].channels[0].translation;
    eased = {};
    for (int key = 0; key <= 16; ++key) {
        const float share = static_cast<float>(key) / 16.0f;
        eased.times.push_back(static_cast<double>(share) / 30.0);
        eased.values.push_back({share * share * (3.0f - 2.0f * share), 1, 0});
    }
    own.clips[0].authoredFrameSeconds = other.clips[0].authoredFrameSeconds = 1.0 / 30.0;
    CHECK(compareFirst(own, other).distance > 0.09f);
}

TEST_CASE("what differs only between two keys is found") {
    const Model own = waving(1.0f).model;
    Model other = own;
    Track<glm::vec3>& track = other.clips[0].channels[0].translation;
    track.times = {0.0, 0.999999, 1.0, 1.999999, 2.0};  // steps: the same at all keys
    track.values = {{0, 1, 0}, {0, 1, 0}, {1, 1, 0}, {1, 1, 0}, {0, 1, 0}};
    const MotionDifference difference = compareFirst(own, other);
    CHECK(difference.distance > 0.95f);
    CHECK(std::ranges::is_sorted(difference.seconds));
    CHECK(difference.largest.size() == difference.seconds.size());

    Model detour = own;  // a short way off between the frames of a dense clip
    Track<glm::vec3>& dense = detour.clips[0].channels[0].translation;
    dense = {};
    for (int key = 0; key <= 60; ++key) {
        dense.times.push_back(key / 30.0);
        dense.values.push_back({static_cast<float>(std::min(key, 60 - key)) / 30.0f, 1, 0});
    }
    Model straight = detour;
    dense.times.insert(dense.times.begin() + 31, 30.5 / 30.0);
    dense.values.insert(dense.values.begin() + 31, {1.5f, 1, 0});
    detour.clips[0].authoredFrameSeconds = straight.clips[0].authoredFrameSeconds = 1.0 / 30.0;
    CHECK(compareFirst(straight, detour).distance > 0.4f);
}
