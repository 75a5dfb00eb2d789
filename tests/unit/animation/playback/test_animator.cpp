#include "support/players.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "animation/pose/palette.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/random.h"
#include "unit/animation/playback/animator_rig.h"

using namespace sinew;

namespace {

constexpr double kFade = 0.3;

// The limit for a node in one step of a fade: the clips' own motion is at most 2 pi / 240 = 0.03, and a fade
// of 72 steps between poses at most 2 apart adds 0.03, twice that where two fades overlap. A cut moves nodes by
// about 1.
constexpr float kSmooth = 0.1f;

struct Player : AnimatorRig {
    LocalPose pose() { return {animator.pose().begin(), animator.pose().end()}; }
};

/// The largest movement from one call to the next.
class Jumps {
  public:
    explicit Jumps(Player& player) : player_(player), last_(player.pose()) {}
    void look() {
        LocalPose now = player_.pose();
        largest_ = std::max(largest_, distance(now, last_));
        last_ = std::move(now);
    }
    void play(int steps) {
        for (int i = 0; i < steps; ++i) {
            player_.animator.advance(kStep);
            look();
        }
    }
    float largest() const { return largest_; }

  private:
    Player& player_;
    LocalPose last_;
    float largest_ = 0.0f;
};

}  // namespace

TEST_CASE("without clips the animator holds the rest pose") {
    const NodeHierarchy hierarchy = chain(3, {.translation = {1, 2, 3}});
    TestAnimator animator(hierarchy, {});
    animator.play(0);
    animator.advance(1.0);
    animator.seek(3.0);
    animator.step(1);
    CHECK_FALSE(animator.clip());
    CHECK(animator.currentClip() == nullptr);
    CHECK(animator.timeSeconds() == 0.0);
    CHECK(same(animator.pose(), hierarchy.rest));
}

TEST_CASE("play starts a clip at its beginning") {
    Player player;
    player.animator.play(1);
    CHECK(player.animator.clip() == 1u);
    CHECK(player.animator.currentClip() == &player.clips[1]);
    CHECK(same(player.animator.pose(), player.poseOf(1, 0.0)));
    player.animator.advance(0.5);
    player.animator.play(1);
    CHECK(player.animator.timeSeconds() == 0.0);
}

TEST_CASE("playing no clip, or one that does not exist, shows the rest pose") {
    Player player;
    player.animator.play(1);
    player.animator.play(std::nullopt);
    CHECK(same(player.animator.pose(), player.hierarchy.rest));
    player.animator.play(3);
    CHECK_FALSE(player.animator.clip());
    CHECK(same(player.animator.pose(), player.hierarchy.rest));
}

TEST_CASE("advance adds seconds times the speed, wraps in a loop, and holds the ends of a clip played once") {
    struct Row {
        double speed;
        Repeat repeat;
        double seconds, expected;
    };
    Player player;
    player.animator.play(0);
    for (const auto& [speed, repeat, seconds, expected] : {Row{1.0, Repeat::loop, 0.25, 0.25},
                                                           {2.0, Repeat::loop, 0.25, 0.75},
                                                           {0.0, Repeat::loop, 0.25, 0.75},
                                                           {1.0, Repeat::loop, 2.5, 0.25},
                                                           {-1.0, Repeat::loop, 0.5, 0.75},
                                                           {-1.0, Repeat::loop, 0.5, 0.25},
                                                           {-1.0, Repeat::once, 0.5, 0.0},
                                                           {1.0, Repeat::once, 5.0, 1.0},
                                                           {1.0, Repeat::loop, 0.125, 0.125}}) {
        CAPTURE(speed, seconds, expected);
        player.animator.setSpeed(speed);
        player.animator.setRepeat(repeat);
        player.animator.advance(seconds);
        CHECK(player.animator.timeSeconds() == expected);
        CHECK(same(player.animator.pose(), player.poseOf(0, expected)));
    }
}

TEST_CASE("a pause stops the animator and its fade") {
    Player player;
    player.animator.play(0);
    player.animator.play(1, kFade);
    player.animator.advance(0.1);
    const LocalPose before = player.pose();
    player.animator.setPaused(true);
    player.animator.advance(10.0);
    CHECK(player.animator.fading());
    CHECK(same(player.animator.pose(), before));
    player.animator.setPaused(false);
    player.animator.advance(0.01);
    CHECK_FALSE(same(player.animator.pose(), before));
}

TEST_CASE("a NaN or infinite time changes nothing") {
    Player player;
    player.animator.play(0);
    player.animator.play(1, kFade);
    player.animator.advance(0.1);
    const LocalPose before = player.pose();
    player.animator.advance(NAN);
    player.animator.advance(INFINITY);
    CHECK(same(player.animator.pose(), before));
    player.animator.play(2, NAN);
    CHECK_FALSE(player.animator.fading());
}

TEST_CASE("a step pauses and moves by whole frames; past an end it wraps, or stays when playing once") {
    struct Row {
        double fromSeconds;
        int frames;
        Repeat repeat;
        double expectedFrames;
    };
    Player player;
    player.animator.play(0);
    for (const auto& [from, frames, repeat, expectedFrames] : {Row{0.0, 3, Repeat::loop, 3.0},
                                                               {0.1, -1, Repeat::loop, 2.0},
                                                               {0.1, -3, Repeat::loop, 0.0},
                                                               {0.0, -1, Repeat::loop, 29.0},
                                                               {1.0, 1, Repeat::loop, 1.0},
                                                               {0.05, -2, Repeat::once, 0.0},
                                                               {0.0, 1000, Repeat::once, 30.0}}) {
        CAPTURE(from, frames);
        player.animator.setRepeat(repeat);
        player.animator.seek(from);
        player.animator.setPaused(false);
        player.animator.step(frames);
        CHECK(player.animator.paused());
        CHECK(player.animator.timeSeconds() == Approx(expectedFrames / 30.0).margin(1e-12));
    }
}

TEST_CASE("any number of steps ends exactly at the ends of a clip") {
    for (int keys = 2; keys <= 400; ++keys) {
        const NodeHierarchy hierarchy = chain(1);
        std::vector<AnimationClip> clips{{.durationSeconds = (keys - 1) / 24.0, .channels = {{.node = 0}}}};
        for (int i = 0; i < keys; ++i) {
            clips[0].channels[0].translation.times.push_back(i / 24.0);
            clips[0].channels[0].translation.values.emplace_back(static_cast<float>(i), 0.0f, 0.0f);
        }
        TestAnimator animator(hierarchy, clips);
        animator.play(0);
        for (int i = 1; i < keys; ++i)
            animator.step(1);
        REQUIRE(animator.pose()[0].translation.x == static_cast<float>(keys - 1));
        for (int i = 1; i < keys; ++i)
            animator.step(-1);
        REQUIRE(animator.pose()[0].translation.x == 0.0f);
    }
}

TEST_CASE("seek moves to a time and ends a fade") {
    Player player;
    player.animator.play(0);
    player.animator.play(1, kFade);
    player.animator.advance(0.1);
    player.animator.seek(0.7);
    CHECK_FALSE(player.animator.fading());
    CHECK(player.animator.timeSeconds() == 0.7);
    CHECK(same(player.animator.pose(), player.poseOf(1, 0.7)));
    player.animator.seek(1.75);
    CHECK(player.animator.timeSeconds() == Approx(0.25));
    player.animator.seek(1.5);
    CHECK(same(player.animator.pose(), player.poseOf(1, 1.5)));
}

TEST_CASE("a switch without a fade is a cut") {
    Player player;
    player.animator.play(0);
    Jumps jumps(player);
    player.animator.play(1);
    CHECK_FALSE(player.animator.fading());
    jumps.look();
    CHECK(jumps.largest() > 3.0f * kSmooth);  // otherwise the tests of fades below prove nothing
}

TEST_CASE("fades between clips and the rest pose are continuous, even as fast as a held key") {
    for (const int stepsBetween : {1, 2, 8, 100}) {
        Player player;
        Jumps jumps(player);
        for (size_t i = 0; i < 60; ++i) {
            player.animator.play((i + 1) % 4, kFade);  // there is no clip 3
            CHECK(player.animator.fading());
            jumps.look();
            jumps.play(stepsBetween);
        }
        jumps.play(100);
        CHECK_FALSE(player.animator.fading());
        CHECK(jumps.largest() < kSmooth);
        CHECK(same(player.animator.pose(), player.poseOf(*player.animator.clip(), player.animator.timeSeconds())));
    }
}

TEST_CASE("many switches at one time do not change the pose") {
    Player player;
    player.animator.play(0);
    player.animator.advance(0.2);
    const LocalPose before = player.pose();
    for (size_t i = 0; i < 50; ++i)
        player.animator.play(1 + i % 2, kFade);
    CHECK(same(player.animator.pose(), before));
    CHECK(player.animator.clip() == 2u);
    CHECK(player.animator.playing().size() < 10);
}

TEST_CASE("halfway through a fade, the pose is halfway between the playing clips") {
    Player player;
    player.animator.play(0);
    player.animator.advance(0.2);
    player.animator.play(1, kFade);
    player.animator.advance(kFade / 2);
    const LocalPose from = player.poseOf(0, 0.2 + kFade / 2), to = player.poseOf(1, kFade / 2);
    const LocalPose pose = player.pose();
    for (size_t i = 0; i < Player::kNodes; ++i) {
        CHECK(glm::length(pose[i].translation - 0.5f * (from[i].translation + to[i].translation)) < 1e-5f);
        CHECK(angleRadians(pose[i].rotation, from[i].rotation) ==
              Approx(angleRadians(pose[i].rotation, to[i].rotation)).margin(1e-5));
    }
}

TEST_CASE("the weights of blended clips sum to 1, with the newest clip last") {
    Player player;
    CHECK(player.animator.playing().size() == 1);
    player.animator.play(0);
    player.animator.advance(0.2);
    player.animator.play(1, kFade);
    player.animator.advance(kFade / 2);
    player.animator.play(2, kFade);
    player.animator.advance(kFade / 4);
    // The newest has 1/4; of the rest, clip 1 has 3/4.
    const auto playing = player.animator.playing();
    REQUIRE(playing.size() == 3);
    CHECK(playing[0].clip == 0u);
    CHECK(playing[0].weight == Approx(0.75 * 0.25));
    CHECK(playing[1].clip == 1u);
    CHECK(playing[1].weight == Approx(0.75 * 0.75));
    CHECK(playing[2].clip == 2u);
    CHECK(playing[2].weight == Approx(0.25));
    CHECK(playing[2].timeSeconds == player.animator.timeSeconds());
}

TEST_CASE("equal times give equal poses, whatever the animator did before") {
    Player fresh, used;
    Random random(9);
    for (int i = 0; i < 200; ++i) {
        used.animator.play(random.below(3), random.uniform() * 0.5);
        used.animator.advance(random.uniform() - 0.3);
        used.animator.pose();
    }
    for (Player* player : {&fresh, &used}) {
        player->animator.play(1);
        player->animator.advance(0.3);
        player->animator.play(2, kFade);
        player->animator.advance(0.1);
    }
    CHECK(same(fresh.animator.pose(), used.animator.pose()));
}
