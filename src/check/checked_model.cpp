#include "check/checked_model.h"

#include <algorithm>
#include <cmath>

#include "check/bones.h"
#include "check/words.h"
#include "model/cpu_skinning.h"
#include "model/instance_bounds.h"
#include "model/skinned_mesh.h"

namespace sinew {
namespace {

constexpr size_t kMostMatrices = 1u << 21;  // of all clips: 128 MiB

RestPose figureAtRest(const Model& model, const std::vector<uint8_t>& figure) {
    RestPose rest = restPoseOf(model);
    if (std::ranges::count(figure, 0) == 0) return rest;
    const Box box = posedBoundsOf(figure, model, rest.worldFromNode, {});
    if (box.diagonal() > 0.0f) rest.size = box.diagonal();
    return rest;
}

std::vector<glm::vec3> posedAtRest(const Model& model, const MeshInstance& instance, const RestPose& rest) {
    const SkinnedMesh& mesh = model.meshes[instance.mesh];
    std::vector<glm::mat4> palette(instance.bones.size());
    writePalette(instance.bones, rest.worldFromNode, palette);
    std::vector<glm::vec3> positions;
    positions.reserve(mesh.vertexCount());
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        positions.push_back(skinnedPosition(mesh, v, palette));
    return positions;
}

/// movingNodes(); in a file without meshes, those of its largest tree, but for cameras and lights.
std::vector<uint32_t> figureNodes(const Model& model) {
    std::vector<uint32_t> nodes = movingNodes(model);
    if (!model.instances.empty()) return nodes;
    const std::vector<int32_t>& parents = model.hierarchy.parents;
    std::vector<uint32_t> roots(parents.size()), counts(parents.size());
    for (uint32_t node = 0; node < parents.size(); ++node) {
        roots[node] = parents[node] == kNoParent ? node : roots[static_cast<size_t>(parents[node])];
        ++counts[roots[node]];
    }
    const auto largest = std::ranges::max_element(counts);
    std::erase_if(nodes, [&](uint32_t node) {
        return counts[roots[node]] != *largest ||
               hasWord(wordsOf(model.hierarchy.names[node]), {"sky", "camera", "light", "target"});
    });
    return nodes;
}

std::vector<bool> seenNodes(const NodeHierarchy& hierarchy, const std::vector<uint32_t>& nodes) {
    std::vector<bool> isSeen(hierarchy.size());
    for (const uint32_t node : nodes)
        isSeen[node] = true;
    markAbove(hierarchy, isSeen);
    return isSeen;
}

}  // namespace

CheckedModel::CheckedModel(const Model& checked)
    : model(checked),
      ofFigure(figureParts(checked)),
      rest(figureAtRest(checked, ofFigure)),
      restClip(clipOfRestPose(checked)),
      groups(meshGroups(checked)),
      nodes(figureNodes(checked)),
      isSeen(seenNodes(checked.hierarchy, nodes)),
      twins(twinsOf(checked.hierarchy)),
      motions_(checked.clips.size()),
      surfaces_(groups.size()),
      sharedEdges_(groups.size()),
      restPositions_(checked.instances.size()) {}

size_t CheckedModel::framesOf(size_t clip, size_t mostMatrices) const {
    constexpr double kMinSteps = 8.0, kMaxSteps = 120.0;
    constexpr size_t kFewSteps = 4;
    const AnimationClip& own = model.clips[clip];
    const auto frames =
        static_cast<size_t>(std::clamp(std::round(own.durationSeconds / frameSeconds(own)), kMinSteps, kMaxSteps));
    return std::min(frames, std::max(kFewSteps, mostMatrices / std::max<size_t>(1, nodes.size())));
}

const ClipMotion& CheckedModel::motionOf(size_t clip) const {
    std::optional<ClipMotion>& motion = motions_[clip];
    if (!motion)
        motion = sinew::motionOf(model, model.clips[clip], nodes, framesOf(clip, kMostMatrices / model.clips.size()));
    return *motion;
}

ClipMotion CheckedModel::frameByFrame(size_t clip) const {
    const ClipMotion& motion = motionOf(clip);
    const size_t frames = framesOf(clip, kMostMatrices / 16);
    if (frames <= motion.steps()) return motion;
    return sinew::motionOf(model, model.clips[clip], nodes, frames);
}

const Surface& CheckedModel::surfaceOf(const MeshGroup& group) const {
    std::optional<Surface>& surface = surfaces_[indexOf(group)];
    if (!surface) surface = sinew::surfaceOf(model, group);
    return *surface;
}

const std::vector<SharedEdge>& CheckedModel::sharedEdgesOf(const MeshGroup& group) const {
    std::optional<std::vector<SharedEdge>>& edges = sharedEdges_[indexOf(group)];
    if (!edges) edges = sharedEdges(surfaceOf(group));
    return *edges;
}

const std::vector<glm::vec3>& CheckedModel::restPositions(uint32_t instance) const {
    std::vector<glm::vec3>& positions = restPositions_[instance];
    if (positions.empty()) positions = posedAtRest(model, model.instances[instance], rest);
    return positions;
}

Box CheckedModel::restBox(uint32_t instance) const {
    Box box;
    for (const glm::vec3& position : restPositions(instance))
        box.add(position);
    return box;
}

}  // namespace sinew
