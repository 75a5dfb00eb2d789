#include <cmath>
#include <limits>

#include "animation/playback/animator.h"
#include "support/catch.h"

using namespace sinew;

namespace {

const AnimationClip kTwoSeconds{.durationSeconds = 2.0};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("looping wraps the time into the clip, whose duration is unchanged") {
    struct Row {
        double time, expected;
    };
    for (const auto& [time, expected] : {Row{0.0, 0.0},
                                         {1.25, 1.25},
                                         {2.0, 2.0},
                                         {2.5, 0.5},
                                         {2001.5, 1.5},
                                         {-0.5, 1.5},
                                         {-4.5, 1.5},
                                         {kNotANumber, 0.0},
                                         {kInfinity, 0.0},
                                         {-kInfinity, 0.0}})
        CHECK(wrapTime(kTwoSeconds, time, Repeat::loop) == expected);
    const double almostNothing = wrapTime(kTwoSeconds, -1e-300, Repeat::loop);
    CHECK((almostNothing >= 0.0 && almostNothing <= 2.0));
}

TEST_CASE("playing once clamps the time to the clip") {
    CHECK(wrapTime(kTwoSeconds, -0.5, Repeat::once) == 0.0);
    CHECK(wrapTime(kTwoSeconds, 0.5, Repeat::once) == 0.5);
    CHECK(wrapTime(kTwoSeconds, 2.0, Repeat::once) == 2.0);
    CHECK(wrapTime(kTwoSeconds, 7.0, Repeat::once) == 2.0);
    CHECK(wrapTime(kTwoSeconds, kInfinity, Repeat::once) == 2.0);
    CHECK(wrapTime(kTwoSeconds, -kInfinity, Repeat::once) == 0.0);
    CHECK(wrapTime(kTwoSeconds, kNotANumber, Repeat::once) == 0.0);
}

TEST_CASE("a clip without duration has only the time 0") {
    for (const double duration : {0.0, -1.0, kNotANumber}) {
        const AnimationClip clip{.durationSeconds = duration};
        for (const Repeat repeat : {Repeat::once, Repeat::loop})
            for (const double time : {-1.0, 0.0, 1.0, kInfinity, kNotANumber})
                CHECK(wrapTime(clip, time, repeat) == 0.0);
    }
}

TEST_CASE("every time ends up inside the clip") {
    for (const double duration : {1e-9, 1.0 / 3.0, 2.0, 3600.0})
        for (double time = -1e6; time < 1e6; time += 7919.123)
            for (const Repeat repeat : {Repeat::once, Repeat::loop}) {
                const double placed = wrapTime({.durationSeconds = duration}, time, repeat);
                REQUIRE((placed >= 0.0 && placed <= duration));
            }
}
