#pragma once

#include "animation/clip/clip.h"
#include "support/random.h"

/// 64 nodes over 10 minutes; each track has 10 keys at its own random times.
inline sinew::AnimationClip sparseClip() {
    Random random(3);
    sinew::AnimationClip clip{.name = "sparse", .durationSeconds = 600.0};
    for (uint32_t node = 0; node < 64; ++node) {
        sinew::Channel channel{.node = node};
        const auto fill = [&](auto& track, auto value) {
            for (int key = 0; key < 10; ++key) {
                track.times.push_back(60.0 * (key + random.uniform()));
                track.values.push_back(value());
            }
        };
        fill(channel.translation, [&] { return random.vector(-1, 1); });
        fill(channel.rotation, [&] { return random.rotation(); });
        fill(channel.scale, [&] { return random.vector(0.5f, 2); });
        clip.channels.push_back(std::move(channel));
    }
    return clip;
}
