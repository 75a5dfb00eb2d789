#include <algorithm>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/found.h"
#include "check/surfaces/limits.h"
#include "model/bounds.h"
#include "model/poses.h"

namespace sinew {
namespace {

bool isFinite(const Box& box) {
    return box.diagonal() > 0.0f && box.diagonal() < std::numeric_limits<float>::max();
}

/// Bones of skins, nodes that clips have keys for, as for bones without weights, and everything below them.
std::vector<bool> belowBones(const Model& model) {
    std::vector<bool> below(model.hierarchy.size());
    const std::vector<bool> isAbove = boneNodes(model, true);
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            if (!isAbove[channel.node]) below[channel.node] = true;
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            if (instance.skinned && bone.node != instance.node) below[bone.node] = true;
    markBelow(model.hierarchy, below);
    return below;
}

/// At rest, Y up.
Box boxOf(const CheckedModel& checked, uint32_t instance) {
    const Box own = checked.restBox(instance);
    if (own.diagonal() == 0.0f) return own;
    Box box;
    for (const glm::vec3& corner : {own.min, own.max})
        box.add(glm::vec3(yUpFrom(checked.model.up) * glm::vec4(corner, 1.0f)));
    return box;
}

/// The node that moves most the vertex of the figure that is nearest to a place, Y up.
uint32_t boneNear(const CheckedModel& checked, const glm::vec3& place) {
    const Model& model = checked.model;
    uint32_t nearest = 0;
    float least = std::numeric_limits<float>::max();
    for (uint32_t i = 0; i < model.instances.size(); ++i) {
        if (!checked.ofFigure[i]) continue;
        const MeshInstance& instance = model.instances[i];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        const std::vector<glm::vec3>& positions = checked.restPositions(i);
        for (size_t v = 0; v < positions.size(); ++v) {
            const float away = glm::distance(glm::vec3(yUpFrom(model.up) * glm::vec4(positions[v], 1.0f)), place);
            if (away < least) least = away, nearest = instance.bones[mesh.influences[v].bones[0]].node;
        }
    }
    return nearest;
}

/// Nodes that clips move, but that carry no rigid part: doors beside a figure do not belong to its skeleton.
size_t movedWithoutParts(const Model& model) {
    std::vector<bool> carries(model.hierarchy.size());
    for (const MeshInstance& instance : model.instances)
        if (!instance.skinned) carries[instance.node] = true;
    for (size_t node = carries.size(); node-- > 0;)
        if (const int32_t parent = model.hierarchy.parents[node]; carries[node] && parent != kNoParent)
            carries[static_cast<size_t>(parent)] = true;
    const std::vector<bool> animated = animatedNodes(model);
    size_t count = 0;
    for (size_t node = 0; node < carries.size(); ++node)
        count += animated[node] && !carries[node];
    return count;
}

/// Skinned meshes of which no clip moves any bone, although clips move other nodes.
void checkSkeletons(const CheckedModel& checked, const std::vector<bool>& moved, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    const size_t moving = movedWithoutParts(model);
    const auto isMoved = [&](uint32_t index) {
        return std::ranges::any_of(model.instances[index].bones, [&](const Bone& bone) { return moved[bone.node]; });
    };
    const auto hasMoved = [&](const MeshGroup& group) {
        return group.skinned && std::ranges::any_of(group.instances, isMoved);
    };
    const bool anyMoves = std::ranges::any_of(checked.groups, hasMoved);
    for (const MeshGroup& group : checked.groups)
        if (group.skinned && moving >= kSurface.skeleton && !hasMoved(group))
            findings.push_back(Found("part-unbound", anyMoves ? Severity::info : Severity::warning,
                                     {meshSubject(model, group)},
                                     "is bound to bones that no clip moves, although the clips move " +
                                         std::to_string(moving) + " other nodes"));
}

/// Beside the skinned meshes in the hierarchy, as an exporter puts those of one figure.
bool isBesideSkinned(const Model& model, uint32_t node) {
    return std::ranges::any_of(model.instances, [&](const MeshInstance& instance) {
        return instance.skinned && instance.node != node &&
               model.hierarchy.parents[instance.node] == model.hierarchy.parents[node] &&
               model.hierarchy.parents[node] != kNoParent;
    });
}

bool isInside(const Box& figure, const Box& part) {
    const glm::vec3 center = 0.5f * (part.min + part.max);
    const glm::vec3 more(kSurface.inside * figure.diagonal());
    return glm::all(glm::greaterThanEqual(center, figure.min - more)) &&
           glm::all(glm::lessThanEqual(center, figure.max + more));
}

/// Neither scenery nor a shadow. What lies beside the skinned meshes in the hierarchy may be larger than these are at
/// rest.
bool isPart(const Box& figure, const Box& part, bool isBeside) {
    const float height = figure.max.y - figure.min.y;
    const bool isFlat =
        part.max.y - part.min.y <= kSurface.small * height && part.min.y <= figure.min.y + kSurface.lots * height;
    return !isFlat && part.diagonal() < figure.diagonal() * (isBeside ? kSurface.largestSibling : kSurface.scenery);
}

/// True for a part that stands on the ground and touches no skinned mesh: a crate beside the figure.
bool standsBeside(const CheckedModel& checked, const Box& figure, const Box& part) {
    const float height = figure.max.y - figure.min.y;
    if (std::abs(part.min.y - figure.min.y) > kSurface.small * height) return false;
    for (uint32_t i = 0; i < checked.model.instances.size(); ++i) {
        if (!checked.model.instances[i].skinned) continue;
        const std::vector<glm::vec3>& places = checked.restPositions(i);
        const std::vector<uint32_t>& indices = checked.model.meshes[checked.model.instances[i].mesh].indices;
        const size_t stride = 3 * (indices.size() / 3 / kSurface.samples + 1);
        for (size_t corner = 0; corner + 2 < indices.size(); corner += stride) {
            Box triangle;
            for (size_t k = 0; k < 3; ++k)
                triangle.add(places[indices[corner + k]]);
            const glm::vec3 gap = glm::max(glm::max(triangle.min - part.max, part.min - triangle.max), glm::vec3(0.0f));
            if (glm::length(gap) < kSurface.slight * figure.diagonal()) return false;
        }
    }
    return true;
}

}  // namespace

std::vector<Finding> checkParts(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    std::vector<bool> moved = animatedNodes(model);
    const auto moving = static_cast<size_t>(std::ranges::count(moved, true));
    markBelow(model.hierarchy, moved);
    const std::vector<bool> below = belowBones(model);
    Box figure;
    bool isRigged = false, anyMoves = false;
    for (uint32_t i = 0; i < model.instances.size(); ++i) {
        const MeshInstance& instance = model.instances[i];
        isRigged |= instance.skinned;
        anyMoves |= instance.skinned || moved[instance.node];
        if (!instance.skinned && !checked.ofFigure[i]) continue;
        const Box box = boxOf(checked, i);
        if (isFinite(box)) figure.add(box.min), figure.add(box.max);
    }
    checkSkeletons(checked, moved, findings);
    for (const MeshGroup& group : checked.groups) {
        const MeshInstance& instance = model.instances[group.instances.front()];
        if (group.skinned || model.meshes[instance.mesh].indices.empty()) continue;
        if (!anyMoves && moving >= kSurface.skeleton) {
            findings.push_back(
                Found("part-unbound", Severity::warning, {meshSubject(model, group)},
                      "hangs on no bone: the clips move " + std::to_string(moving) + " nodes, which no mesh follows"));
            continue;
        }
        if (!isRigged || below[instance.node] || moved[instance.node] || !isFinite(figure)) continue;
        const Box box = boxOf(checked, group.instances.front());
        if (!isFinite(box)) continue;
        const glm::vec3 gap = glm::max(glm::max(figure.min - box.max, box.min - figure.max), glm::vec3(0.0f));
        if (glm::length(gap) > kSurface.farPart * figure.diagonal()) {
            const Measured times =
                measured(static_cast<double>(glm::length(gap) / figure.diagonal()), "times the figure's size");
            findings.push_back(Found("part-far", Severity::warning, {meshSubject(model, group)},
                                     "is " + times.text + " away from the figure", times.figure));
        } else if (const bool isBeside = isBesideSkinned(model, instance.node);
                   isInside(figure, box) && isPart(figure, box, isBeside) && !standsBeside(checked, figure, box) &&
                   (moving == 0 || moved[boneNear(checked, 0.5f * (box.min + box.max))] ||
                    (isBeside && box.diagonal() > 0.5f * figure.diagonal()))) {
            findings.push_back(Found("part-unbound", Severity::warning, {meshSubject(model, group)},
                                     "hangs on no bone and stays behind when the figure moves: was its skin lost?"));
        }
    }
    return findings;
}

}  // namespace sinew
