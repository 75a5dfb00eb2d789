#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"

/// The value of a track at a time, in double precision; `rest` if it is empty.
template <typename Value>
auto exactValue(const sinew::Track<Value>& track, const Value& rest, double timeSeconds) {
    using Exact = std::conditional_t<std::is_same_v<Value, glm::vec3>, glm::dvec3, glm::dquat>;
    if (track.empty()) return Exact(rest);
    const auto next = std::upper_bound(track.times.begin(), track.times.end(), timeSeconds) - track.times.begin();
    const auto after = static_cast<size_t>(next);
    if (after == 0) return Exact(track.values.front());
    if (after == track.size()) return Exact(track.values.back());
    const double start = track.times[after - 1];
    const double ratio = (timeSeconds - start) / (track.times[after] - start);
    const Exact from(track.values[after - 1]), to(track.values[after]);
    if constexpr (std::is_same_v<Value, glm::vec3>)
        return glm::mix(from, to, ratio);
    else
        return glm::slerp(from, to, ratio);
}

/// rootFromNode of every node at a time, in double precision and by definition. A node must have one channel
/// at most.
inline std::vector<glm::dmat4> exactWalk(const sinew::AnimationClip& clip, const sinew::NodeHierarchy& hierarchy,
                                         double timeSeconds) {
    static const sinew::Channel kNone;
    std::vector<const sinew::Channel*> channels(hierarchy.size(), &kNone);
    for (const sinew::Channel& channel : clip.channels)
        channels[channel.node] = &channel;
    std::vector<glm::dmat4> rootFromNode;
    for (size_t node = 0; node < hierarchy.size(); ++node) {
        const sinew::Transform& rest = hierarchy.rest[node];
        const glm::dmat3 turn = glm::mat3_cast(exactValue(channels[node]->rotation, rest.rotation, timeSeconds));
        const glm::dvec3 scale = exactValue(channels[node]->scale, rest.scale, timeSeconds);
        glm::dmat4 local(glm::dmat3(turn[0] * scale.x, turn[1] * scale.y, turn[2] * scale.z));
        local[3] = glm::dvec4(exactValue(channels[node]->translation, rest.translation, timeSeconds), 1.0);
        const int32_t parent = hierarchy.parents[node];
        rootFromNode.push_back(parent < 0 ? local : rootFromNode[static_cast<size_t>(parent)] * local);
    }
    return rootFromNode;
}
