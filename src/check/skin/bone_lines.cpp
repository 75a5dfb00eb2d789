#include "check/skin/bone_lines.h"

#include <algorithm>
#include <utility>

#include <glm/geometric.hpp>

#include "check/bones.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kMostLines = 32;

float awayFromLine(const glm::vec3& from, const glm::vec3& to, const glm::vec3& place) {
    const glm::vec3 line = to - from;
    const float squared = glm::dot(line, line);
    const float share = squared > 0.0f ? std::clamp(glm::dot(place - from, line) / squared, 0.0f, 1.0f) : 0.0f;
    return glm::distance(place, from + share * line);
}

}  // namespace

BoneLines::BoneLines(const Model& model)
    : hierarchy_(model.hierarchy),
      worldFromNode_(worldFromNodeInBindPose(model, glm::mat4(1.0f))),
      below_(model.hierarchy.size()),
      boxes_(model.hierarchy.size()) {
    const std::vector<bool> isBone = boneNodes(model);
    std::vector<std::vector<uint32_t>> ends(below_.size());
    std::vector<bool> carriesMesh(below_.size());
    for (const MeshInstance& instance : model.instances)
        carriesMesh[instance.node] = true;
    for (uint32_t node = 0; node < below_.size(); ++node) {
        const int32_t parent = model.hierarchy.parents[node];
        if (parent == kNoParent || (!isBone[node] && carriesMesh[node])) continue;
        (isBone[node] ? below_ : ends)[static_cast<size_t>(parent)].push_back(node);
    }
    for (uint32_t node = 0; node < below_.size(); ++node) {
        if (below_[node].empty()) below_[node] = std::move(ends[node]);
        boxes_[node].add(joint(node));
        for (const uint32_t child : below_[node])
            boxes_[node].add(joint(child));
    }
}

float BoneLines::away(uint32_t node, const glm::vec3& place) const {
    if (below_[node].size() > kMostLines) return boxes_[node].distanceTo(place);
    float least = glm::distance(joint(node), place);
    for (const uint32_t child : below_[node])
        least = std::min(least, awayFromLine(joint(node), joint(child), place));
    return least;
}

float BoneLines::pathBetween(uint32_t node, uint32_t other) const {
    float path = 0.0f;
    while (node != other) {
        uint32_t& deeper = node > other ? node : other;  // parents come first
        const int32_t parent = hierarchy_.parents[deeper];
        if (parent == kNoParent) return path + glm::distance(joint(node), joint(other));
        path += glm::distance(joint(deeper), joint(static_cast<uint32_t>(parent)));
        deeper = static_cast<uint32_t>(parent);
    }
    return path;
}

glm::vec3 BoneLines::middle(uint32_t node) const {
    if (below_[node].empty()) return joint(node);
    glm::vec3 sum(0.0f);
    for (const uint32_t child : below_[node])
        sum += 0.5f * (joint(node) + joint(child));
    return sum / static_cast<float>(below_[node].size());
}

}  // namespace sinew
