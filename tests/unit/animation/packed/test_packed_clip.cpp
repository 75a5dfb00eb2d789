#include "animation/packed/packed_clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "animation/clip/sample.h"
#include "animation/pose/palette.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/exact_pose.h"
#include "support/models/chain.h"
#include "support/models/sparse_clip.h"
#include "support/players.h"
#include "support/random.h"

using namespace sinew;

namespace {

NodeHierarchy randomTree(Random& random, uint32_t count) {
    NodeHierarchy hierarchy = chain(count);
    for (uint32_t node = 0; node < count; ++node) {
        if (node > 0) hierarchy.parents[node] = static_cast<int32_t>(random.below(node + 1)) - 1;
        hierarchy.rest[node] = {random.vector(-0.3f, 0.3f), random.rotation(), random.vector(0.9f, 1.1f)};
    }
    return hierarchy;
}

/// Random keys at their times. Some scales hardly change.
Channel channelOf(Random& random, uint32_t node, const std::array<std::vector<double>, 3>& times) {
    Channel channel{.node = node};
    const float scaleSpan = random.chance(0.5) ? 1e-5f : 0.1f;
    channel.translation.times = times[0];
    channel.rotation.times = times[1];
    channel.scale.times = times[2];
    for (size_t key = 0; key < times[0].size(); ++key)
        channel.translation.values.push_back(random.vector(-0.3f, 0.3f));
    for (size_t key = 0; key < times[1].size(); ++key)
        channel.rotation.values.push_back(random.rotation());
    for (size_t key = 0; key < times[2].size(); ++key)
        channel.scale.values.push_back(glm::vec3(1.0f) + random.vector(-scaleSpan, scaleSpan));
    return channel;
}

/// As exporters write them: each track has keys at one of two lists of times, or none.
AnimationClip evenClip(Random& random, uint32_t nodeCount) {
    AnimationClip clip{.name = "even", .durationSeconds = 4.0};
    const auto timesOf = [&](uint32_t count) {
        std::vector<double> times;
        for (uint32_t key = 0; key < count; ++key)
            times.push_back(clip.durationSeconds * key / (count - 1));
        return times;
    };
    const std::vector<double> lists[] = {timesOf(41), timesOf(61), {}, {}};
    for (uint32_t node = 0; node < nodeCount; ++node)
        clip.channels.push_back(
            channelOf(random, node, {lists[random.below(4)], lists[random.below(3)], lists[random.below(4)]}));
    return clip;
}

/// Tracks of zero, one or many keys, at their own times or those of the previous node, some with jumps.
AnimationClip randomClip(Random& random, uint32_t nodeCount) {
    AnimationClip clip{.name = "random", .durationSeconds = 4.0};
    std::vector<double> times;
    const auto nextTimes = [&] {
        if (!times.empty() && random.chance(0.5)) return times;
        times.clear();
        double time = random.uniform() * 0.3;
        for (uint32_t left = random.below(40); left > 0; --left) {
            times.push_back(time);
            time = random.chance(0.1) ? std::nextafter(time, 10.0) : time + 1e-3 + random.uniform() * 0.2;
        }
        return times;
    };
    for (uint32_t node = 0; node < nodeCount; ++node) {
        if (random.chance(0.1)) continue;
        std::array<std::vector<double>, 3> each;
        for (std::vector<double>& own : each)
            if (random.chance(0.8)) own = nextTimes();
        clip.channels.push_back(channelOf(random, node, each));
    }
    return clip;
}

/// The largest difference of any node's position or axes, in units. The trees are about one unit large.
double largestError(const std::vector<glm::dmat4>& exact, std::span<const glm::mat4> found) {
    double largest = 0.0, size = 1.0;
    for (size_t node = 0; node < exact.size(); ++node)
        for (int column = 0; column < 4; ++column) {
            largest = std::max(largest, glm::length(exact[node][column] - glm::dvec4(found[node][column])));
            size = std::max(size, glm::length(glm::dvec3(exact[node][column])));
        }
    return largest / size;
}

struct Posed {
    explicit Posed(const NodeHierarchy& hierarchy) : transforms(hierarchy.size()), worldFromNode(hierarchy.size()) {}
    LocalPose transforms;
    std::vector<glm::mat4> worldFromNode;
};

}  // namespace

TEST_CASE("a packed clip has the poses of the original, with every kernel, in one step and in two") {
    for (uint64_t seed = 0; seed < 120; ++seed) {
        Random random(seed);
        const bool isEven = seed % 2 == 0;  // nodes with common key times, in any number of lanes
        const uint32_t nodeCount = random.between(1, isEven ? 90 : 30);
        const NodeHierarchy hierarchy = randomTree(random, nodeCount);
        const AnimationClip clip = isEven ? evenClip(random, nodeCount) : randomClip(random, nodeCount);
        const PackedClip packed(clip, hierarchy);
        Posed posed(hierarchy);
        for (const PoseKernels* kernels : runnableKernels()) {
            double inOne = 0.0, inTwo = 0.0;
            for (int i = 0; i < (isEven ? 10 : 40); ++i) {
                const double time = -0.5 + 6.0 * random.uniform();
                const auto exact = exactWalk(clip, hierarchy, time);
                packed.walk(time, glm::mat4(1.0f), posed.worldFromNode, *kernels);
                inOne = std::max(inOne, largestError(exact, posed.worldFromNode));
                packed.sample(time, posed.transforms, *kernels);
                walkHierarchy(hierarchy, posed.transforms, glm::mat4(1.0f), posed.worldFromNode, *kernels);
                inTwo = std::max(inTwo, largestError(exact, posed.worldFromNode));
            }
            INFO("seed " << seed << ", " << kernels->name);
            CHECK(inOne < 1e-5);
            CHECK(inTwo < 1e-5);
        }
    }
}

TEST_CASE("a packed clip is exact at its keys") {
    Random random(7);
    const NodeHierarchy hierarchy = randomTree(random, 20);
    const AnimationClip clip = randomClip(random, 20);
    const PackedClip packed(clip, hierarchy);
    LocalPose pose(20);
    for (const Channel& channel : clip.channels)
        for (size_t key = 0; key < channel.translation.size(); ++key) {
            packed.sample(channel.translation.times[key], pose);
            CHECK(pose[channel.node].translation == channel.translation.values[key]);
        }
}

TEST_CASE("a half turn between two keys follows the great arc at even speed") {
    Channel channel{.node = 0};
    const glm::vec3 axis(0, 0, 1);
    channel.rotation = {{0.0, 1.0}, {glm::angleAxis(0.0f, axis), glm::angleAxis(3.1f, axis)}};
    const NodeHierarchy hierarchy = chain(1);
    const PackedClip packed({.durationSeconds = 1.0, .channels = {channel}}, hierarchy);
    LocalPose pose(1);
    for (int i = 0; i <= 100; ++i) {
        packed.sample(i / 100.0, pose);
        CHECK(angleRadians(pose[0].rotation, glm::angleAxis(0.031f * static_cast<float>(i), axis)) < 1e-6);
    }
}

TEST_CASE("unevenly spaced keys are found") {
    Channel channel{.node = 0};
    for (int key = 0; key < 3000; ++key) {
        channel.translation.times.push_back(key < 2999 ? 1e-4 * key : 1000.0);
        channel.translation.values.push_back({static_cast<float>(key), 0, 0});
    }
    const NodeHierarchy hierarchy = chain(1);
    const PackedClip packed({.durationSeconds = 1000.0, .channels = {channel}}, hierarchy);
    LocalPose pose(1);
    for (int key = 0; key < 2998; ++key) {
        packed.sample(1e-4 * key + 0.5e-4, pose);
        CHECK(pose[0].translation.x == Approx(key + 0.5).margin(1e-3));
    }
}

TEST_CASE("noise in scales is kept, in less than half the memory") {
    Random random(5);
    AnimationClip clip{.durationSeconds = 10.0};
    for (uint32_t node = 0; node < 8; ++node) {
        Channel channel{.node = node};
        for (int key = 0; key < 300; ++key) {
            channel.scale.times.push_back(key / 30.0);
            channel.scale.values.push_back(glm::vec3(1.0f) + random.vector(-2e-5f, 2e-5f));
        }
        clip.channels.push_back(channel);
    }
    const NodeHierarchy hierarchy = chain(8);
    const PackedClip packed(clip, hierarchy);
    CHECK(packed.byteCount() < 300 * 8 * sizeof(glm::vec3) / 2);
    LocalPose pose(8), expected(8);
    SampleCursor cursor;
    for (int i = 0; i < 100; ++i) {
        const double time = 10.0 * random.uniform();
        packed.sample(time, pose);
        sample(clip, hierarchy, time, cursor, expected);
        CHECK(distance(pose, expected) < 3e-7f);
    }
}

TEST_CASE("ten minutes with ten keys per track stay small") {
    CHECK(PackedClip(sparseClip(), chain(64)).byteCount() < 1'000'000);
}

TEST_CASE("all kernels write the same palettes") {
    Random random(11);
    const NodeHierarchy hierarchy = randomTree(random, 30);
    const AnimationClip clip = randomClip(random, 30);
    const PackedClip packed(clip, hierarchy);
    std::vector<Bone> bones;
    std::vector<uint32_t> boneIndices;
    for (uint32_t i = 0; i < 50; ++i) {
        bones.push_back(
            {.node = random.below(30),
             .inverseBindMatrix = matrixFrom({random.vector(-1, 1), random.rotation(), random.vector(1, 2)})});
        boneIndices.push_back(random.below(50));
    }
    std::vector<glm::mat4> world(30), expected(50), palette(50);
    for (int i = 0; i < 100; ++i) {
        const double time = 4.0 * random.uniform();
        for (const PoseKernels* kernels : runnableKernels()) {
            packed.walk(time, matrixFrom({.translation = {1, 2, 3}, .scale = {2, 2, 2}}), world, *kernels);
            writePalette(bones, boneIndices, world, palette, *kernels);
            if (kernels == runnableKernels().front()) expected = palette;
            for (size_t slot = 0; slot < 50; ++slot) {
                CHECK(distance(palette[slot], expected[slot]) < 5e-6f);
                CHECK(distance(palette[slot], world[bones[boneIndices[slot]].node] *
                                                  bones[boneIndices[slot]].inverseBindMatrix) < 5e-6f);
            }
        }
    }
}

TEST_CASE("a thousand frames of a clip, a fade and their palettes allocate nothing") {
    const NodeHierarchy hierarchy = chain(40);
    const std::vector<AnimationClip> clips{swing(40, 1.0, 0.0), swing(40, 1.5, 0.4)};
    TestAnimator animator(hierarchy, clips);
    std::vector<Bone> bones(40);
    for (uint32_t node = 0; node < 40; ++node)
        bones[node].node = node;
    std::vector<glm::mat4> worldFromNode(40), palette(40);
    animator.play(0);
    animator.play(1, 5.0);
    const size_t before = allocationCount();
    for (int frame = 0; frame < 1000; ++frame) {
        animator.advance(1.0 / 60.0);
        animator.walk(glm::mat4(1.0f), worldFromNode);
        writePalette(bones, worldFromNode, palette);
    }
    CHECK(allocationCount() == before);
    CHECK_FALSE(animator.fading());
}

TEST_CASE("a hierarchy without nodes has an empty packed clip") {
    const PackedClip packed({}, {});
    packed.sample(0.0, {});
    packed.walk(0.0, glm::mat4(1.0f), {});
    CHECK(packed.nodeCount() == 0);
}
