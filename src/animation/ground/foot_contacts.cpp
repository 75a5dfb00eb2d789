#include "animation/ground/foot_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "animation/pose/sampled_poses.h"

namespace sinew {
namespace {

constexpr double kSamplesPerSecond = 60.0;
constexpr double kMinSamples = 16;
constexpr double kMaxSamples = 240;

// Heights as fractions of the character's: a node touches the ground up to the first, and is lifted above the second.
constexpr float kTouching = 0.02f;
constexpr float kLifted = 0.05f;

/// The world positions of all nodes at evenly spaced times from the start to the end of a clip; none for a clip without
/// duration.
struct NodePaths {
    std::vector<std::vector<glm::vec3>> positions;  ///< [time][node]
    double stepSeconds = 0.0;
    float floor = 0.0f;   ///< the lowest node over all times
    float height = 0.0f;  ///< from the floor to the highest node over all times

    /// Height of a node above the floor as a fraction of `height`, which is not 0.
    float heightOf(size_t time, size_t node) const { return (positions[time][node].y - floor) / height; }
};

NodePaths nodePaths(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot) {
    if (!(clip.durationSeconds > 0.0) || hierarchy.size() == 0) return {};
    const auto count =
        static_cast<size_t>(std::clamp(clip.durationSeconds * kSamplesPerSecond, kMinSamples, kMaxSamples));
    NodePaths paths{.stepSeconds = clip.durationSeconds / static_cast<double>(count)};
    float lowest = std::numeric_limits<float>::max(), highest = std::numeric_limits<float>::lowest();
    forEachSampledPose(hierarchy, clip, count + 1, worldFromRoot, [&](auto worldFromNode, double) {
        auto& positions = paths.positions.emplace_back();
        for (const glm::mat4& node : worldFromNode) {
            positions.emplace_back(node[3]);
            lowest = std::min(lowest, node[3].y);
            highest = std::max(highest, node[3].y);
        }
    });
    paths.floor = lowest;
    paths.height = highest - lowest;
    return paths;
}

// Alternating feet touch down at least this fraction of a cycle apart.
constexpr double kApart = 0.25;

/// The samples at which `node` touches down after being lifted; the clip loops.
std::vector<size_t> touchdowns(const NodePaths& paths, size_t node) {
    const size_t count = paths.positions.size() - 1;  // the last one equals the first of the next cycle
    std::vector<size_t> times;
    size_t start = 0;
    while (start < count && paths.heightOf(start, node) <= kLifted)
        ++start;
    if (start == count) return times;
    bool lifted = true;
    for (size_t i = 1; i <= count; ++i) {
        const size_t time = (start + i) % count;
        const float height = paths.heightOf(time, node);
        if (lifted && height <= kTouching) times.push_back(time);
        lifted = height > kLifted || (lifted && height > kTouching);
    }
    return times;
}

bool alternate(const std::vector<FootContact>& contacts, double durationSeconds) {
    for (const FootContact& contact : contacts) {
        const double apart = std::abs(contact.timeSeconds - contacts.front().timeSeconds) / durationSeconds;
        if (std::min(apart, 1.0 - apart) >= kApart) return true;
    }
    return false;
}

// Feet agree if this fraction of their samples is within this fraction of the median speed.
constexpr float kMinAgreeing = 0.6f;
constexpr float kMaxDeviation = 0.3f;

/// Adds the velocities (x, z) of `node` while it touches the ground; none if it is never lifted and so no foot.
void addVelocities(const NodePaths& paths, size_t node, std::vector<glm::vec2>& velocities) {
    const auto stepSeconds = static_cast<float>(paths.stepSeconds);
    std::vector<glm::vec2> own;
    bool lifts = false;
    for (size_t time = 0; time + 1 < paths.positions.size(); ++time) {
        lifts |= paths.heightOf(time, node) > kLifted;
        if (std::max(paths.heightOf(time, node), paths.heightOf(time + 1, node)) > kTouching) continue;
        const glm::vec3 step = paths.positions[time + 1][node] - paths.positions[time][node];
        own.emplace_back(glm::vec2(step.x, step.z) / stepSeconds);
    }
    if (lifts) velocities.insert(velocities.end(), own.begin(), own.end());
}

float median(std::vector<float> values) {
    const auto middle = values.begin() + values.size() / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

std::vector<FootContact> footContacts(const NodeHierarchy& hierarchy, const AnimationClip& clip,
                                      const glm::mat4& worldFromRoot) {
    std::vector<FootContact> contacts;
    const NodePaths paths = nodePaths(hierarchy, clip, worldFromRoot);
    if (!(paths.height > 0.0f)) return contacts;
    for (size_t node = 0; node < hierarchy.size(); ++node) {
        const std::vector<size_t> times = touchdowns(paths, node);
        if (times.size() == 1)
            contacts.push_back({static_cast<uint32_t>(node), static_cast<double>(times[0]) * paths.stepSeconds});
    }
    if (!alternate(contacts, clip.durationSeconds)) contacts.clear();
    return contacts;
}

glm::vec2 groundVelocity(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot) {
    const NodePaths paths = nodePaths(hierarchy, clip, worldFromRoot);
    if (!(paths.height > 0.0f)) return glm::vec2(0.0f);
    std::vector<glm::vec2> velocities;
    for (size_t node = 0; node < hierarchy.size(); ++node)
        addVelocities(paths, node, velocities);
    if (velocities.size() < 4) return glm::vec2(0.0f);

    std::vector<float> x, z;
    for (const glm::vec2& velocity : velocities) {
        x.push_back(velocity.x);
        z.push_back(velocity.y);
    }
    const glm::vec2 middle(median(x), median(z));
    const auto agreeing = std::count_if(velocities.begin(), velocities.end(), [&](const glm::vec2& velocity) {
        return glm::length(velocity - middle) < kMaxDeviation * glm::length(middle);
    });
    if (static_cast<float>(agreeing) < kMinAgreeing * static_cast<float>(velocities.size())) return glm::vec2(0.0f);
    return -middle;
}

}  // namespace sinew
