#include "app/crowd/rig_level.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "animation/pose/pose.h"

namespace sinew {
namespace {

constexpr uint32_t kDropped = ~0u;

std::vector<glm::mat4> restingWorld(const Model& model, const glm::mat4& worldFromRoot) {
    std::vector<glm::mat4> world(model.hierarchy.size());
    walkHierarchy(model.hierarchy, model.hierarchy.rest, worldFromRoot, world);
    return world;
}

/// Distance of the farthest vertex that each node or its descendants move, from the node, in the rest pose.
std::vector<float> subtreeReach(const Model& model, std::span<const glm::mat4> world) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    std::vector<float> reach(hierarchy.size(), 0.0f);
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        for (size_t vertex = 0; vertex < mesh.vertexCount(); ++vertex)
            forEachInfluence(mesh, vertex, [&](uint32_t index, uint32_t) {
                const Bone& bone = instance.bones[index];
                const glm::vec4 position = bone.inverseBindMatrix * glm::vec4(mesh.positions[vertex], 1.0f);
                const glm::vec3 offset(world[bone.node] * position - world[bone.node][3]);
                reach[bone.node] = std::max(reach[bone.node], glm::length(offset));
            });
    }
    for (size_t node = hierarchy.size(); node-- > 0;) {
        const int32_t parent = hierarchy.parents[node];
        if (parent < 0) continue;
        const auto above = static_cast<size_t>(parent);
        const float distance = glm::distance(glm::vec3(world[node][3]), glm::vec3(world[above][3]));
        reach[above] = std::max(reach[above], distance + reach[node]);
    }
    return reach;
}

/// How far the clips move the subtree of each node relative to the node's parent, at most.
std::vector<float> ownMotion(const Model& model, std::span<const size_t> clips, std::span<const glm::mat4> world,
                             std::span<const float> reach, const glm::mat4& worldFromRoot) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    std::vector<float> motion(hierarchy.size(), 0.0f);
    for (const size_t clip : clips)
        for (const Channel& channel : model.clips[clip].channels) {
            const Transform& rest = hierarchy.rest[channel.node];
            const int32_t parent = hierarchy.parents[channel.node];
            const glm::mat3 axes(parent < 0 ? worldFromRoot : world[static_cast<size_t>(parent)]);
            float moved = 0.0f, turned = 0.0f, stretched = 0.0f;
            for (const glm::vec3& value : channel.translation.values)
                moved = std::max(moved, glm::length(axes * (value - rest.translation)));
            for (const glm::quat& value : channel.rotation.values)  // the chord of the angle between them
                turned = std::max(
                    turned, 2.0f * std::sqrt(std::max(1.0f - std::pow(glm::dot(value, rest.rotation), 2.0f), 0.0f)));
            for (const glm::vec3& value : channel.scale.values) {
                const glm::vec3 change =
                    glm::abs(value - rest.scale) / glm::max(glm::abs(rest.scale), glm::vec3(1e-6f));
                stretched = std::max({stretched, change.x, change.y, change.z});
            }
            motion[channel.node] = std::max(motion[channel.node], moved + (turned + stretched) * reach[channel.node]);
        }
    return motion;
}

/// The motion of each node, plus the most that a chain of its descendants adds.
std::vector<float> subtreeMotion(const NodeHierarchy& hierarchy, std::vector<float> motion) {
    std::vector<float> below(hierarchy.size(), 0.0f);
    for (size_t node = hierarchy.size(); node-- > 0;) {
        motion[node] += below[node];
        if (const int32_t parent = hierarchy.parents[node]; parent >= 0)
            below[static_cast<size_t>(parent)] = std::max(below[static_cast<size_t>(parent)], motion[node]);
    }
    return motion;
}

/// `place`: of each of the model's nodes among those of the level.
AnimationClip keptChannels(const AnimationClip& clip, std::span<const uint32_t> place) {
    AnimationClip kept{.name = {}, .durationSeconds = clip.durationSeconds, .channels = {}, .morphs = {}};
    for (const Channel& channel : clip.channels)
        if (place[channel.node] != kDropped) {
            kept.channels.push_back(channel);
            kept.channels.back().node = place[channel.node];
        }
    return kept;
}

RigLevel makeLevel(const Model& model, std::span<const size_t> clips, std::span<const float> motion, float error,
                   uint32_t firstFree) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    RigLevel level;
    std::vector<uint32_t> place(hierarchy.size(), kDropped), anchor(hierarchy.size());
    std::vector<glm::mat4> anchorFromNode(hierarchy.size(), glm::mat4(1.0f));
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        const bool underRoot = parent < 0, orphan = !underRoot && place[static_cast<size_t>(parent)] == kDropped;
        if (orphan || (!underRoot && node >= firstFree && error > 0.0f && motion[node] <= error)) {
            const auto above = static_cast<size_t>(parent);
            anchor[node] = anchor[above];
            anchorFromNode[node] = anchorFromNode[above] * matrixFrom(hierarchy.rest[node]);
            if (!orphan) level.error = std::max(level.error, motion[node]);
            continue;
        }
        anchor[node] = place[node] = static_cast<uint32_t>(level.nodes.size());
        level.nodes.push_back(node);
        level.hierarchy.names.push_back(hierarchy.names[node]);
        level.hierarchy.parents.push_back(underRoot ? kNoParent
                                                    : static_cast<int32_t>(place[static_cast<size_t>(parent)]));
        level.hierarchy.rest.push_back(hierarchy.rest[node]);
    }
    for (const MeshInstance& instance : model.instances) {
        std::vector<Bone>& bones = level.bones.emplace_back(instance.bones);
        for (Bone& bone : bones)
            bone = {anchor[bone.node], anchorFromNode[bone.node] * bone.inverseBindMatrix};
    }
    level.clips.resize(model.clips.size());
    for (const size_t clip : clips)
        level.clips[clip] = std::make_unique<const PackedClip>(keptChannels(model.clips[clip], place), level.hierarchy);
    return level;
}

}  // namespace

std::vector<RigLevel> makeRigLevels(const Model& model, std::span<const size_t> clips, const glm::mat4& worldFromRoot,
                                    std::span<const float> errors, uint32_t firstFree) {
    const std::vector<glm::mat4> world = restingWorld(model, worldFromRoot);
    const std::vector<float> reach = subtreeReach(model, world);
    const std::vector<float> motion =
        subtreeMotion(model.hierarchy, ownMotion(model, clips, world, reach, worldFromRoot));
    std::vector<RigLevel> levels;
    for (const float error : errors) {
        RigLevel level = makeLevel(model, clips, motion, error, firstFree);
        if (levels.empty() || level.nodes.size() < levels.back().nodes.size()) levels.push_back(std::move(level));
    }
    return levels;
}

}  // namespace sinew
