#include <algorithm>
#include <string>
#include <vector>

#include <glm/common.hpp>

#include "check/bones.h"
#include "check/skin/skin_rules.h"
#include "check/tracks.h"

namespace sinew {
namespace {

constexpr float kZeroScale = 1e-6f;
constexpr float kUnevenScale = 0.01f;  // relative difference between axes; less is rounding

bool isUneven(const glm::vec3& scale) {
    const glm::vec3 size = glm::abs(scale);
    const auto [least, most] = std::minmax({size.x, size.y, size.z});
    return most - least > kUnevenScale * most;
}

/// Marks the nodes that some clip scales unevenly over time: squash and stretch, which a rest pose taken from such a
/// clip has as well.
std::vector<bool> squashedNodes(const Model& model) {
    std::vector<bool> squashed(model.hierarchy.size());
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            if (rangeOf(channel.scale) > kUnevenScale && std::ranges::any_of(channel.scale.values, isUneven))
                squashed[channel.node] = true;
    return squashed;
}

}  // namespace

void findRestScales(const Model& model, std::vector<Finding>& findings) {
    const std::vector<bool> isBone = boneNodes(model, true), squashed = squashedNodes(model);
    for (size_t node = 0; node < isBone.size(); ++node) {
        if (!isBone[node]) continue;
        const glm::vec3& scale = model.hierarchy.rest[node].scale;
        const glm::vec3 size = glm::abs(scale);
        const std::string& name = model.hierarchy.names[node];
        if (std::min({size.x, size.y, size.z}) < kZeroScale)
            findings.push_back({"bone-scale-zero", Severity::warning, name,
                                "has a scale of 0 at rest, which collapses everything below it"});
        else if (isUneven(scale))
            findings.push_back({"bone-scale-uneven", squashed[node] ? Severity::info : Severity::warning, name,
                                "has a non-uniform scale at rest, which shears rotations below it"});
        if (std::min({scale.x, scale.y, scale.z}) < 0.0f)
            findings.push_back({"bone-scale-negative", Severity::warning, name,
                                "has a negative scale at rest, which mirrors everything below it"});
    }
}

}  // namespace sinew
