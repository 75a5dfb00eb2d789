#include "animation/playback/blend_space.h"

#include <algorithm>
#include <cassert>

#include <glm/geometric.hpp>

namespace sinew {

void weightsOnLine(std::span<const float> positions, float at, std::span<float> weights) {
    assert(weights.size() == positions.size());
    std::fill(weights.begin(), weights.end(), 0.0f);
    if (positions.empty()) return;
    const auto above = std::lower_bound(positions.begin(), positions.end(), at) - positions.begin();
    if (above == 0) {
        weights.front() = 1.0f;
    } else if (above == static_cast<std::ptrdiff_t>(positions.size())) {
        weights.back() = 1.0f;
    } else {
        const double below = positions[above - 1];
        const auto ratio = static_cast<float>((at - below) / (positions[above] - below));
        weights[above - 1] = 1.0f - ratio;
        weights[above] = ratio;
    }
}

void weightsInPlane(std::span<const glm::vec2> positions, glm::vec2 at, std::span<float> weights) {
    assert(weights.size() == positions.size());
    // A clip's influence falls to 0 at the position of each other clip; the smallest of these counts. The nearest clip
    // has at least one half, so the total is never 0.
    double total = 0.0;
    const glm::dvec2 point(at);
    for (size_t i = 0; i < positions.size(); ++i) {
        const glm::dvec2 own(positions[i]);
        double influence = 1.0;
        for (const glm::vec2& position : positions) {
            const glm::dvec2 offset = glm::dvec2(position) - own;
            const double squared = glm::dot(offset, offset);
            if (squared > 0.0) influence = std::min(influence, 1.0 - glm::dot(point - own, offset) / squared);
        }
        weights[i] = static_cast<float>(std::max(0.0, influence));
        total += weights[i];
    }
    if (!(total > 0.0)) return;
    for (float& weight : weights)
        weight = static_cast<float>(weight / total);
}

}  // namespace sinew
