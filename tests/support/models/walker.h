#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"
#include "animation/ground/root_motion.h"

/// A hip 1 above the ground and two feet. Each foot is on the ground for half a cycle, in which it moves back by
/// `stride`, then swings forward in an arc of height `lift`. The right foot is half a cycle behind. The left one
/// touches down at the normalized time `contactShare`.
struct Walker {
    static constexpr float kStride = 0.6f;

    sinew::NodeHierarchy hierarchy{.names = {"hip", "left foot", "right foot"},
                                   .parents = {sinew::kNoParent, 0, 0},
                                   .rest = std::vector<sinew::Transform>(3)};
    std::vector<sinew::AnimationClip> clips;

    Walker() {
        hierarchy.rest[0].translation = {0, 1, 0};
        hierarchy.rest[1].translation = hierarchy.rest[2].translation = {0, -1, 0};
    }

    size_t add(double durationSeconds, double contactShare, float stride = kStride, float lift = 0.3f) {
        sinew::AnimationClip& clip = clips.emplace_back();
        clip.name = "walk";
        clip.durationSeconds = durationSeconds;
        for (uint32_t foot = 0; foot < 2; ++foot) {
            sinew::Channel channel{.node = 1 + foot};
            for (int key = 0; key <= 60; ++key) {
                const double phase = std::fmod(key / 60.0 + 0.5 * foot + 1.0 - contactShare, 1.0);
                const bool stands = phase < 0.5;
                const double forward = stands ? 0.5 - 2.0 * phase : 2.0 * phase - 1.5;
                const double up = stands ? 0.0 : lift * std::sin((phase - 0.5) * 2.0 * std::numbers::pi);
                channel.translation.times.push_back(durationSeconds * key / 60.0);
                channel.translation.values.emplace_back(0.0f, -1.0 + up, stride * forward);
            }
            clip.channels.push_back(channel);
        }
        return clips.size() - 1;
    }

    /// The walk with root motion: the hip moves forward at the speed of the foot contact and turns by
    /// `turnRadians`.
    size_t addTraveling(double durationSeconds, float turnRadians = 0.0f) {
        const size_t added = add(durationSeconds, 0.0);
        sinew::Channel hip{.node = 0};
        for (int key = 0; key <= 60; ++key) {
            const float share = static_cast<float>(key) / 60.0f;
            hip.translation.times.push_back(durationSeconds * key / 60.0);
            hip.translation.values.emplace_back(0.0f, 1.0f, 2.0f * kStride * share);
            hip.rotation.times.push_back(durationSeconds * key / 60.0);
            hip.rotation.values.push_back(glm::angleAxis(turnRadians * share, glm::vec3(0, 1, 0)));
        }
        clips[added].channels.insert(clips[added].channels.begin(), hip);
        return added;
    }

    /// The root motion of each clip.
    std::vector<sinew::RootMotion> rootMotions() const {
        std::vector<sinew::RootMotion> motions;
        for (const sinew::AnimationClip& clip : clips)
            motions.push_back(sinew::findRootMotion(hierarchy, clip, glm::mat4(1.0f)));
        return motions;
    }
};
