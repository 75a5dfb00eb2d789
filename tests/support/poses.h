#pragma once

#include "animation/pose.h"
#include "support/random.h"

/// `count` transforms with translations and scales up to `reach`, turned any way.
inline sinew::LocalPose randomPose(uint64_t seed, size_t count = 50, float reach = 10.0f) {
    Random random(seed);
    sinew::LocalPose pose(count);
    for (sinew::Transform& transform : pose) {
        transform.translation = random.vector(-reach, reach);
        transform.rotation = random.rotation();
        transform.scale = random.vector(-2, 2);
    }
    return pose;
}
