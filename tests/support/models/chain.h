#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"

/// `count` nodes, each the child of the previous one, with the rest transform `step`.
inline sinew::NodeHierarchy chain(size_t count, const sinew::Transform& step = {}) {
    sinew::NodeHierarchy hierarchy;
    for (size_t i = 0; i < count; ++i) {
        hierarchy.names.push_back("node " + std::to_string(i));
        hierarchy.parents.push_back(static_cast<int32_t>(i) - 1);
        hierarchy.rest.push_back(step);
    }
    return hierarchy;
}

/// A looping clip of 30 keys per second that moves and rotates every node smoothly. Clips differ by `phase`, in cycles.
/// Translations stay within 1 of the origin, rotations within 0.6 radians.
inline sinew::AnimationClip swing(size_t nodeCount, double durationSeconds, double phase) {
    sinew::AnimationClip clip{.name = "swing", .durationSeconds = durationSeconds};
    const int keys = static_cast<int>(std::lround(durationSeconds * 30.0));
    for (uint32_t node = 0; node < nodeCount; ++node) {
        sinew::Channel channel{.node = node};
        for (int key = 0; key <= keys; ++key) {
            const double time = durationSeconds * key / keys;
            const double turn = 2.0 * std::numbers::pi * (static_cast<double>(key % keys) / keys + phase + 0.1 * node);
            const glm::vec3 to(std::cos(turn), std::sin(turn), 0.0);
            const glm::vec3 axis = glm::normalize(glm::vec3(std::cos(6.0 * phase), std::sin(6.0 * phase), 0.5));
            channel.translation.times.push_back(time);
            channel.translation.values.push_back(to);
            channel.rotation.times.push_back(time);
            channel.rotation.values.push_back(glm::angleAxis(0.6f * static_cast<float>(std::sin(turn)), axis));
            channel.scale.times.push_back(time);
            channel.scale.values.push_back(glm::vec3(1.5 + 0.5 * std::cos(turn)));
        }
        clip.channels.push_back(channel);
    }
    return clip;
}
