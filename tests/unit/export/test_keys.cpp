#include <cmath>
#include <limits>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "export/build/keys.h"
#include "support/catch.h"

using namespace sinew;
using namespace sinew::exporting;

// Tracks as the samplers of glTF have them.

namespace {

double before(double time) {
    return std::nextafter(time, std::numeric_limits<double>::lowest());
}

const KeyOptions kFine{.durationSeconds = 10.0, .tolerance = 1e-6};

glm::quat about(float radians) {
    return glm::angleAxis(radians, glm::vec3(0, 0, 1));
}

}  // namespace

TEST_CASE("keys that the others imply are left out") {
    const Track<float> line{{0.0, 1.0, 2.0, 3.0, 4.0}, {0.0f, 1.0f, 2.0f, 2.0f, 2.0f}};
    CHECK(keysOf(line, kFine).times == std::vector<float>{0.0f, 2.0f, 4.0f});
    CHECK(keysOf(line, kFine).values == std::vector<float>{0.0f, 2.0f, 2.0f});
    const Track<float> bent{{0.0, 1.0, 2.0}, {0.0f, 1.001f, 2.0f}};
    CHECK(keysOf(bent, kFine).times.size() == 3);
    CHECK(keysOf(bent, {.durationSeconds = 10.0, .tolerance = 2e-3}).times.size() == 2);
    CHECK(keysOf(line, {.durationSeconds = 10.0, .keepsAll = true}).times.size() == 5);
    const Track<float> still{{0.5, 1.0, 2.0}, {3.0f, 3.0f, 3.0f}};
    CHECK(keysOf(still, kFine).values == std::vector<float>{3.0f});
}

TEST_CASE("what holds still at its ends keeps its first and last key") {
    const Track<float> pause{{0.0, 1.0, 2.0, 3.0, 4.0, 5.0}, {1.0f, 1.0f, 1.0f, 2.0f, 2.0f, 2.0f}};
    CHECK(keysOf(pause, kFine).times == std::vector<float>{0.0f, 2.0f, 3.0f, 5.0f});
    const Track<float> step{{0.0, 1.0, before(2.0), 2.0, 3.0, 5.0}, {1.0f, 1.0f, 1.0f, 2.0f, 2.0f, 2.0f}};
    CHECK(keysOf(step, kFine).times == std::vector<float>{0.0f, 2.0f, 5.0f});
    CHECK(keysOf(step, kFine).values == std::vector<float>{1.0f, 2.0f, 2.0f});
}

TEST_CASE("rotations at a constant speed need two keys") {
    Track<glm::quat> turn;
    for (int i = 0; i <= 20; ++i) {
        turn.times.push_back(0.1 * i);
        turn.values.push_back(about(0.1f * static_cast<float>(i)));
    }
    CHECK(keysOf(turn, kFine).times.size() == 2);
    turn.values[7] = about(0.71f);
    CHECK(keysOf(turn, kFine).times.size() > 3);
}

TEST_CASE("two hundred thousand keys of a line are thinned in no time") {
    Track<float> line;
    for (int i = 0; i < 200000; ++i) {
        line.times.push_back(i / 32.0);
        line.values.push_back(static_cast<float>(i) * 0.5f);
    }
    const Keys keys = keysOf(line, {.durationSeconds = 1e6, .tolerance = 1e-3});
    CHECK(keys.times.size() < 100);
    CHECK(keys.times.back() == static_cast<float>(line.times.back()));
}

TEST_CASE("a track that only jumps is STEP") {
    const Track<glm::vec3> steps{{0.0, before(1.0), 1.0, before(2.0), 2.0, 3.0},
                                 {{1, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 0}, {3, 0, 0}, {3, 0, 0}}};
    const Keys keys = keysOf(steps, kFine);
    CHECK(keys.kind == Keys::Kind::step);
    CHECK(keys.times == std::vector<float>{0.0f, 1.0f, 2.0f, 3.0f});
    CHECK(keys.values == std::vector<float>{1, 0, 0, 2, 0, 0, 3, 0, 0, 3, 0, 0});
}

TEST_CASE("a jump among lines is two keys, one representable time apart") {
    const Track<float> track{{0.0, before(1.0), 1.0, 2.0}, {0.0f, 1.0f, 5.0f, 6.0f}};
    const Keys keys = keysOf(track, kFine);
    CHECK(keys.kind == Keys::Kind::linear);
    CHECK(keys.times == std::vector<float>{0.0f, std::nextafter(1.0f, 0.0f), 1.0f, 2.0f});
    CHECK(keys.values == std::vector<float>{0.0f, 1.0f, 5.0f, 6.0f});
}

TEST_CASE("times that floats cannot tell apart stay ascending") {
    Track<float> track;
    for (int i = 0; i < 8; ++i) {
        track.times.push_back(1000.0 + 1e-5 * i);
        track.values.push_back(static_cast<float>(i * i));
    }
    const Keys keys = keysOf(track, {.durationSeconds = 2000.0, .keepsAll = true});
    for (size_t i = 1; i < keys.times.size(); ++i)
        CHECK(keys.times[i - 1] < keys.times[i]);
    CHECK(keys.values.back() == 49.0f);
}

TEST_CASE("a key has the value of the time that a float can hold") {
    const double time = 8.0 + 0.4 * (std::nextafter(8.0f, 9.0f) - 8.0f);  // rounds to 8
    const Track<float> fast{{0.0, time, 16.0}, {-1e6f, 1e6f, 2e6f}};
    const Keys keys = keysOf(fast, {.durationSeconds = 16.0, .keepsAll = true});
    CHECK(keys.times == std::vector<float>{0.0f, 8.0f, 16.0f});
    CHECK(keys.values[1] == static_cast<float>(-1e6 + 2e6 * (8.0 / time)));
    const Track<float> jump{{0.0, before(time), time, 16.0}, {0.0f, 1.0f, 5.0f, 6.0f}};
    CHECK(keysOf(jump, {.durationSeconds = 16.0}).values == jump.values);
    const Track<float> step{{0.0, before(time), time}, {0.0f, 0.0f, 5.0f}};
    CHECK(keysOf(step, {.durationSeconds = 16.0}).values == std::vector<float>{0.0f, 5.0f});
}

TEST_CASE("keys outside of the clip are cut off") {
    const Track<float> track{{-1.0, 1.0, 3.0}, {-1.0f, 1.0f, 3.0f}};
    const Keys keys = keysOf(track, {.durationSeconds = 2.0, .keepsAll = true});
    CHECK(keys.times == std::vector<float>{0.0f, 1.0f, 2.0f});
    CHECK(keys.values == std::vector<float>{0.0f, 1.0f, 2.0f});
}

TEST_CASE("a curve is written as it was authored, unless the keys have left it") {
    Track<float> track{{0.0, 0.5, 1.0}, {0.0f, 0.5f, 1.0f}};
    track.authored = {{0.0, 1.0}, {0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f}};
    const Keys keys = keysOf(track, kFine);
    CHECK(keys.kind == Keys::Kind::cubic);
    CHECK(keys.times == std::vector<float>{0.0f, 1.0f});
    CHECK(keys.values == track.authored.values);
    track.values[1] = 0.6f;
    CHECK(keysOf(track, kFine).kind == Keys::Kind::linear);
    track.values[1] = 0.5f;
    CHECK(keysOf(track, {.durationSeconds = 0.9}).kind == Keys::Kind::linear);
    CHECK(keysOf(track, {.durationSeconds = 1.0, .framesPerSecond = 4.0}).times ==
          std::vector<float>{0.0f, 0.25f, 0.5f, 0.75f, 1.0f});
}

TEST_CASE("a curve of one key, which glTF does not allow, is LINEAR") {
    Track<float> track{{0.5}, {3.0f}};
    track.authored = {{0.5}, {1.0f, 3.0f, 2.0f}};
    const Keys keys = keysOf(track, kFine);
    CHECK(keys.kind == Keys::Kind::linear);
    CHECK(keys.values == std::vector<float>{3.0f});
    CHECK(joinedKeys({&track, nullptr}, {0.0f, 0.25f}, kFine).kind == Keys::Kind::linear);
}

TEST_CASE("weights have their keys at the same times") {
    const Track<float> rise{{0.0, 1.0}, {0.0f, 1.0f}}, fall{{0.0, 2.0}, {1.0f, 0.0f}};
    const Keys keys = joinedKeys({&rise, nullptr, &fall}, {0.0f, 0.25f, 0.0f}, kFine);
    CHECK(keys.width == 3);
    CHECK(keys.times == std::vector<float>{0.0f, 1.0f, 2.0f});
    CHECK(keys.values == std::vector<float>{0, 0.25f, 1, 1, 0.25f, 0.5f, 1, 0.25f, 0});
}

TEST_CASE("the last key is held until the end of the clip") {
    Keys keys{.times = {0.0f, 1.0f}, .values = {1, 2, 3, 4}, .width = 2};
    extendTo(2.5, keys);
    CHECK(keys.times == std::vector<float>{0.0f, 1.0f, 2.5f});
    CHECK(keys.values == std::vector<float>{1, 2, 3, 4, 3, 4});
    Keys cubic{.kind = Keys::Kind::cubic, .times = {0.0f, 1.0f}, .values = {9, 1, 9, 9, 2, 9}, .width = 1};
    extendTo(2.0, cubic);
    CHECK(cubic.values == std::vector<float>{9, 1, 9, 9, 2, 0, 0, 2, 0});
}
