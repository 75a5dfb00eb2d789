#include "animation/pose/inertial.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.h"
#include "support/distance.h"
#include "support/models/random_pose.h"
#include "support/players.h"

using namespace sinew;

namespace {

constexpr double kDuration = 0.3;
constexpr size_t kNodes = 6;

/// Writes the pose `seconds` after the last one.
void advance(InertialBlend& blend, double seconds, const LocalPose& target, LocalPose& out) {
    out = target;
    blend.advance(seconds, {out, {}});
}

void begin(InertialBlend& blend, const LocalPose& target, const LocalPose& targetBefore) {
    blend.begin({target, {}}, {targetBefore, {}}, kDuration);
}

/// Plays one of two smooth motions and switches between them.
struct Player {
    InertialBlend blend{kNodes};
    double stepSeconds = kStep;
    size_t motion = 0;
    double timeSeconds = 0.0;
    std::vector<LocalPose> shown;

    LocalPose target(double time) const {
        LocalPose pose(kNodes);
        for (size_t node = 0; node < kNodes; ++node) {
            const double turn = 5.0 * time + 0.7 * static_cast<double>(node) + 3.0 * static_cast<double>(motion);
            const glm::vec3 axis = glm::normalize(glm::vec3(motion, 1, node));
            pose[node] = {.translation = {std::cos(turn), std::sin(turn), 0.0},
                          .rotation = glm::angleAxis(static_cast<float>(turn), axis),
                          .scale = glm::vec3(1.5 + 0.5 * std::cos(turn), 1.0, 1.0)};
        }
        return pose;
    }
    void advance(int steps = 1) {
        for (int i = 0; i < steps; ++i) {
            timeSeconds += stepSeconds;
            LocalPose out(kNodes);
            ::advance(blend, stepSeconds, target(timeSeconds), out);
            shown.push_back(out);
        }
    }
    void switchTo(size_t next) {
        motion = next;
        timeSeconds = 0.2;
        begin(blend, target(timeSeconds), target(timeSeconds - blend.lastStepSeconds()));
    }
};

/// The largest difference between consecutive steps, over all steps and nodes: of position or scale in units, of
/// rotation in radians.
float largestKink(const std::vector<LocalPose>& shown) {
    float largest = 0.0f;
    for (size_t i = 1; i + 1 < shown.size(); ++i)
        for (size_t node = 0; node < kNodes; ++node) {
            const Transform &a = shown[i - 1][node], &b = shown[i][node], &c = shown[i + 1][node];
            const float place = glm::length(c.translation - 2.0f * b.translation + a.translation);
            const float size = glm::length(c.scale - 2.0f * b.scale + a.scale);
            const double turn =
                angleRadians(c.rotation * glm::conjugate(b.rotation), b.rotation * glm::conjugate(a.rotation));
            largest = std::max({largest, place, size, static_cast<float>(turn)});
        }
    return largest;
}

/// Four switches, three of them during another one, in steps of kStep / `fineness`.
std::vector<LocalPose> switchedPlay(int fineness) {
    Player player{.stepSeconds = kStep / fineness};
    player.advance(40 * fineness);
    for (const int steps : {25, 30, 20, 120}) {
        player.switchTo(1 - player.motion);
        player.advance(steps * fineness);
    }
    return player.shown;
}

}  // namespace

TEST_CASE("an offset decays from its value and velocity and never goes below 0") {
    for (uint64_t seed = 0; seed < 500; ++seed) {
        Random random(seed);
        const double start = random.uniform(0.0f, 3.0f), velocity = random.uniform(-60.0f, 20.0f);
        const double duration = random.uniform(0.05f, 1.0f);
        const OffsetDecay decay = decayFrom(start, velocity, duration);
        REQUIRE(decay.durationSeconds <= duration);
        REQUIRE(remaining(decay, 0.0) == Approx(start));
        const double tiny = 1e-6 * decay.durationSeconds;
        REQUIRE((remaining(decay, tiny) - start) / tiny == Approx(velocity).margin(1e-3 * (std::abs(velocity) + 1.0)));
        double before = start;
        for (int i = 1; i <= 1000; ++i) {
            const double now = remaining(decay, duration * i / 1000.0);
            REQUIRE(now >= 0.0);
            if (velocity <= 0.0) REQUIRE(now <= before + 1e-12);
            before = now;
        }
        REQUIRE(before == 0.0);
        // It ends at rest: the last thousandth is of third order.
        REQUIRE(remaining(decay, 0.999 * decay.durationSeconds) <= 1e-8 * (start + std::abs(velocity)));
    }
}

TEST_CASE("the decay is the published polynomial") {
    // Bollo's coefficients for an offset of 2 that grows by 3 per second and takes half a second.
    const double x = 2.0, v = 3.0, t = 0.5, a = 0.0;
    const double fifth = -(a * t * t + 6 * v * t + 12 * x) / (2 * std::pow(t, 5));
    const double fourth = (3 * a * t * t + 16 * v * t + 30 * x) / (2 * std::pow(t, 4));
    const double third = -(3 * a * t * t + 12 * v * t + 20 * x) / (2 * std::pow(t, 3));
    const OffsetDecay decay = decayFrom(x, v, t);
    for (const double s : {0.0, 0.1, 0.2, 0.3, 0.45})
        CHECK(remaining(decay, s) ==
              Approx(fifth * std::pow(s, 5) + fourth * std::pow(s, 4) + third * std::pow(s, 3) + v * s + x));
}

TEST_CASE("an offset without duration or size is 0") {
    CHECK(remaining(decayFrom(1.0, 1.0, 0.0), 0.0) == 0.0);
    CHECK(remaining(decayFrom(1.0, 1.0, -1.0), 0.0) == 0.0);
    CHECK(remaining(decayFrom(1.0, 1.0, NAN), 0.0) == 0.0);
    CHECK(remaining(decayFrom(0.0, -1.0, 1.0), 0.0) == 0.0);
    CHECK(remaining(decayFrom(0.0, 0.0, 1.0), 0.5) == 0.0);
}

TEST_CASE("a switch starts at the last pose and reaches the target at its duration") {
    Player player;
    player.advance(40);
    const LocalPose last = player.shown.back();
    player.switchTo(1);
    CHECK(player.blend.active());
    LocalPose out(kNodes);
    advance(player.blend, 0.0, player.target(player.timeSeconds), out);
    CHECK(distance(out, last) < 1e-6f);
    player.advance(static_cast<int>(kDuration / kStep) - 1);
    CHECK(player.blend.active());
    CHECK_FALSE(same(player.shown.back(), player.target(player.timeSeconds)));
    player.advance(2);
    CHECK_FALSE(player.blend.active());
    CHECK(same(player.shown.back(), player.target(player.timeSeconds)));
}

TEST_CASE("position and velocity are continuous through a switch, also during another one") {
    // With continuous velocity, steps of a quarter the length differ by a sixteenth; if the velocity jumps, by a
    // quarter; if the position jumps, by as much as before.
    const float coarse = largestKink(switchedPlay(4)), fine = largestKink(switchedPlay(16));
    CHECK(fine > 0.0f);
    CHECK(fine < coarse / 12.0f);
}

TEST_CASE("the pose never overshoots a constant target") {
    for (uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const glm::vec3 axis = random.direction();
        const float speed = random.uniform(0.0f, 40.0f), turn = random.uniform(0.0f, 20.0f);
        InertialBlend blend(1);
        LocalPose pose(1);
        for (const float time : {-static_cast<float>(kStep), 0.0f}) {  // on its way to the target
            pose[0] = {.translation = axis * (1.0f - speed * time) * -1.0f,
                       .rotation = glm::angleAxis(-1.0f + turn * time, axis),
                       .scale = glm::vec3(2.0f - speed * time)};
            advance(blend, kStep, pose, pose);
        }
        const LocalPose target(1);
        begin(blend, target, target);
        for (int i = 0; i < 100; ++i) {
            advance(blend, kStep, target, pose);
            REQUIRE(glm::dot(pose[0].translation, axis) < 1e-6f);
            REQUIRE(glm::dot(glm::vec3(pose[0].rotation.x, pose[0].rotation.y, pose[0].rotation.z), axis) < 1e-6f);
            REQUIRE(pose[0].scale.x > 1.0f - 1e-6f);
        }
        REQUIRE(same(pose, target));
    }
}

TEST_CASE("a rotation offset decays the short way, whatever its quaternion's sign") {
    const glm::quat turned = glm::angleAxis(glm::radians(40.0f), glm::vec3(0, 0, 1));
    for (const float sign : {1.0f, -1.0f}) {
        InertialBlend blend(1);
        LocalPose pose(1, {.rotation = sign * turned});
        advance(blend, kStep, pose, pose);
        advance(blend, kStep, LocalPose(1, {.rotation = sign * turned}), pose);
        const LocalPose target(1);
        begin(blend, target, target);
        for (int i = 0; i < 80; ++i) {
            advance(blend, kStep, target, pose);
            REQUIRE(angleRadians(pose[0].rotation, target[0].rotation) < glm::radians(40.01));
        }
    }
}

TEST_CASE("poses that meet at different speeds are joined smoothly") {
    InertialBlend blend(1);
    LocalPose pose(1);
    const glm::vec3 z(0, 0, 1);
    for (const float x : {-2.0f, -1.0f, 0.0f})
        advance(blend, kStep,
                LocalPose(1, {.translation = {0.01f * x, 0, 0}, .rotation = glm::angleAxis(0.01f * x, z)}), pose);
    advance(blend, 0.0, pose, pose);  // a pause is not a stop
    const LocalPose target(1);
    begin(blend, target, target);
    advance(blend, kStep, target, pose);
    CHECK(pose[0].translation.x == Approx(0.01f).epsilon(0.05));
    CHECK(angleRadians(pose[0].rotation, glm::angleAxis(0.01f, z)) < 0.001);
}

TEST_CASE("a rotation past half a turn continues") {
    InertialBlend blend(1);
    LocalPose pose(1);
    const auto about = [](float degrees) { return glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1)); };
    for (const float degrees : {177.0f, 179.0f, 181.0f})
        advance(blend, kStep, LocalPose(1, {.rotation = about(degrees)}), pose);
    const LocalPose target(1);
    begin(blend, target, target);
    advance(blend, kStep, target, pose);
    CHECK(angleRadians(pose[0].rotation, about(183.0f)) < glm::radians(0.2));
}

TEST_CASE("a switch before the first pose has no offset") {
    InertialBlend blend(3);
    const LocalPose target = randomPose(1, 3);
    LocalPose out(3);
    begin(blend, target, target);
    CHECK_FALSE(blend.active());
    advance(blend, kStep, target, out);
    CHECK(same(out, target));
}

TEST_CASE("a single previous pose has no velocity and is still blended from") {
    InertialBlend blend(3);
    const LocalPose first = randomPose(1, 3, 1.0f), target = randomPose(2, 3, 1.0f);
    LocalPose out(3);
    advance(blend, kStep, first, out);
    begin(blend, target, target);
    advance(blend, 0.0, target, out);
    CHECK(distance(out, first) < 1e-6f);
    advance(blend, kDuration, target, out);
    CHECK(same(out, target));
}
