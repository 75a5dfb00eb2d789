#pragma once

#include <cmath>

#include "support/models/band.h"

namespace rig_models {

/// A second of 31 keys: `degrees(seconds)` around the X axis.
template <typename Degrees>
sinew::Channel turning(uint32_t node, const Degrees& degrees) {
    sinew::Channel channel{.node = node};
    for (int key = 0; key < 31; ++key) {
        channel.rotation.times.push_back(key / 30.0);
        channel.rotation.values.push_back(turn(degrees(static_cast<float>(key) / 30.0f), {1, 0, 0}));
    }
    return channel;
}

inline float swing(float seconds) {
    return std::sin(6.283f * seconds);
}

/// A band whose bones rest at 30, 60, 90 ... degrees and swing around that in its clip "walk", each farther than the
/// one before.
inline sinew::ImportedModel swingingBand(uint32_t bones = 5) {
    sinew::ImportedModel imported = band(bones);
    sinew::AnimationClip& clip = addClip(imported, "walk", 1.0);
    for (uint32_t node = 0; node < bones; ++node) {
        const float rest = 30.0f * static_cast<float>(node + 1);
        imported.model.hierarchy.rest[node].rotation = turn(rest, {1, 0, 0});
        clip.channels.push_back(
            turning(node, [&](float t) { return rest + (10.0f + static_cast<float>(node)) * swing(t); }));
    }
    return imported;
}

}  // namespace rig_models
