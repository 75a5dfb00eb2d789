#include <vector>

#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/models/chain.h"
#include "support/players.h"

using namespace sinew;

namespace {

constexpr double kFade = 0.4;

/// Three weights. The first clip moves the last two, the second only the first.
struct Face {
    NodeHierarchy hierarchy = chain(1);
    std::vector<float> rest{0.25f, 0.5f, 0.0f};
    std::vector<AnimationClip> clips{
        {.name = "talk",
         .durationSeconds = 2.0,
         .channels = swing(1, 2.0, 0.0).channels,
         .morphs = {{2, {{0.5, 1.0, 2.0}, {0.0f, 1.0f, -1.0f}}}, {1, {{0.0}, {0.75f}}}}},
        {.name = "blink", .durationSeconds = 1.0, .morphs = {{0, {{0.0, 1.0}, {1.0f, 0.0f}}}}}};
    TestAnimator animator{hierarchy, clips, rest};

    std::vector<float> weights() {
        const auto weights = animator.morphWeights();
        return {weights.begin(), weights.end()};
    }
    std::vector<float> sampled(size_t clip, double timeSeconds) {
        std::vector<float> weights(rest.size(), 99.0f);
        SampleCursor cursor;
        sampleMorphs(clips[clip], rest, timeSeconds, cursor, weights);
        return weights;
    }
};

using Weights = std::vector<float>;

}  // namespace

TEST_CASE("morph weights are linear between keys and constant beyond them") {
    Face face;
    CHECK(face.sampled(0, 0.0) == Weights{0.25f, 0.75f, 0.0f});
    CHECK(face.sampled(0, 0.75) == Weights{0.25f, 0.75f, 0.5f});
    CHECK(face.sampled(0, 1.5) == Weights{0.25f, 0.75f, 0.0f});
    CHECK(face.sampled(0, 9.0) == Weights{0.25f, 0.75f, -1.0f});
}

TEST_CASE("a weight without keys keeps its rest value") {
    Face face;
    CHECK(face.sampled(1, 0.25) == Weights{0.75f, 0.5f, 0.0f});
    CHECK(face.weights() == face.rest);  // nothing plays
}

TEST_CASE("one cursor serves the nodes and the morph weights of a clip") {
    Face face;
    SampleCursor shared;
    for (const double time : {0.1, 1.9, 0.6, 1.1, 0.0}) {
        LocalPose pose(1), alone(1);
        Weights weights(3);
        SampleCursor fresh;
        sample(face.clips[0], face.hierarchy, time, shared, pose);
        sampleMorphs(face.clips[0], face.rest, time, shared, weights);
        sample(face.clips[0], face.hierarchy, time, fresh, alone);
        CHECK(weights == face.sampled(0, time));
        CHECK(pose[0].translation == alone[0].translation);
    }
}

TEST_CASE("the animator has the morph weights of the clip at its time") {
    Face face;
    face.animator.play(0);
    face.animator.advance(0.75);
    CHECK(face.weights() == face.sampled(0, 0.75));
    face.animator.seek(1.25);
    CHECK(face.weights() == face.sampled(0, 1.25));
    face.animator.play(std::nullopt);
    CHECK(face.weights() == face.rest);
}

TEST_CASE("morph weights fade linearly and end exactly at those of the new clip") {
    Face face;
    face.animator.play(0);
    face.animator.advance(0.8);
    const Weights before = face.weights();
    face.animator.play(1, kFade);
    CHECK(face.weights() == before);
    face.animator.advance(kFade / 2);
    const Weights from = face.sampled(0, 0.8 + kFade / 2), to = face.sampled(1, kFade / 2), middle = face.weights();
    for (size_t i = 0; i < middle.size(); ++i)
        CHECK(middle[i] == Approx(0.5f * (from[i] + to[i])));
    face.animator.advance(kFade);
    CHECK(face.weights() == face.sampled(1, face.animator.timeSeconds()));
}

TEST_CASE("blending morph weights at 0 and 1 gives exactly either end") {
    const Weights from{0.1f, 1e9f}, to{0.7f, -0.3f};
    Weights out(2);
    blend(from, to, 0.0f, out);
    CHECK(out == from);
    blend(from, to, 1.0f, out);
    CHECK(out == to);
}

TEST_CASE("an animator of a model without morph targets has no weights") {
    const NodeHierarchy hierarchy = chain(2);
    TestAnimator animator(hierarchy, {});
    CHECK(animator.morphWeights().empty());
}

TEST_CASE("keys of morph weights are counted and determine the frame length") {
    Face face;
    CHECK(keyCount(face.clips[1]) == 2);
    AnimationClip clip{.durationSeconds = 1.0, .morphs = {{0, {{0.0, 0.25, 0.5, 1.0}, {0, 0, 0, 0}}}}};
    CHECK(frameSeconds(clip) == Approx(1.0 / 3.0));
}
