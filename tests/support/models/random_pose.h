#pragma once

#include "animation/pose/pose.h"
#include "support/random.h"

/// `count` random transforms: translations up to `reach`, scales up to 2, any rotation.
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
