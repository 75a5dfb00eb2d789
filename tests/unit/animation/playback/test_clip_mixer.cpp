#include "animation/playback/clip_mixer.h"

#include <cmath>
#include <limits>

#include "animation/pose/pose.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/models/graph_rig.h"
#include "support/models/walker.h"

using namespace sinew;

namespace {

constexpr double kAnywhere = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<double, ClipMix::kOthers> kInPhase{kAnywhere, kAnywhere, kAnywhere};

/// Clips of 1, 1.5 and 1.2 seconds; the first one plays.
struct MixRig : GraphRig {
    TestAnimator animator{hierarchy, clips};
    ClipMixer mixer{animator};
    ClipMix mix;

    MixRig() { animator.play(0); }
    void set() { mixer.set(mix, kInPhase); }
    LocalPose pose() {
        const std::span<const Transform> now = animator.poseOf(mixer).nodes;
        return {now.begin(), now.end()};
    }
    /// The mean of two clips.
    LocalPose between(size_t from, double fromSeconds, size_t to, double toSeconds, float ratio) const {
        const LocalPose first = poseOf(from, fromSeconds), second = poseOf(to, toSeconds);
        const PoseLayer layers[] = {{{first, {}}, 1.0f - ratio}, {{second, {}}, ratio}};
        LocalPose mean(hierarchy.size());
        blendLayers(layers, {hierarchy.rest, {}}, {mean, {}});
        return mean;
    }
};

}  // namespace

TEST_CASE("without a mix, the animator's pose is unchanged and no memory is used") {
    MixRig rig;
    TestAnimator alone(rig.hierarchy, rig.clips);
    alone.play(0);
    rig.set();
    std::vector<glm::mat4> mixed(MixRig::kNodes), plain(MixRig::kNodes);
    const size_t before = allocationCount();
    for (int frame = 0; frame < 40; ++frame) {
        rig.mixer.advance(0.04);
        alone.advance(0.04);
        evaluate(rig.mixer, glm::mat4(1.0f), {mixed, {}});
        alone.walk(glm::mat4(1.0f), plain);
        CHECK(mixed == plain);
    }
    CHECK(allocationCount() == before);
    CHECK(rig.mixer.playing().size() == 1);
}

TEST_CASE("mixed clips contribute to pose and cycle by weight, and are synchronized") {
    MixRig rig;
    rig.animator.seek(0.25);
    rig.mix.ownWeight = 0.5;
    rig.mix.others[1] = {.clip = 1, .weight = 1.5};
    rig.set();
    CHECK(distance(rig.pose(), rig.between(0, 0.25, 1, 0.375, 0.75f)) < 1e-5f);
    // A cycle takes 0.25 * 1 s + 0.75 * 1.5 s.
    for (int frame = 0; frame < 11; ++frame)
        rig.mixer.advance(0.125);
    CHECK(rig.animator.timeSeconds() == Approx(0.25));
    rig.mixer.advance(0.1375);
    CHECK(rig.animator.timeSeconds() == Approx(0.35));
    CHECK(distance(rig.pose(), rig.between(0, 0.35, 1, 0.525, 0.75f)) < 1e-5f);
    const std::span<const PlayedClip> playing = rig.mixer.playing();
    REQUIRE(playing.size() == 2);
    CHECK(playing[0].weight == Approx(0.25));
    CHECK(playing[1].clip == 1u);
    CHECK(playing[1].weight == Approx(0.75));
    CHECK(playing[1].timeSeconds == Approx(0.525));
    CHECK(rig.animator.speed() == 1.0);
}

TEST_CASE("a single clip with weight is shown alone, and without any weight the rest pose") {
    MixRig rig;
    rig.animator.seek(0.5);
    rig.mix.ownWeight = 0.0;
    rig.mix.others[0] = {.clip = 2, .weight = 0.2};
    rig.set();
    CHECK(distance(rig.pose(), rig.poseOf(2, 0.6)) < 1e-5f);
    rig.mix.others[0].weight = 0.0;
    rig.set();
    CHECK(distance(rig.pose(), rig.hierarchy.rest) == 0.0f);
    rig.mixer.advance(0.1);
}

TEST_CASE(
    "a mixed clip follows seeks, steps, ranges and backward playback, and does not jump when another clip plays") {
    MixRig rig;
    rig.mix.others[0] = {.clip = 1, .weight = 1.0};
    rig.set();
    const auto inStep = [&] {
        const double phase = rig.animator.timeSeconds();
        return distance(rig.pose(), rig.between(0, phase, 1, 1.5 * phase, 0.5f)) < 1e-4f;
    };
    rig.mixer.seek(0.7);
    CHECK(inStep());
    rig.mixer.step(-3);
    CHECK(rig.animator.timeSeconds() == Approx(0.6));
    CHECK(inStep());
    rig.animator.setPaused(false);
    rig.animator.setSpeed(-1.0);
    for (int frame = 0; frame < 9; ++frame)
        rig.mixer.advance(0.1);
    CHECK(inStep());
    rig.animator.setSpeed(1.0);
    rig.animator.setLoopRange(LoopRange{0.2, 0.6});
    for (int frame = 0; frame < 9; ++frame)
        rig.mixer.advance(0.1);
    CHECK(inStep());
    rig.animator.setLoopRange(std::nullopt);
    rig.animator.setRepeat(Repeat::pingPong);
    for (int frame = 0; frame < 14; ++frame)
        rig.mixer.advance(0.1);
    CHECK(inStep());

    const LocalPose before = rig.pose();
    rig.animator.play(2, 0.3);
    CHECK(distance(rig.pose(), before) < 1e-5f);
}

TEST_CASE("a layer affects the nodes of its mask, at its own speed") {
    MixRig rig;
    rig.mix.layer = {.clip = 1, .mode = LayerMode::override, .weight = 1.0, .maskNode = 5};
    rig.set();
    for (int frame = 0; frame < 8; ++frame)
        rig.mixer.advance(0.15);
    LocalPose expected = rig.poseOf(0, 0.2);
    const LocalPose over = rig.poseOf(1, 1.2);
    std::copy(over.begin() + 5, over.end(), expected.begin() + 5);
    CHECK(distance(rig.pose(), expected) < 1e-4f);

    rig.mix.layer.featherLevels = 1;  // half at the node itself
    rig.set();
    const LocalPose under = rig.poseOf(0, 0.2);
    blend(std::span(under).subspan(5, 1), std::span(over).subspan(5, 1), 0.5f, std::span(expected).subspan(5, 1));
    CHECK(distance(rig.pose(), expected) < 1e-4f);

    rig.mix.layer.mode = LayerMode::additive;  // continues where it was
    rig.mix.layer.maskNode.reset();
    rig.mix.layer.weight = 0.4;
    rig.set();
    const LocalPose first = rig.poseOf(1, 0.0);
    LocalPose difference(rig.hierarchy.size());
    differenceFrom(first, over, difference);
    addDifference(under, difference, 0.4f, {}, expected);
    CHECK(distance(rig.pose(), expected) < 1e-4f);
}

TEST_CASE("unknown clips and nodes in a mix are ignored") {
    MixRig rig;
    rig.mix.others[0] = {.clip = 3, .weight = 1.0};
    rig.mix.others[1] = {.clip = 1, .weight = -1.0};
    rig.mix.others[2] = {.clip = 1, .weight = kAnywhere};
    rig.mix.layer = {.clip = 7, .weight = 2.0, .maskNode = 99};
    rig.set();
    CHECK_FALSE(mixes(rig.mixer.mix()));
    CHECK_FALSE(rig.mixer.mix().layer.maskNode);
    CHECK(distance(rig.pose(), rig.poseOf(0, 0.0)) == 0.0f);
}

TEST_CASE("mixed walks have the mean root motion") {
    Walker walker;
    const size_t slow = walker.addTraveling(1.0), standing = walker.add(2.0, 0.0, 0.0f);
    const std::vector<RootMotion> rootMotions = walker.rootMotions();
    TestAnimator animator(walker.hierarchy, walker.clips);
    animator.setRootMotions(rootMotions);
    ClipMixer mixer(animator);
    animator.extractRootMotion(true);
    animator.play(slow);
    mixer.seek(1.0);
    const double whole = glm::length(mixer.displacement().translation);
    REQUIRE(whole > 0.1);
    mixer.seek(0.0);
    mixer.set({.others = {MixedClip{.clip = standing, .weight = 1.0}}}, kInPhase);
    mixer.advance(1.5);  // one cycle of both
    CHECK(glm::length(mixer.displacement().translation) == Approx(0.5 * whole));
    mixer.seek(1.0);
    CHECK(glm::length(mixer.displacement().translation) == Approx(0.5 * whole));
}

TEST_CASE("a mix allocates nothing while playing") {
    MixRig rig;
    rig.mix.others = {MixedClip{1, 0.5}, MixedClip{2, 0.5}, MixedClip{1, 0.25}};
    rig.mix.layer = {.clip = 2, .weight = 0.5, .maskNode = 3, .featherLevels = 2};
    rig.set();
    const size_t before = allocationCount();
    for (int frame = 0; frame < 30; ++frame) {
        rig.mixer.advance(0.05);
        rig.animator.poseOf(rig.mixer);
        rig.mixer.playing();
    }
    CHECK(allocationCount() == before);
}
