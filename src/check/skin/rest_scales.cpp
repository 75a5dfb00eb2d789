#include <algorithm>
#include <string>
#include <vector>

#include <glm/common.hpp>

#include "check/bones.h"
#include "check/skin/skin_rules.h"
#include "check/tracks.h"

namespace sinew {
namespace {

bool isUneven(const glm::vec3& scale) {
    const glm::vec3 size = glm::abs(scale);
    const auto [least, most] = std::minmax({size.x, size.y, size.z});
    return most - least > kSkin.unevenScale * most;
}

/// Marks the nodes that some clip scales unevenly over time: squash and stretch, which a rest pose taken from such a
/// clip has as well.
std::vector<bool> squashedNodes(const Model& model) {
    std::vector<bool> squashed(model.hierarchy.size());
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            if (rangeOf(channel.scale) > kSkin.unevenScale && std::ranges::any_of(channel.scale.values, isUneven))
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
        const auto add = [&](const char* id, Severity severity, const char* says) {
            tell(findings, id, severity, {nodeSubject(node)}, says);
        };
        if (std::min({size.x, size.y, size.z}) < kSkin.zeroScale)
            add("bone-scale-zero", Severity::warning, "has a scale of 0 at rest, which collapses everything below it");
        else if (isUneven(scale))
            add("bone-scale-uneven", squashed[node] ? Severity::info : Severity::warning,
                "has a non-uniform scale at rest, which shears rotations below it");
        if (std::min({scale.x, scale.y, scale.z}) < 0.0f)
            add("bone-scale-negative", Severity::warning,
                "has a negative scale at rest, which mirrors everything below it");
    }
}

}  // namespace sinew
