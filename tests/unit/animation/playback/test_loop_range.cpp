#include "animation/playback/clip_time.h"

#include <limits>
#include <vector>

#include "support/catch.h"
#include "support/models/chain.h"
#include "support/players.h"

using namespace sinew;

namespace {

constexpr LoopRange kRange{1.0, 3.0};

struct Player {
    NodeHierarchy hierarchy = chain(4, {.translation = {0, 1, 0}});
    std::vector<AnimationClip> clips{swing(4, 4.0, 0.0), swing(4, 1.0, 0.4)};
    std::vector<RootMotion> travels{RootMotion(glm::vec2(1.0f, 0.0f)), RootMotion()};
    TestAnimator animator{hierarchy, clips};

    Player() {
        animator.setRootMotions(travels);
        animator.play(0);
    }
};

}  // namespace

TEST_CASE("a time beyond a range is wrapped, clamped or mirrored into it") {
    CHECK(wrapInRange(kRange, 2.0, Repeat::loop).timeSeconds == 2.0);
    CHECK(wrapInRange(kRange, 3.0, Repeat::loop).timeSeconds == 3.0);
    CHECK(wrapInRange(kRange, 3.5, Repeat::loop).timeSeconds == Approx(1.5));
    CHECK(wrapInRange(kRange, 0.5, Repeat::loop).timeSeconds == Approx(2.5));
    CHECK(wrapInRange(kRange, 3.5, Repeat::once).timeSeconds == 3.0);
    CHECK(wrapInRange(kRange, -3.5, Repeat::once).timeSeconds == 1.0);
    const auto mirrored = [](double time, double expected, bool reversed) {
        const RangeTime place = wrapInRange(kRange, time, Repeat::pingPong);
        INFO("at " << time);
        CHECK(place.timeSeconds == Approx(expected));
        CHECK(place.reversed == reversed);
    };
    mirrored(2.5, 2.5, false);
    mirrored(3.5, 2.5, true);
    mirrored(5.5, 1.5, false);
    mirrored(7.5, 2.5, true);
    mirrored(0.5, 1.5, true);
    mirrored(-1.5, 2.5, false);
}

TEST_CASE("an empty range, or a NaN time, gives the start of the range") {
    for (const Repeat repeat : {Repeat::once, Repeat::loop, Repeat::pingPong}) {
        CHECK(wrapInRange({2.0, 2.0}, 7.0, repeat).timeSeconds == 2.0);
        CHECK(wrapInRange(kRange, std::numeric_limits<double>::quiet_NaN(), repeat).timeSeconds == 1.0);
    }
    CHECK(wrapInRange(kRange, std::numeric_limits<double>::infinity(), Repeat::loop).timeSeconds == 1.0);
}

TEST_CASE("playback stays in the loop range in both directions, and seeking can leave it") {
    Player player;
    Animator& animator = player.animator;
    animator.setLoopRange(kRange);
    REQUIRE(animator.loopRange() == kRange);
    animator.seek(2.75);
    animator.advance(0.5);
    CHECK(animator.timeSeconds() == Approx(1.25));
    animator.setSpeed(-1.0);
    animator.advance(0.5);
    CHECK(animator.timeSeconds() == Approx(2.75));
    animator.seek(0.25);
    CHECK(animator.timeSeconds() == Approx(0.25));
    animator.setRepeat(Repeat::once);
    animator.setSpeed(1.0);
    animator.advance(10.0);
    CHECK(animator.timeSeconds() == 3.0);
}

TEST_CASE("a loop range is clamped to the clip, and the next clip clears it") {
    Player player;
    Animator& animator = player.animator;
    animator.setLoopRange(LoopRange{3.0, -2.0});
    CHECK(animator.loopRange() == LoopRange{0.0, 3.0});
    animator.setLoopRange(LoopRange{1.0, 99.0});
    CHECK(animator.loopRange() == LoopRange{1.0, 4.0});
    animator.setLoopRange(LoopRange{1.0, 1.0001});
    CHECK_FALSE(animator.loopRange());
    animator.setLoopRange(LoopRange{1.0, std::numeric_limits<double>::quiet_NaN()});
    CHECK_FALSE(animator.loopRange());
    animator.setLoopRange(kRange);
    animator.play(1, 0.5);
    CHECK_FALSE(animator.loopRange());
    animator.play(std::nullopt);
    animator.setLoopRange(kRange);
    CHECK_FALSE(animator.loopRange());
}

TEST_CASE("ping-pong reverses at the ends of the clip and of the range") {
    Player player;
    Animator& animator = player.animator;
    animator.setRepeat(Repeat::pingPong);
    animator.seek(3.75);
    CHECK_FALSE(animator.backward());
    animator.advance(0.5);
    CHECK(animator.timeSeconds() == Approx(3.75));
    CHECK(animator.backward());
    animator.setLoopRange(kRange);
    animator.seek(1.25);
    animator.advance(0.5);
    CHECK(animator.timeSeconds() == Approx(1.25));
    CHECK_FALSE(animator.backward());
    animator.advance(2.0);
    CHECK(animator.timeSeconds() == Approx(2.75));
    animator.setRepeat(Repeat::loop);
    CHECK_FALSE(animator.backward());
}

TEST_CASE("root motion continues over the ends of a loop range, and reverses in ping-pong") {
    Player player;
    Animator& animator = player.animator;
    animator.setLoopRange(kRange);
    animator.seek(2.5);
    animator.advance(5.0);
    CHECK(animator.timeSeconds() == Approx(1.5));
    const double forward = animator.displacement().translation.x;
    CHECK(std::abs(forward) == Approx(5.0));
    animator.seek(2.5);
    animator.setSpeed(-1.0);
    animator.advance(5.0);
    CHECK(animator.displacement().translation.x == Approx(-forward));
    animator.setSpeed(1.0);
    animator.setRepeat(Repeat::pingPong);
    animator.seek(2.5);
    animator.advance(1.0);
    CHECK(animator.timeSeconds() == Approx(2.5));
    CHECK(animator.displacement().translation.x == Approx(0.0).margin(1e-9));
}
