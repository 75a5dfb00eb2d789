#include "animation/ground/foot_contacts.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "support/catch.h"
#include "support/models/chain.h"

using namespace sinew;

namespace {

/// A hip 1 above the ground and two feet. Each foot stands for half a second while it goes back by `stride`, then comes
/// forward in an arc; the second is half a second behind.
struct Walker {
    NodeHierarchy hierarchy{
        .names = {"hip", "left foot", "right foot"}, .parents = {kNoParent, 0, 0}, .rest = std::vector<Transform>(3)};
    AnimationClip clip{.durationSeconds = 1.0};

    Walker(float stride, float lift) {
        hierarchy.rest[0].translation = {0, 1, 0};
        for (uint32_t foot = 0; foot < 2; ++foot) {
            Channel channel{.node = 1 + foot};
            for (int key = 0; key <= 60; ++key) {
                const double phase = std::fmod(key / 60.0 + 0.5 * foot, 1.0);
                const bool stands = phase < 0.5;
                const double forward = stands ? 0.5 - 2.0 * phase : 2.0 * phase - 1.5;
                const double up = stands ? 0.0 : lift * std::sin((phase - 0.5) * 2.0 * std::numbers::pi);
                channel.translation.times.push_back(key / 60.0);
                channel.translation.values.emplace_back(0.0f, -1.0 + up, stride * forward);
            }
            clip.channels.push_back(channel);
        }
    }
    glm::vec2 velocity(const glm::mat4& worldFromRoot = glm::mat4(1.0f)) const {
        return groundVelocity(hierarchy, clip, worldFromRoot);
    }
};

}  // namespace

TEST_CASE("a character that walks in place would go forward as fast as its standing foot goes back") {
    // The foot goes back by 0.6 in half a second.
    CHECK(glm::length(Walker(0.6f, 0.3f).velocity() - glm::vec2(0, 1.2f)) < 0.02f);
    CHECK(glm::length(Walker(-0.6f, 0.3f).velocity() - glm::vec2(0, -1.2f)) < 0.02f);
}

TEST_CASE("the ground's speed is in units of the world") {
    const glm::mat4 metresFromCentimetres = matrixFrom({.scale = glm::vec3(0.01f)});
    CHECK(glm::length(Walker(60.0f, 0.3f).velocity(metresFromCentimetres) - glm::vec2(0, 1.2f)) < 0.02f);
}

TEST_CASE("feet that do not move or never lift carry nobody") {
    CHECK(Walker(0.0f, 0.3f).velocity() == glm::vec2(0.0f));
    CHECK(Walker(0.6f, 0.0f).velocity() == glm::vec2(0.0f));
}

TEST_CASE("a clip without duration or a model without nodes has no ground speed") {
    Walker still(0.6f, 0.3f);
    still.clip.durationSeconds = 0.0;
    CHECK(still.velocity() == glm::vec2(0.0f));
    CHECK(groundVelocity({}, {.durationSeconds = 1.0}, glm::mat4(1.0f)) == glm::vec2(0.0f));
}

TEST_CASE("a clip of absurd duration is sampled without harm") {
    Walker slow(0.6f, 0.3f);
    slow.clip.durationSeconds = 1e300;
    CHECK(std::isfinite(slow.velocity().y));
}
