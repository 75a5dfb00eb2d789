#include "animation/clip/sample.h"

#include <cmath>
#include <limits>
#include <vector>

#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/models/chain.h"
#include "support/random.h"

using namespace sinew;

namespace {

const Transform kRest{{7, 8, 9}, glm::angleAxis(0.5f, glm::vec3(0, 1, 0)), {2, 2, 2}};

Transform sampled(const AnimationClip& clip, double timeSeconds) {
    const NodeHierarchy hierarchy = chain(1, kRest);
    LocalPose pose(1);
    SampleCursor cursor;
    sample(clip, hierarchy, timeSeconds, cursor, pose);
    return pose[0];
}

/// Moves along x: 10 at 0.5 s, 20 at 1 s, 40 at 2 s, which is the end.
AnimationClip movesAlongX() {
    Channel channel{.node = 0};
    channel.translation = {.times = {0.5, 1.0, 2.0}, .values = {{10, 0, 0}, {20, 0, 0}, {40, 0, 0}}};
    return {.durationSeconds = 2.0, .channels = {channel}};
}

glm::quat aboutZ(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1));
}

/// Keys at random times, different ones in every track; some tracks are empty or have one key.
AnimationClip randomClip(uint64_t seed, uint32_t nodeCount) {
    Random random(seed);
    AnimationClip clip{.durationSeconds = 4.0};
    const auto fill = [&](auto& track, auto value) {
        double time = random.uniform() * 0.5;
        for (uint32_t count = random.below(60); count > 0; --count) {
            track.times.push_back(time += 1e-4 + random.uniform() * 0.1);
            track.values.push_back(value());
        }
    };
    for (uint32_t node = 0; node < nodeCount; ++node) {
        Channel& channel = clip.channels.emplace_back(Channel{.node = node});
        fill(channel.translation, [&] { return random.vector(-1, 1); });
        fill(channel.rotation, [&] { return random.rotation(); });
        fill(channel.scale, [&] { return random.vector(0.5f, 2); });
    }
    return clip;
}

/// A used cursor must give the results of a fresh one, bit for bit.
class CursorCheck {
  public:
    explicit CursorCheck(const NodeHierarchy& hierarchy) : hierarchy_(hierarchy) {}
    bool agrees(const AnimationClip& clip, double timeSeconds) {
        LocalPose used(hierarchy_.size()), fresh(hierarchy_.size());
        SampleCursor freshCursor;
        sample(clip, hierarchy_, timeSeconds, cursor_, used);
        sample(clip, hierarchy_, timeSeconds, freshCursor, fresh);
        return same(used, fresh);
    }

  private:
    const NodeHierarchy& hierarchy_;
    SampleCursor cursor_;
};

}  // namespace

TEST_CASE("values are exact at keys, linear between them and constant beyond them") {
    AnimationClip longer = movesAlongX();
    longer.durationSeconds = 5.0;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const auto& [time, x] : {std::pair{-kInfinity, 10.0f},
                                  {-3.0, 10.0f},
                                  {0.49999, 10.0f},
                                  {0.5, 10.0f},
                                  {1.0, 20.0f},
                                  {2.0, 40.0f},
                                  {2.0000001, 40.0f},
                                  {5.0, 40.0f},
                                  {kInfinity, 40.0f}}) {
        CHECK(sampled(movesAlongX(), time).translation == glm::vec3(x, 0, 0));
        CHECK(sampled(longer, time).translation == glm::vec3(x, 0, 0));
    }
    for (const auto& [time, x] : {std::pair{0.75, 15.0f}, {1.25, 25.0f}, {1.999, 39.98f}})
        CHECK(sampled(movesAlongX(), time).translation.x == Approx(x));
}

TEST_CASE("rotations follow the arc at constant speed, the short way, and are valid between equal keys") {
    struct Row {
        glm::quat from, to;
        double time;
        glm::quat expected;
    };
    for (const auto& [from, to, time, expected] : {Row{aboutZ(10), aboutZ(130), 0.25, aboutZ(40)},
                                                   {aboutZ(10), aboutZ(130), 0.5, aboutZ(70)},
                                                   {aboutZ(10), -aboutZ(30), 0.5, aboutZ(20)},
                                                   {aboutZ(77), aboutZ(77), 0.5, aboutZ(77)},
                                                   {aboutZ(77), -aboutZ(77), 0.5, aboutZ(77)},
                                                   {aboutZ(77), aboutZ(77.0001f), 0.5, aboutZ(77)}}) {
        const AnimationClip clip{.durationSeconds = 1.0, .channels = {{.rotation = {{0.0, 1.0}, {from, to}}}}};
        CHECK(angleRadians(sampled(clip, time).rotation, expected) < 1e-6);
    }
}

TEST_CASE("a single key is a constant") {
    const AnimationClip clip{.durationSeconds = 1.0,
                             .channels = {{.translation = {.times = {0.5}, .values = {{1, 2, 3}}},
                                           .rotation = {.times = {0.5}, .values = {aboutZ(30)}},
                                           .scale = {.times = {0.5}, .values = {{4, 5, 6}}}}}};
    for (const double time : {0.0, 0.5, 1.0}) {
        const Transform transform = sampled(clip, time);
        CHECK(transform.translation == glm::vec3(1, 2, 3));
        CHECK(transform.rotation == aboutZ(30));
        CHECK(transform.scale == glm::vec3(4, 5, 6));
    }
}

TEST_CASE("a channel with only translation keys keeps the node's rest rotation and scale") {
    const Transform transform = sampled(movesAlongX(), 1.0);
    CHECK(transform.rotation == kRest.rotation);
    CHECK(transform.scale == kRest.scale);
}

TEST_CASE("a channel without keys and a clip without channels leave the rest pose") {
    CHECK(distance(sampled({.durationSeconds = 1.0, .channels = {{.node = 0}}}, 0.5), kRest) == 0.0f);
    CHECK(distance(sampled({.durationSeconds = 1.0}, 0.5), kRest) == 0.0f);
}

TEST_CASE("nodes without a channel get their rest transform, whatever the pose contained") {
    const NodeHierarchy hierarchy = chain(3, kRest);
    AnimationClip clip = movesAlongX();
    clip.channels[0].node = 1;
    LocalPose pose(3, {.translation = {-1, -1, -1}});
    SampleCursor cursor;
    sample(clip, hierarchy, 1.0, cursor, pose);
    CHECK(pose[0].translation == kRest.translation);
    CHECK(pose[1].translation == glm::vec3(20, 0, 0));
    CHECK(pose[2].translation == kRest.translation);
}

TEST_CASE("a used cursor gives the poses of a fresh one: forward, backward and at random") {
    const NodeHierarchy hierarchy = chain(10);
    const AnimationClip clip = randomClip(1, 10);
    CursorCheck check(hierarchy);
    for (const double step : {1.0 / 240.0, 1.0 / 30.0, 0.5})
        for (double time = -0.5; time < 8.0; time += step)
            REQUIRE(check.agrees(clip, time));
    for (double time = 8.0; time > -0.5; time -= 1.0 / 60.0)
        REQUIRE(check.agrees(clip, time));
    Random random(4);
    for (int i = 0; i < 2000; ++i) {
        const std::vector<double>& keys = clip.channels[random.below(10)].rotation.times;
        const bool isAtKey = i % 3 == 0 && !keys.empty();
        REQUIRE(check.agrees(
            clip, isAtKey ? keys[random.below(static_cast<uint32_t>(keys.size()))] : random.uniform() * 8.0 - 1.0));
    }
}

TEST_CASE("one cursor can alternate between two clips") {
    // The second has more channels: a cursor that kept the first would write past its keys (seen by sanitizers).
    const NodeHierarchy hierarchy = chain(60);
    const AnimationClip first = randomClip(5, 10), second = randomClip(6, 60);
    CursorCheck check(hierarchy);
    for (double time = 0.0; time < 5.0; time += 0.01) {
        REQUIRE(check.agrees(first, time));
        REQUIRE(check.agrees(second, 5.0 - time));
    }
}

TEST_CASE("a cursor stays valid if another clip takes the place of its own in memory") {
    const NodeHierarchy hierarchy = chain(10);
    AnimationClip clip = randomClip(7, 10);
    CursorCheck check(hierarchy);
    REQUIRE(check.agrees(clip, 3.9));
    clip = randomClip(8, 10);
    for (Channel& channel : clip.channels)
        channel.translation.times.resize(std::min<size_t>(channel.translation.times.size(), 3));
    for (double time = 3.9; time > 0.0; time -= 0.3)
        REQUIRE(check.agrees(clip, time));
}

TEST_CASE("adjacent doubles as key times do not divide by 0") {
    const double next = std::nextafter(1.0, 2.0);
    const AnimationClip clip{.durationSeconds = 2.0,
                             .channels = {{.translation = {.times = {0.0, 1.0, next, 2.0},
                                                           .values = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}}}}};
    CHECK(sampled(clip, 1.0).translation.x == 1.0f);
    CHECK(sampled(clip, next).translation.x == 2.0f);
    for (double time = -1.0; time < 3.0; time += 0.125)
        CHECK(std::isfinite(sampled(clip, time).translation.x));
}

TEST_CASE("a channel sampled alone gives the transform of its node in the clip") {
    const NodeHierarchy hierarchy = chain(3, {.translation = {0, 1, 0}});
    AnimationClip clip = swing(3, 1.0, 0.3);
    clip.channels[1].scale = {};
    LocalPose pose(3);
    SampleCursor cursor;
    for (double time = -0.5; time < 1.5; time += 0.01) {
        sample(clip, hierarchy, time, cursor, pose);
        for (const Channel& channel : clip.channels)
            REQUIRE(sampleChannel(channel, hierarchy.rest[channel.node], time) == pose[channel.node]);
    }
}

TEST_CASE("a NaN time gives a finite pose") {
    const Transform transform = sampled(movesAlongX(), std::numeric_limits<double>::quiet_NaN());
    CHECK(std::isfinite(transform.translation.x));
}

TEST_CASE("a clip of a million keys and two hours is precise to the end") {
    Track<glm::vec3> zigzag;
    for (int i = 0; i < 1'000'000; ++i) {
        zigzag.times.push_back(i / 120.0);
        zigzag.values.emplace_back(static_cast<float>(i % 2), 0.0f, 0.0f);
    }
    const AnimationClip clip{.durationSeconds = zigzag.times.back(), .channels = {{.translation = std::move(zigzag)}}};
    for (const int key : {0, 1, 432'000, 432'001, 999'998}) {  // an hour is key 432,000
        const float expected = key % 2 == 0 ? 0.25f : 0.75f;
        CHECK(std::abs(sampled(clip, (key + 0.25) / 120.0).translation.x - expected) < 1e-6f);
    }
}
