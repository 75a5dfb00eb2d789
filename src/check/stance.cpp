#include <algorithm>
#include <map>

#include <glm/geometric.hpp>

#include "animation/pose/sampled_poses.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr size_t kMinLegs = 2, kMostLegs = 4;  // those of insects go out to the sides
constexpr float kLeastDown = 0.35f;            // of the way from a hip to the end of the leg

/// The first and the last bone of a leg, by their names.
struct Leg {
    uint32_t hip, end;
};

std::vector<Leg> legsOf(const Model& model) {
    const std::vector<bool> isBone = boneNodes(model);
    std::map<uint32_t, Leg> legs;       // by hip
    std::map<uint32_t, uint32_t> hips;  // of the bones of legs
    for (uint32_t node = 0; node < isBone.size(); ++node) {
        if (!isBone[node] || !hasWord(wordsOf(model.hierarchy.names[node]), {"leg", "upleg", "upperleg", "lowerleg",
                                                                             "thigh", "shin", "calf", "knee", "foot"}))
            continue;
        const int32_t parent = model.hierarchy.parents[node];
        const auto above = parent == kNoParent ? hips.end() : hips.find(static_cast<uint32_t>(parent));
        hips[node] = above == hips.end() ? node : above->second;
        legs.try_emplace(hips[node], Leg{node, node}).first->second.end = node;  // children come last
    }
    std::vector<Leg> found;
    for (const auto& [hip, leg] : legs)
        if (leg.end != hip) found.push_back(leg);
    return found;
}

/// How far down the legs lead in the mean: 1 straight down, 0 along the ground. Y up.
float downOf(std::span<const Leg> legs, std::span<const glm::mat4> worldFromNode) {
    float sum = 0.0f;
    for (const Leg& leg : legs) {
        const glm::vec3 way(worldFromNode[leg.end][3] - worldFromNode[leg.hip][3]);
        const float length = glm::length(way);
        sum += length > 0.0f ? -way.y / length : 1.0f;
    }
    return sum / static_cast<float>(legs.size());
}

}  // namespace

std::vector<Finding> checkStance(const CheckedModel& checked) {
    const Model& model = checked.model;
    const std::vector<Leg> legs = legsOf(model);
    if (legs.size() < kMinLegs || legs.size() > kMostLegs) return {};
    const glm::mat4 yUp = yUpFrom(model.up);
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    for (size_t node = 0; node < worldFromNode.size(); ++node)
        worldFromNode[node] = yUp * checked.rest.worldFromNode[node];
    float most = downOf(legs, worldFromNode);
    // Some skeletons rest in the axes of a modeling tool, and stand in their clips.
    for (const AnimationClip& clip : model.clips)
        if (!clip.channels.empty() && (isNamedLikeLoop(clip.name) || model.clips.size() == 1))
            forEachSampledPose(model.hierarchy, clip, 1, yUp,
                               [&](auto posed, double) { most = std::max(most, downOf(legs, posed)); });
    if (most > kLeastDown) return {};
    const std::string& name = model.hierarchy.names[legs.front().end];
    return {{"figure-lies", Severity::info, "model",
             "lies, at rest and in all walks and idles: its legs, as that of '" + name + "', do not lead down"}};
}

}  // namespace sinew
