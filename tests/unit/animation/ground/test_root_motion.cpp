#include "animation/ground/root_motion.h"

#include <numbers>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr double kDuration = 1.2;
const glm::vec3 kY(0, 1, 0);
const Transform kHipsRest{.translation = {0.3f, 1.0f, -0.2f}, .rotation = glm::angleAxis(1.0f, glm::vec3(1, 0, 0))};

/// Hips and one child that walk on a curve: 2 units forward, turning left by 40 degrees, bobbing and leaning.
struct Walk {
    NodeHierarchy hierarchy{{"hips", "spine"}, {kNoParent, 0}, {kHipsRest, {}}};
    AnimationClip clip{.name = "walk", .durationSeconds = kDuration};

    Walk() {
        Channel channel{.node = 0};
        for (int key = 0; key <= 36; ++key) {
            const float share = static_cast<float>(key) / 36.0f;
            const float wave = std::sin(2.0f * std::numbers::pi_v<float> * share);
            const double time = kDuration * key / 36.0;
            channel.translation.times.push_back(time);
            channel.translation.values.push_back(
                {0.3f + 0.5f * share * share, 1.0f + 0.1f * wave, -0.2f + 2.0f * share});
            channel.rotation.times.push_back(time);
            channel.rotation.values.push_back(glm::angleAxis(0.2f + glm::radians(40.0f) * share, kY) *
                                              glm::angleAxis(0.3f * wave, glm::vec3(0, 0, 1)) * kHipsRest.rotation);
        }
        clip.channels.push_back(channel);
    }
    RootMotion motion(const glm::mat4& worldFromParent = glm::mat4(1.0f)) const {
        return {clip, hierarchy, 0, kY, worldFromParent};
    }
    LocalPose pose(double time) const {
        LocalPose pose(2);
        SampleCursor cursor;
        sample(clip, hierarchy, time, cursor, pose);
        return pose;
    }
};

double distanceOf(const Displacement& a, const Displacement& b) {
    return std::max(glm::length(a.translation - b.translation),
                    angleRadians(glm::quat(a.rotation), glm::quat(b.rotation)));
}

}  // namespace

TEST_CASE("root motions concatenate and invert") {
    const Displacement walk{{0, 0, 1}, glm::angleAxis(std::numbers::pi / 2.0, glm::dvec3(0, 1, 0))};
    const Displacement twice = followedBy(walk, walk);
    CHECK(glm::length(twice.translation - glm::dvec3(1, 0, 1)) < 1e-12);
    CHECK(std::abs(yawRadians(twice, kY)) == Approx(std::numbers::pi));
    CHECK(yawRadians(walk, kY) == Approx(std::numbers::pi / 2.0));
    CHECK(yawRadians({walk.translation, -walk.rotation}, kY) == Approx(std::numbers::pi / 2.0));
    CHECK(yawRadians(walk, -2.0f * kY) == Approx(-std::numbers::pi / 2.0));
    CHECK(distanceOf(followedBy(walk, inverse(walk)), {}) < 1e-12);
    CHECK(distanceOf(followedBy(inverse(walk), walk), {}) < 1e-12);
}

TEST_CASE("root motion is the movement over the ground and the turn about the up axis") {
    const Walk walk;
    const RootMotion motion = walk.motion();
    CHECK(distanceOf(motion.at(0.0), {}) < 1e-6);
    // Just before the end: at the end itself the next loop begins.
    const Displacement all = motion.at(kDuration - 1e-9);
    CHECK(yawRadians(all, kY) == Approx(glm::radians(40.0)).epsilon(1e-4));
    CHECK(all.translation.y == Approx(0.0).margin(1e-7));
    for (int key = 0; key < 36; ++key)  // leaning is not turning
        CHECK(yawRadians(motion.at(kDuration * key / 36.0), kY) ==
              Approx(glm::radians(40.0 * key / 36.0)).epsilon(1e-4).margin(1e-6));
    // The end of the track is its start, moved by the root motion.
    const glm::dvec3 end = all.translation + all.rotation * glm::dvec3(0.3, 0.0, -0.2);
    CHECK(glm::length(end - glm::dvec3(0.8, 0.0, 1.8)) < 1e-6);
}

TEST_CASE("root motion and the remaining pose add up to the clip") {
    const Walk walk;
    const RootMotion motion = walk.motion();
    for (double time = 0.0; time < kDuration; time += 0.013) {
        const LocalPose whole = walk.pose(time);
        LocalPose left = whole;
        motion.removeFrom(left, time);
        const Displacement ground = motion.at(time);
        const Transform again{
            .translation = glm::vec3(ground.translation + ground.rotation * glm::dvec3(left[0].translation)),
            .rotation = glm::quat(ground.rotation) * left[0].rotation,
            .scale = left[0].scale};
        REQUIRE(distance(again, whole[0]) < 1e-6f);
        REQUIRE(left[1] == whole[1]);
        // The remaining pose keeps its place, height and initial heading.
        REQUIRE(glm::length(left[0].translation - glm::vec3(0.3f, whole[0].translation.y, -0.2f)) < 1e-6f);
    }
    LocalPose first = walk.pose(0.0), last = walk.pose(kDuration);
    motion.removeFrom(first, 0.0);
    motion.removeFrom(last, kDuration);
    CHECK(distance(first, walk.pose(0.0)) < 1e-6f);
    CHECK(distance(first, last) < 1e-6f);
}

TEST_CASE("root motion continues over loop points without a jump") {
    const Walk walk;
    const RootMotion motion = walk.motion();
    const double step = kDuration / 1000.0;
    for (double time = -3.0 * kDuration; time < 3.0 * kDuration; time += step) {
        const Displacement delta = motion.between(time, time + step);
        REQUIRE(glm::length(delta.translation) < 3.0 * 2.1 / 1000.0);
        REQUIRE(std::abs(yawRadians(delta, kY)) < 3.0 * glm::radians(40.0) / 1000.0);
    }
}

TEST_CASE("steps of any length add up to the same root motion") {
    const Walk walk;
    const glm::mat4 elsewhere = matrixFrom({{3, 0, -2}, glm::angleAxis(1.0f, glm::vec3(1, 0, 0)), glm::vec3(0.01f)});
    for (uint64_t seed = 0; seed < 100; ++seed) {
        const RootMotion motion = walk.motion(seed < 50 ? glm::mat4(1.0f) : elsewhere);
        Random random(seed);
        Displacement sum;
        double time = random.uniform(-5.0f, 5.0f);
        const double start = time;
        for (int i = 0; i < 50; ++i) {  // several loops at once, also backward
            const double next = time + random.uniform(-4.0f, 5.0f);
            sum = followedBy(sum, motion.between(time, next));
            time = next;
        }
        REQUIRE(distanceOf(sum, motion.between(start, time)) < 1e-5);
    }
}

TEST_CASE("each loop repeats the root motion of the first") {
    const Walk walk;
    const RootMotion motion = walk.motion();
    const Displacement loop = motion.between(0.3, 0.3 + kDuration);
    Displacement sum;
    for (int i = 0; i < 7; ++i)
        sum = followedBy(sum, loop);
    CHECK(distanceOf(motion.between(0.3, 0.3 + 7 * kDuration), sum) < 1e-6);
    CHECK(distanceOf(motion.between(0.3 + 7 * kDuration, 0.3), inverse(sum)) < 1e-6);
    CHECK(distanceOf(motion.at(-kDuration), inverse(motion.at(kDuration))) < 1e-6);
}

TEST_CASE("any axis can be up") {
    NodeHierarchy hierarchy{{"hips"}, {kNoParent}, {{}}};
    AnimationClip clip{.durationSeconds = 1.0, .channels = {{.node = 0}}};
    clip.channels[0].translation = {{0.0, 1.0}, {{0, 0, 0}, {1, 2, 3}}};
    clip.channels[0].rotation = {{0.0, 1.0}, {{1, 0, 0, 0}, glm::angleAxis(0.5f, glm::vec3(0, 0, 1))}};
    const RootMotion motion(clip, hierarchy, 0, {0, 0, 2}, glm::mat4(1.0f));
    const Displacement half = motion.at(0.5);
    CHECK(glm::length(half.translation - glm::dvec3(0.5, 1, 0)) < 1e-6);
    CHECK(yawRadians(half, {0, 0, 1}) == Approx(0.25));
}

TEST_CASE("a clip that does not move the root, or has no duration, has no root motion") {
    const Walk walk;
    const RootMotion child(walk.clip, walk.hierarchy, 1, kY, glm::mat4(1.0f));
    CHECK(distanceOf(child.between(0.0, 5.0), {}) == 0.0);
    LocalPose pose = walk.pose(0.5);
    child.removeFrom(pose, 0.5);
    CHECK(same(pose, walk.pose(0.5)));
    AnimationClip still = walk.clip;
    still.durationSeconds = 0.0;
    const RootMotion none(still, walk.hierarchy, 0, kY, glm::mat4(1.0f));
    CHECK(distanceOf(none.between(0.0, 5.0), {}) == 0.0);
    CHECK(distanceOf(walk.motion().at(INFINITY), {}) == 0.0);
}
