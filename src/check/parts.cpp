#include <algorithm>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/surface.h"
#include "check/tracks.h"
#include "model/bounds.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr float kInside = 0.05f;     // of the figure's size, beyond its box
constexpr float kLargerThan = 1.2f;  // the figure: scenery
constexpr float kFlat = 0.03f;       // of the figure's height: a shadow below it
constexpr float kFar = 5.0f;         // of the figure's size, from its box
constexpr size_t kMinMoving = 3;     // nodes: a skeleton

bool isFinite(const Box& box) {
    return box.diagonal() > 0.0f && box.diagonal() < std::numeric_limits<float>::max();
}

/// Nodes that a clip moves, and everything below them.
std::vector<bool> movedNodes(const Model& model, size_t& count) {
    std::vector<bool> moved(model.hierarchy.size());
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            if (rangeOf(channel.translation) > 0.0f || rangeOf(channel.rotation) > 0.0f ||
                rangeOf(channel.scale) > 0.0f)
                moved[channel.node] = true;
    count = static_cast<size_t>(std::ranges::count(moved, true));
    for (size_t node = 0; node < moved.size(); ++node)
        if (const int32_t parent = model.hierarchy.parents[node]; parent != kNoParent)
            moved[node] = moved[node] || moved[static_cast<size_t>(parent)];
    return moved;
}

/// Bones of skins, and everything below them.
std::vector<bool> belowBones(const Model& model) {
    std::vector<bool> below(model.hierarchy.size());
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            if (instance.skinned && bone.node != instance.node) below[bone.node] = true;
    for (size_t node = 0; node < below.size(); ++node)
        if (const int32_t parent = model.hierarchy.parents[node]; parent != kNoParent)
            below[node] = below[node] || below[static_cast<size_t>(parent)];
    return below;
}

Box boxOf(const Model& model, const MeshInstance& instance, const RestPose& rest) {
    Box box;
    const SkinnedMesh& mesh = model.meshes[instance.mesh];
    std::vector<glm::mat4> palette(instance.bones.size());
    writePalette(instance.bones, rest.worldFromNode, palette);
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        box.add(glm::vec3(yUpFrom(model.up) * glm::vec4(skinnedPosition(mesh, v, palette), 1.0f)));
    return box;
}

/// The node that moves most the skinned vertex that is nearest to a place, Y up.
uint32_t boneNear(const Model& model, const RestPose& rest, const glm::vec3& place) {
    uint32_t nearest = 0;
    float least = std::numeric_limits<float>::max();
    for (const MeshInstance& instance : model.instances) {
        if (!instance.skinned) continue;
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        std::vector<glm::mat4> palette(instance.bones.size());
        writePalette(instance.bones, rest.worldFromNode, palette);
        for (size_t v = 0; v < mesh.vertexCount(); ++v) {
            const glm::vec4 at(skinnedPosition(mesh, v, palette), 1.0f);
            const float away = glm::distance(glm::vec3(yUpFrom(model.up) * at), place);
            if (away < least) least = away, nearest = instance.bones[mesh.influences[v].bones[0]].node;
        }
    }
    return nearest;
}

bool isInside(const Box& figure, const Box& part) {
    const glm::vec3 center = 0.5f * (part.min + part.max);
    const glm::vec3 more(kInside * figure.diagonal());
    return glm::all(glm::greaterThanEqual(center, figure.min - more)) &&
           glm::all(glm::lessThanEqual(center, figure.max + more));
}

}  // namespace

std::vector<Finding> checkParts(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    if (!(rest.size > 0.0f)) return findings;
    size_t moving = 0;
    const std::vector<bool> moved = movedNodes(model, moving), below = belowBones(model);
    Box figure;
    bool isRigged = false, anyMoves = false;
    for (const MeshInstance& instance : model.instances) {
        isRigged |= instance.skinned;
        anyMoves |= instance.skinned || moved[instance.node];
        if (!instance.skinned) continue;
        const Box box = boxOf(model, instance, rest);
        if (isFinite(box)) figure.add(box.min), figure.add(box.max);
    }
    for (const MeshGroup& group : checked.groups) {
        const MeshInstance& instance = model.instances[group.instances.front()];
        if (group.skinned || model.meshes[instance.mesh].indices.empty()) continue;
        if (!anyMoves && moving >= kMinMoving) {
            findings.push_back(
                {"part-unbound", Severity::warning, group.name,
                 "hangs on no bone: the clips move " + std::to_string(moving) + " nodes, but no mesh follows them"});
            continue;
        }
        if (!isRigged || below[instance.node] || moved[instance.node] || !isFinite(figure)) continue;
        const Box box = boxOf(model, instance, rest);
        if (!isFinite(box)) continue;
        const glm::vec3 gap = glm::max(glm::max(figure.min - box.max, box.min - figure.max), glm::vec3(0.0f));
        const float height = figure.max.y - figure.min.y;
        if (glm::length(gap) > kFar * figure.diagonal()) {
            const Measured times =
                measured(static_cast<double>(glm::length(gap) / figure.diagonal()), "times the figure's size");
            findings.push_back({"part-far", Severity::warning, group.name, "is " + times.text + " away from the figure",
                                times.figure});
        } else if (isInside(figure, box) && box.diagonal() < kLargerThan * figure.diagonal() &&
                   box.max.y - box.min.y > kFlat * height &&
                   (moving == 0 || moved[boneNear(model, rest, 0.5f * (box.min + box.max))])) {
            findings.push_back({"part-unbound", Severity::warning, group.name,
                                "hangs on no bone and stays behind when the figure moves"});
        }
    }
    return findings;
}

}  // namespace sinew
