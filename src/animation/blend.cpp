#include "animation/blend.h"

#include <algorithm>
#include <cassert>

#include <glm/common.hpp>

namespace sinew {

void blend(std::span<const Transform> from, std::span<const Transform> to, float ratio, std::span<Transform> out) {
    assert(from.size() == to.size() && to.size() == out.size());
    if (ratio <= 0.0f || ratio >= 1.0f) {
        const std::span<const Transform> whole = ratio <= 0.0f ? from : to;
        if (whole.data() != out.data()) std::copy(whole.begin(), whole.end(), out.begin());
        return;
    }
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = {.translation = glm::mix(from[i].translation, to[i].translation, ratio),
                  .rotation = glm::normalize(glm::slerp(from[i].rotation, to[i].rotation, ratio)),
                  .scale = glm::mix(from[i].scale, to[i].scale, ratio)};
    }
}

void blend(std::span<const float> from, std::span<const float> to, float ratio, std::span<float> out) {
    assert(from.size() == to.size() && to.size() == out.size());
    const float share = glm::clamp(ratio, 0.0f, 1.0f);
    for (size_t i = 0; i < out.size(); ++i)
        out[i] = share == 1.0f ? to[i] : from[i] + (to[i] - from[i]) * share;
}

}  // namespace sinew
