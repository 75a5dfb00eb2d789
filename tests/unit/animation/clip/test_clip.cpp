#include "animation/clip/clip.h"

#include <cmath>

#include "animation/playback/animator.h"
#include "support/catch.h"

using namespace sinew;

namespace {

Track<glm::vec3> keysEvery(double seconds, int count) {
    Track<glm::vec3> track;
    for (int i = 0; i < count; ++i) {
        track.times.push_back(i * seconds);
        track.values.emplace_back(0.0f);
    }
    return track;
}

}  // namespace

TEST_CASE("keys are counted over all tracks of all channels") {
    AnimationClip clip;
    CHECK(keyCount(clip) == 0);
    clip.channels.push_back({.translation = keysEvery(1, 3), .scale = keysEvery(1, 2)});
    clip.channels.push_back({.rotation = {.times = {0.0}, .values = {glm::quat(1, 0, 0, 0)}}});
    CHECK(keyCount(clip) == 6);
}

TEST_CASE("keys that stand for a curve or for a jump count as their author set them") {
    AnimationClip clip;
    clip.channels.push_back({.translation = keysEvery(1, 40)});
    clip.channels[0].translation.authored = {.times = {0.0, 39.0}, .values = std::vector<glm::vec3>(6)};
    CHECK(keyCount(clip) == 2);
    clip.channels[0].translation.authored = {};
    clip.channels[0].translation.times = {0.0, std::nextafter(1.0, 0.0), 1.0, std::nextafter(2.0, 0.0), 2.0};
    CHECK(keyCount(clip) == 3);
}

TEST_CASE("a frame is the key spacing of the densest track") {
    AnimationClip clip{.durationSeconds = 2.0};
    CHECK(frameSeconds(clip) == Approx(1.0 / 30.0));
    clip.channels.push_back({.scale = keysEvery(0.0, 1)});
    CHECK(frameSeconds(clip) == Approx(1.0 / 30.0));
    clip.channels.push_back({.translation = keysEvery(2.0, 2)});
    CHECK(frameSeconds(clip) == Approx(2.0));
    clip.channels.push_back({.scale = keysEvery(1.0 / 24.0, 49)});
    clip.channels.push_back({.translation = keysEvery(1.0, 3)});
    CHECK(frameSeconds(clip) == Approx(1.0 / 24.0));
}

TEST_CASE("a timeline counts in frames of a usual rate on which the keys are, and sparse keys in thirtieths") {
    const auto step = [](double interval, int keys, double authored = 0.0) {
        AnimationClip clip{.durationSeconds = 1.0, .authoredFrameSeconds = authored};
        clip.channels.push_back({.translation = keysEvery(interval, keys)});
        return stepSeconds(clip);
    };
    for (const double rate : {24.0, 25.0, 30.0, 60.0, 50.0, 120.0})
        CHECK(step(1.0 / rate, 40) == 1.0 / rate);
    CHECK(step(1.2, 5) == 1.0 / 30.0);
    CHECK(step(1.37, 5) == 1.0 / 30.0);
    CHECK(step(0.0371, 40) == Approx(0.0371));
    CHECK(step(0.0371, 40, 2.0 / 24.0) == 1.0 / 24.0);
    CHECK(stepSeconds({}) == 1.0 / 30.0);
}
