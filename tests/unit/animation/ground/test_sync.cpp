#include "animation/ground/sync.h"

#include <array>
#include <cmath>

#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

TEST_CASE("a cycle has the weighted mean duration of its clips") {
    const std::array clips{SyncedClip{1.0}, SyncedClip{0.6}};
    CHECK(cycleSeconds(clips, std::array{1.0f, 0.0f}) == 1.0);
    CHECK(cycleSeconds(clips, std::array{0.0f, 1.0f}) == 0.6);
    CHECK(cycleSeconds(clips, std::array{0.5f, 0.5f}) == Approx(0.8));
    CHECK(cycleSeconds(clips, std::array{3.0f, 1.0f}) == Approx(0.9));
    CHECK(cycleSeconds(clips, std::array{0.0f, 0.0f}) == 0.0);
    CHECK(cycleSeconds({}, {}) == 0.0);
}

TEST_CASE("clips without duration do not affect the cycle") {
    const std::array clips{SyncedClip{1.0}, SyncedClip{0.0}};
    CHECK(cycleSeconds(clips, std::array{0.5f, 0.5f}) == 1.0);
    CHECK(timeAtPhase(clips[1], 0.7) == 0.0);
}

TEST_CASE("the phase wraps in both directions and stays below 1") {
    CHECK(advancedPhase(0.5, 0.2, 0.8) == Approx(0.75));
    CHECK(advancedPhase(0.5, 2.0, 0.8) == Approx(0.0).margin(1e-12));
    CHECK(advancedPhase(0.25, -0.4, 0.8) == Approx(0.75));
    CHECK(advancedPhase(0.25, 1.0, 0.0) == 0.25);
    CHECK(advancedPhase(0.0, -1e-20, 1.0) == 0.0);
    CHECK(advancedPhase(0.25, INFINITY, 1.0) == 0.0);
    Random random(1);
    double phase = 0.0;
    for (int i = 0; i < 10000; ++i) {
        phase = advancedPhase(phase, random.uniform(-3.0f, 3.0f), random.uniform(0.01f, 2.0f));
        REQUIRE(phase >= 0.0);
        REQUIRE(phase < 1.0);
    }
}

TEST_CASE("synchronized clips touch down together") {
    const SyncedClip walk{1.2, 0.3}, run{0.7, 0.6};
    CHECK(timeAtPhase(walk, 0.0) == Approx(0.3));
    CHECK(timeAtPhase(run, 0.0) == Approx(0.6));
    CHECK(timeAtPhase(walk, 0.5) == Approx(0.9));
    CHECK(timeAtPhase(run, 0.5) == Approx(0.25));
    for (int i = 0; i < 1000; ++i) {
        const double time = timeAtPhase(run, i / 1000.0);
        REQUIRE(time >= 0.0);
        REQUIRE(time < run.durationSeconds);
    }
}

TEST_CASE("clips stay synchronized while their weights change") {
    // From walk to run in two seconds: the phase never jumps, and both clips stay at one normalized time.
    const std::array clips{SyncedClip{1.2, 0.3}, SyncedClip{0.7, 0.6}};
    double phase = 0.0;
    for (int frame = 0; frame < 480; ++frame) {
        const float run = std::min(1.0f, static_cast<float>(frame) / 480.0f);
        const double next = advancedPhase(phase, 1.0 / 240.0, cycleSeconds(clips, std::array{1.0f - run, run}));
        const double step = next - phase < 0.0 ? next - phase + 1.0 : next - phase;
        REQUIRE(step >= 1.0 / 240.0 / 1.2 - 1e-12);
        REQUIRE(step <= 1.0 / 240.0 / 0.7 + 1e-12);
        phase = next;
        const double walked = timeAtPhase(clips[0], phase) - 0.3, ran = timeAtPhase(clips[1], phase) - 0.6;
        REQUIRE(std::abs(std::remainder(walked / 1.2 - ran / 0.7, 1.0)) < 1e-9);
    }
}
