#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "animation/ground/foot_contacts.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/models/walker.h"
#include "support/players.h"
#include "support/random.h"
#include "unit/animation/playback/animator_rig.h"

// Inertial switches, synchronized fades of gaits, and root motion.

using namespace sinew;

namespace {

constexpr double kChange = 0.3;

struct SwitchingPlayer : AnimatorRig {
    SwitchingPlayer() {
        animator.setTransition(TransitionKind::inertial);
        animator.play(0);
        for (int i = 0; i < 50; ++i)
            advance();
    }
    /// The largest change of a node from the last pose.
    float advance() {
        animator.advance(kStep);
        return look();
    }
    float look() {
        const LocalPose now(animator.pose().begin(), animator.pose().end());
        const float change = last.empty() ? 0.0f : distance(now, last);
        last = now;
        return change;
    }
    float largestChange(int steps) {
        float largest = 0.0f;
        for (int i = 0; i < steps; ++i)
            largest = std::max(largest, advance());
        return largest;
    }
    /// Whether it shows a clip alone.
    bool shows(size_t clip) { return same(animator.pose(), poseOf(clip, animator.timeSeconds())); }
    LocalPose last;
};

}  // namespace

TEST_CASE("an inertial switch plays the new clip alone and does not jump") {
    SwitchingPlayer player;
    player.animator.play(1, kChange);
    CHECK(player.animator.fading());
    CHECK(player.animator.playing().size() == 1);
    CHECK(player.look() < 1e-5f);
    CHECK(player.largestChange(72) < 0.1f);
    player.advance();
    CHECK_FALSE(player.animator.fading());
    CHECK(player.shows(1));
}

TEST_CASE("an inertial switch continues at the previous speed, also when switched again midway") {
    for (const int held : {10, 40, 71}) {
        SwitchingPlayer player;
        for (const size_t clip : {1u, 2u, 0u, 2u}) {
            const float before = player.advance();
            player.animator.play(clip, kChange);
            CHECK(player.look() < 1e-5f);
            const float after = player.advance();
            // Clips alone move by up to 0.03 per step; a switch that ignored the old velocity would halt or jump.
            CHECK(std::abs(after - before) < 0.4f * before + 0.004f);
            CHECK(player.largestChange(held) < 0.15f);
        }
    }
}

TEST_CASE("inertial switches and fades can interrupt each other") {
    SwitchingPlayer player;
    Random random(4);
    for (int i = 0; i < 60; ++i) {
        player.animator.setTransition(random.below(2) == 0 ? TransitionKind::fade : TransitionKind::inertial);
        player.animator.play(random.below(3), kChange);
        CHECK(player.largestChange(static_cast<int>(1 + random.below(40))) < 0.2f);
    }
}

TEST_CASE("an inertial switch without a duration, and a seek, are cuts") {
    SwitchingPlayer player;
    player.animator.play(1);
    CHECK(player.shows(1));
    player.animator.play(2, kChange);
    player.advance();
    CHECK_FALSE(player.shows(2));
    player.animator.seek(0.5);
    CHECK(player.shows(2));
    CHECK_FALSE(player.animator.fading());
}

TEST_CASE("in an inertial switch, morph weights start from their last values") {
    NodeHierarchy hierarchy = chain(1);
    const std::vector<float> rest{0.0f};
    const std::vector<AnimationClip> clips{{.name = "low", .durationSeconds = 1.0, .morphs = {{0, {{0.0}, {0.25f}}}}},
                                           {.name = "high", .durationSeconds = 1.0, .morphs = {{0, {{0.0}, {1.0f}}}}}};
    TestAnimator animator(hierarchy, clips, rest);
    animator.setTransition(TransitionKind::inertial);
    animator.play(0);
    animator.advance(0.1);
    animator.play(1, 0.4);
    CHECK(animator.morphWeights()[0] == Approx(0.25));
    animator.advance(0.2);
    CHECK(animator.morphWeights()[0] == Approx(1.0 - 0.75 * 0.5));
    animator.advance(0.2);
    CHECK(animator.morphWeights()[0] == 1.0f);
}

TEST_CASE("a fade between two gaits is synchronized, with a cycle of mean duration") {
    Walker walker;
    const size_t walk = walker.add(1.0, 0.0), run = walker.add(0.6, 0.4);
    TestAnimator animator(walker.hierarchy, walker.clips);
    const double durations[] = {1.0, 0.6};
    std::vector<std::vector<FootContact>> contacts;
    for (const AnimationClip& clip : walker.clips)
        contacts.push_back(footContacts(walker.hierarchy, clip, glm::mat4(1.0f)));
    const auto phase = [&](const PlayedClip& played) {
        return (played.timeSeconds - contacts[*played.clip][0].timeSeconds) / durations[*played.clip];
    };
    animator.play(walk);
    animator.advance(0.37);
    for (const size_t next : {run, walk, run, walk, run}) {
        const size_t last = *animator.clip();
        const auto start =
            syncedTime({contacts[last], durations[last], animator.timeSeconds()}, {contacts[next], durations[next]});
        REQUIRE(start);
        animator.play(next, kChange, start);
        CHECK(animator.timeSeconds() == Approx(*start));
        for (int i = 0; i < 30; ++i) {  // shorter than the switch, so that the next one interrupts it
            const double before = phase(animator.playing().back());
            double round = 0.0;
            for (const PlayedClip& played : animator.playing())
                round += played.weight * durations[*played.clip];
            animator.advance(kStep);
            const double now = phase(animator.playing().back());
            for (const PlayedClip& played : animator.playing())
                REQUIRE(std::abs(std::remainder(phase(played) - now, 1.0)) < 1e-9);
            REQUIRE(std::abs(std::remainder(now - before - kStep / round, 1.0)) < 1e-9);
        }
    }
    for (int i = 0; i < 100; ++i)
        animator.advance(kStep);
    CHECK_FALSE(animator.fading());
    const double before = animator.timeSeconds();
    animator.advance(kStep);
    CHECK(animator.timeSeconds() == Approx(before + kStep));
}

TEST_CASE("root motion is continuous across switches, in steps of any length") {
    Walker walker;
    const size_t inPlace = walker.add(1.5, 0.0), going = walker.addTraveling(1.0, 0.8f);
    const std::vector<RootMotion> rootMotions = walker.rootMotions();
    TestAnimator animator(walker.hierarchy, walker.clips);
    animator.setRootMotions(rootMotions);
    animator.extractRootMotion(true);
    Random random(6);
    for (const size_t clip : {inPlace, going})
        for (const double speed : {1.0, -0.7}) {
            animator.setSpeed(speed);
            animator.play(clip);
            Displacement gone;
            double time = 0.0;
            for (int i = 0; i < 100; ++i) {
                const double seconds = random.uniform(0.0f, 2.5f);
                animator.advance(seconds);
                gone = followedBy(gone, animator.displacement());
                time += seconds * speed;
            }
            const Displacement whole = rootMotions[clip].between(0.0, time);
            CHECK(glm::length(gone.translation - whole.translation) < 1e-6);
            CHECK(angleRadians(glm::quat(gone.rotation), glm::quat(whole.rotation)) < 1e-5);
            CHECK(std::abs(animator.pose()[0].translation.z) < 1e-5f);
            animator.seek(time);
            CHECK(glm::length(animator.displacement().translation - whole.translation) < 1e-6);
        }
    // As authored, the pose moves and the ground stays.
    animator.setSpeed(1.0);
    animator.extractRootMotion(false);
    animator.play(going);
    animator.advance(0.5);
    CHECK(glm::length(animator.displacement().translation) == 0.0);
    CHECK(animator.pose()[0].translation.z == Approx(Walker::kStride));
    // When playing once, root motion ends with the clip; a step back reverses it.
    animator.extractRootMotion(true);
    animator.setRepeat(Repeat::once);
    animator.advance(9.0);
    CHECK(glm::length(animator.displacement().translation - rootMotions[going].between(0.5, 1.0).translation) < 1e-9);
    animator.step(-6);
    CHECK(animator.timeSeconds() == Approx(0.9));
    CHECK(glm::length(animator.displacement().translation - rootMotions[going].between(1.0, 0.9).translation) < 1e-6);
}

TEST_CASE("in a fade, root motion is blended like the pose") {
    Walker walker;
    const size_t walk = walker.add(1.0, 0.0);
    const std::vector<RootMotion> rootMotions = walker.rootMotions();
    TestAnimator animator(walker.hierarchy, walker.clips);
    animator.setRootMotions(rootMotions);
    animator.play(walk);
    animator.advance(0.1);
    animator.play(std::nullopt, 0.4);
    double way = 0.0;
    for (int i = 0; i < 40; ++i) {
        animator.advance(0.01);
        way += animator.displacement().translation.z;
    }
    CHECK(way == Approx(0.5 * rootMotions[0].between(0.0, 0.4).translation.z).epsilon(1e-6));
}

TEST_CASE("a thousand frames with switches, root motion and morph weights allocate nothing") {
    Walker walker;
    walker.add(1.0, 0.0);
    walker.addTraveling(1.0, 0.5f);
    walker.clips[1].morphs = {{0, {{0.0, 1.0}, {0.0f, 1.0f}}}};
    const std::array rest{0.5f};
    TestAnimator animator(walker.hierarchy, walker.clips, rest);
    animator.setRootMotions(walker.rootMotions());
    animator.extractRootMotion(true);
    animator.setTransition(GENERATE(TransitionKind::fade, TransitionKind::inertial));
    animator.play(0);
    animator.pose();
    animator.play(1, 1.0);
    const size_t before = allocationCount();
    for (int frame = 0; frame < 1000; ++frame) {
        animator.advance(1.0 / 60.0);
        animator.pose();
        animator.morphWeights();
    }
    CHECK(allocationCount() == before);
    CHECK(before > 0);
}
