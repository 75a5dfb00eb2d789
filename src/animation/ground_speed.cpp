#include "animation/ground_speed.h"

#include <algorithm>
#include <vector>

#include <glm/geometric.hpp>

#include "animation/node_paths.h"

namespace sinew {
namespace {

// Feet agree when this share of their steps is within this share of the median speed.
constexpr float kAgreeing = 0.6f;
constexpr float kSpread = 0.3f;

/// The steps (x, z, units a second) that `node` makes while it touches the ground; none when it never lifts: that is no
/// foot.
void addSteps(const NodePaths& paths, size_t node, std::vector<glm::vec2>& steps) {
    const auto stepSeconds = static_cast<float>(paths.stepSeconds);
    std::vector<glm::vec2> own;
    bool lifts = false;
    for (size_t time = 0; time + 1 < paths.positions.size(); ++time) {
        lifts |= paths.over(time, node) > kLiftedFromGround;
        if (std::max(paths.over(time, node), paths.over(time + 1, node)) > kTouchesGround) continue;
        const glm::vec3 way = paths.positions[time + 1][node] - paths.positions[time][node];
        own.emplace_back(glm::vec2(way.x, way.z) / stepSeconds);
    }
    if (lifts) steps.insert(steps.end(), own.begin(), own.end());
}

float median(std::vector<float> values) {
    const auto middle = values.begin() + values.size() / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

glm::vec2 groundVelocity(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot) {
    if (!(clip.durationSeconds > 0.0) || hierarchy.size() == 0) return glm::vec2(0.0f);
    const NodePaths paths = nodePaths(hierarchy, clip, worldFromRoot);
    if (!(paths.height > 0.0f)) return glm::vec2(0.0f);
    std::vector<glm::vec2> steps;
    for (size_t node = 0; node < hierarchy.size(); ++node)
        addSteps(paths, node, steps);
    if (steps.size() < 4) return glm::vec2(0.0f);

    std::vector<float> x, z;
    for (const glm::vec2& step : steps) {
        x.push_back(step.x);
        z.push_back(step.y);
    }
    const glm::vec2 middle(median(x), median(z));
    const auto agreeing = std::count_if(steps.begin(), steps.end(), [&](const glm::vec2& step) {
        return glm::length(step - middle) < kSpread * glm::length(middle);
    });
    if (static_cast<float>(agreeing) < kAgreeing * static_cast<float>(steps.size())) return glm::vec2(0.0f);
    return -middle;
}

}  // namespace sinew
