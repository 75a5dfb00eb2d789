#include "animation/ground_speed.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <glm/geometric.hpp>

#include "animation/pose.h"
#include "animation/sample.h"

namespace sinew {
namespace {

constexpr double kSamplesASecond = 60.0;
constexpr double kMinSamples = 16;
constexpr double kMaxSamples = 240;
// Shares of the skeleton's height over the whole clip.
constexpr float kTouches = 0.02f;
constexpr float kLifted = 0.05f;
// Feet agree when this share of their steps is within this share of the median speed.
constexpr float kAgreeing = 0.6f;
constexpr float kSpread = 0.3f;

/// Positions of all nodes, time after time.
struct Motion {
    std::vector<std::vector<glm::vec3>> positions;  ///< [time][node]
    float stepSeconds = 0.0f;
    float floor = 0.0f;   ///< the lowest node of all times
    float height = 0.0f;  ///< of the highest node of all times over the floor
};

Motion record(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot) {
    const auto count =
        static_cast<size_t>(std::clamp(clip.durationSeconds * kSamplesASecond, kMinSamples, kMaxSamples));
    Motion motion{.stepSeconds = static_cast<float>(clip.durationSeconds / static_cast<double>(count))};
    LocalPose pose(hierarchy.size());
    std::vector<glm::mat4> worldFromNode(hierarchy.size());
    SampleCursor cursor;
    float lowest = std::numeric_limits<float>::max(), highest = std::numeric_limits<float>::lowest();
    for (size_t i = 0; i <= count; ++i) {
        sample(clip, hierarchy, clip.durationSeconds * static_cast<double>(i) / static_cast<double>(count), cursor,
               pose);
        walkHierarchy(hierarchy, pose, worldFromRoot, worldFromNode);
        auto& positions = motion.positions.emplace_back();
        for (const glm::mat4& node : worldFromNode) {
            positions.emplace_back(node[3]);
            lowest = std::min(lowest, node[3].y);
            highest = std::max(highest, node[3].y);
        }
    }
    motion.floor = lowest;
    motion.height = highest - lowest;
    return motion;
}

/// The steps (x, z, units a second) that `node` makes while it touches the ground; none when it never lifts: that is no
/// foot.
void addSteps(const Motion& motion, size_t node, std::vector<glm::vec2>& steps) {
    const auto over = [&](size_t time) { return (motion.positions[time][node].y - motion.floor) / motion.height; };
    std::vector<glm::vec2> own;
    bool lifts = false;
    for (size_t time = 0; time + 1 < motion.positions.size(); ++time) {
        lifts |= over(time) > kLifted;
        if (over(time) > kTouches || over(time + 1) > kTouches) continue;
        const glm::vec3 way = motion.positions[time + 1][node] - motion.positions[time][node];
        own.emplace_back(glm::vec2(way.x, way.z) / motion.stepSeconds);
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
    const Motion motion = record(hierarchy, clip, worldFromRoot);
    if (!(motion.height > 0.0f)) return glm::vec2(0.0f);
    std::vector<glm::vec2> steps;
    for (size_t node = 0; node < hierarchy.size(); ++node)
        addSteps(motion, node, steps);
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
