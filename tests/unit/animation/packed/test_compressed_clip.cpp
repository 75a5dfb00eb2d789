#include "animation/packed/compressed_clip.h"

#include <cmath>
#include <limits>
#include <vector>

#include <glm/gtc/constants.hpp>

#include "animation/clip/sample.h"
#include "animation/packed/packed_clip.h"
#include "animation/pose/pose.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/models/chain.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr float kTolerance = 1e-3f;

struct Moving {
    NodeHierarchy hierarchy;
    AnimationClip clip;
    std::vector<float> reach;

    CompressedClip compressed(float tolerance = kTolerance) const {
        return CompressedClip(clip, hierarchy, {.tolerance = tolerance, .reach = reach});
    }
};

/// Smooth motion of a tree: waves of random speeds. Every third node does not move, every fifth scales.
Moving moving(uint32_t nodeCount, uint32_t keyCount, uint64_t seed = 1) {
    Random random(seed);
    Moving result{.hierarchy = chain(nodeCount), .clip = {.durationSeconds = 2.0}, .reach = {}};
    result.reach.assign(nodeCount, 0.1f);
    for (uint32_t node = 0; node < nodeCount; ++node) {
        if (node > 0) result.hierarchy.parents[node] = static_cast<int32_t>(random.below(node));
        result.hierarchy.rest[node] = {random.vector(-0.3f, 0.3f), random.rotation(), random.vector(0.9f, 1.1f)};
        if (node % 3 == 2) continue;
        Channel& channel = result.clip.channels.emplace_back();
        channel.node = node;
        const glm::vec3 axis = random.direction(), way = random.vector(-0.2f, 0.2f);
        const double speed = random.uniform(1.0f, 4.0f);
        for (uint32_t key = 0; key < keyCount; ++key) {
            const double time = 2.0 * key / (keyCount - 1);
            const auto wave = static_cast<float>(std::sin(speed * time + node));
            channel.rotation.times.push_back(time);
            channel.rotation.values.push_back(glm::angleAxis(wave, axis));
            if (node % 2 == 0) channel.translation.times.push_back(time);
            if (node % 2 == 0) channel.translation.values.push_back(wave * way);
            if (node % 5 == 0) channel.scale.times.push_back(time);
            if (node % 5 == 0) channel.scale.values.push_back(glm::vec3(1.0f + 0.2f * wave));
        }
    }
    return result;
}

/// The largest distance of a point from where the clip moves it.
float errorAt(const Moving& of, const CompressedClip& compressed, double time, const PoseKernels& kernels) {
    std::vector<Transform> pose(of.hierarchy.size()), expected(pose);
    std::vector<glm::mat4> world(pose.size()), expectedWorld(pose.size());
    SampleCursor cursor;
    sample(of.clip, of.hierarchy, time, cursor, expected);
    compressed.sample(time, pose, kernels);
    walkHierarchyPlainly(of.hierarchy, expected, glm::mat4(1.0f), expectedWorld);
    walkHierarchyPlainly(of.hierarchy, pose, glm::mat4(1.0f), world);
    float error = 0.0f;
    for (size_t i = 0; i < pose.size(); ++i) {
        if (std::abs(glm::length(pose[i].rotation) - 1.0f) > 1e-4f) return INFINITY;
        for (int axis = 0; axis < 3; ++axis) {
            const glm::mat4 change = world[i] - expectedWorld[i];
            error = std::max(error, glm::length(change[3] + of.reach[i] * change[axis]));
        }
    }
    return error;
}

float largestError(const Moving& of, const CompressedClip& compressed) {
    Random random(7);
    float error = 0.0f;
    for (const PoseKernels* kernels : runnableKernels())
        for (int i = 0; i < 200; ++i)
            error = std::max(error, errorAt(of, compressed, random.uniform(-0.1f, 2.1f), *kernels));
    return error;
}

/// A node that turns about an axis, by these angles at equal times.
Moving turning(const std::vector<float>& angles) {
    Moving result{.hierarchy = chain(1), .clip = {.durationSeconds = 2.0}, .reach = {0.1f}};
    result.clip.channels.resize(1);
    for (size_t key = 0; key < angles.size(); ++key) {
        result.clip.channels[0].rotation.times.push_back(2.0 * static_cast<double>(key) /
                                                         static_cast<double>(angles.size() - 1));
        result.clip.channels[0].rotation.values.push_back(glm::angleAxis(angles[key], glm::vec3(0.6f, 0.0f, 0.8f)));
    }
    return result;
}

}  // namespace

TEST_CASE("a compressed clip is within its tolerance at any time") {
    const uint32_t nodes = GENERATE(1, 4, 30, 61), keys = GENERATE(2, 3, 16, 17, 18, 33, 61, 200);
    const float tolerance = GENERATE(1e-2f, 1e-4f);
    const Moving of = moving(nodes, keys, nodes + keys);
    const CompressedClip compressed = of.compressed(tolerance);
    CAPTURE(nodes, keys, tolerance, compressed.error());
    if (keys >= 16) CHECK(compressed.error() <= tolerance);  // with fewer, nodes turn too far between two keys
    CHECK(largestError(of, compressed) <= 1.02f * std::max(compressed.error(), tolerance));
}

TEST_CASE("a compressed clip takes a few bits a number, and fewer with a larger tolerance") {
    const Moving of = moving(61, 121);
    const size_t fine = of.compressed(1e-4f).byteCount(), coarse = of.compressed(1e-2f).byteCount();
    CHECK(fine < PackedClip(of.clip, of.hierarchy).byteCount() / 6);
    CHECK(coarse < fine / 2);
}

TEST_CASE("what a clip does not move takes no space and has its rest") {
    Moving of = moving(10, 40);
    of.clip.channels.clear();
    const CompressedClip compressed = of.compressed();
    std::vector<Transform> pose(of.hierarchy.size());
    compressed.sample(0.7, pose);
    CHECK(same(pose, of.hierarchy.rest));
    CHECK(compressed.byteCount() < 150);
    const NodeHierarchy empty;
    CompressedClip({}, empty, {.tolerance = kTolerance, .reach = {}}).sample(0.0, {});
}

TEST_CASE("a track of one key is constant") {
    Moving of = turning({0.0f, 0.0f});
    of.clip.channels[0].rotation = {
        .times = {0.5}, .values = {glm::angleAxis(3.1f, glm::vec3(0, 1, 0))}, .authored = {}};
    of.clip.channels[0].translation = {.times = {700.0}, .values = {glm::vec3(1e6f, -2.0f, 0.0f)}, .authored = {}};
    CHECK(largestError(of, of.compressed()) < 0.2f);  // of a million
}

TEST_CASE("a compressed rotation may turn many times") {
    std::vector<float> angles;
    for (int key = 0; key <= 100; ++key)
        angles.push_back(0.3f * static_cast<float>(key));
    const Moving of = turning(angles);
    CHECK(largestError(of, of.compressed()) <= kTolerance);
}

TEST_CASE("a pose near the rest is kept") {
    Moving of = turning({0.0f, 0.0f});
    of.clip.channels[0].translation = {
        .times = {0.0}, .values = {glm::vec3(20.0f * kTolerance, 0.0f, 0.0f)}, .authored = {}};
    CHECK(largestError(of, of.compressed()) <= kTolerance);
}

TEST_CASE("a compressed rotation may be any, and its tolerance large") {
    const float middle = GENERATE(0.0f, 3.1415927f, 6.2831855f), swing = GENERATE(0.0f, 0.5f, 2.4f);
    const float tolerance = GENERATE(1e-5f, 0.1f);
    std::vector<float> angles;
    for (int key = 0; key <= 40; ++key)
        angles.push_back(middle + swing * std::sin(0.157f * static_cast<float>(key)));
    const Moving of = turning(angles);
    CAPTURE(middle, swing, tolerance);
    CHECK(largestError(of, of.compressed(tolerance)) <= 1.02f * tolerance);
}

TEST_CASE("rotations that jump to the other side stay rotations") {
    Moving of = turning({0.0f, 0.0f, 2.4f, 2.4f, -2.4f, -2.4f, 0.0f, 0.0f});
    of.clip.channels[0].rotation.times = {0.0, 0.5, 0.8, 1.0, 1.0000001, 1.2, 1.5, 2.0};
    const CompressedClip compressed = of.compressed();
    std::vector<Transform> pose(1);
    for (int i = 0; i <= 200; ++i) {
        compressed.sample(0.01 * i, pose);
        CHECK(std::abs(glm::length(pose[0].rotation) - 1.0f) < 0.01f);
    }
}

TEST_CASE("keys of other tracks do not coarsen a compressed clip") {
    Moving of = moving(4, 60);
    of.clip.channels.push_back({.node = 2,
                                .translation = {.times = {-1000.0}, .values = {glm::vec3(0.0f)}, .authored = {}},
                                .rotation = {},
                                .scale = {}});
    CHECK(of.compressed().error() <= kTolerance);
}

TEST_CASE("a compressed clip says that it cannot follow a jump") {
    const Moving of = turning({0.0f, 0.0f, 3.0f, 3.0f, 3.0f});
    Moving jumping = of;
    jumping.clip.channels[0].rotation.times = {0.0, 1.0, 1.0000001, 1.5, 2.0};
    CHECK(of.compressed().error() <= kTolerance);
    CHECK(jumping.compressed().error() > 100.0f * kTolerance);
}

TEST_CASE("a compressed clip has few rows where the keys of its longest track are close together") {
    Moving of = turning({0.0f, 0.1f, 0.2f});
    of.clip.channels[0].rotation.times = {0.0, 1e-6, 2e-6};
    of.clip.channels[0].translation = {
        .times = {0.0, 1000.0}, .values = {glm::vec3(0.0f), glm::vec3(1.0f)}, .authored = {}};
    const CompressedClip compressed = of.compressed();
    CHECK(compressed.byteCount() < 1000);
    CHECK(errorAt(of, compressed, 700.0, fastestKernels()) <= kTolerance);
}

TEST_CASE("a compressed clip holds values that are far apart") {
    Moving of = turning({0.0f, 0.1f, 0.2f});
    for (int key = 0; key < 40; ++key) {
        of.clip.channels[0].translation.times.push_back(0.05 * key);
        of.clip.channels[0].translation.values.push_back(
            glm::vec3(key % 7 == 3 ? 1e5f : -1e5f, 0.01f * static_cast<float>(key), 0.0f));
    }
    CHECK(of.compressed().error() < 0.3f);
}

TEST_CASE("times outside of a compressed clip have its ends") {
    const Moving of = moving(8, 35);
    const CompressedClip compressed = of.compressed();
    std::vector<Transform> pose(8), expected(8);
    const auto expectSame = [&](double time, double end) {
        compressed.sample(time, pose);
        compressed.sample(end, expected);
        CHECK(same(pose, expected));
    };
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    expectSame(-1.0, 0.0);
    expectSame(nan, 0.0);
    expectSame(-infinity, 0.0);
    expectSame(7.0, 2.0);
    expectSame(infinity, 2.0);
}

TEST_CASE("sampling a compressed clip does not allocate") {
    const Moving of = moving(30, 60);
    const CompressedClip compressed = of.compressed();
    std::vector<Transform> pose(30);
    const size_t before = allocationCount();
    for (int i = 0; i < 100; ++i)
        compressed.sample(0.02 * i, pose);
    CHECK(allocationCount() == before);
}
