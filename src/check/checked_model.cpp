#include "check/checked_model.h"

#include <algorithm>
#include <cmath>

#include "check/bones.h"
#include "model/cpu_skinning.h"
#include "model/instance_bounds.h"

namespace sinew {
namespace {

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

}  // namespace

CheckedModel::CheckedModel(const Model& checked)
    : model(checked),
      ofFigure(figureParts(checked)),
      rest(figureAtRest(checked, ofFigure)),
      groups(meshGroups(checked)),
      nodes(movingNodes(checked)),
      motions_(checked.clips.size()),
      surfaces_(groups.size()),
      sharedEdges_(groups.size()),
      restPositions_(checked.instances.size()) {}

const ClipMotion& CheckedModel::motionOf(size_t clip) const {
    constexpr size_t kMostMatrices = 1u << 21;  // of all clips: 128 MiB
    constexpr size_t kMinSteps = 8, kMaxSteps = 120, kFewSteps = 4;
    std::optional<ClipMotion>& motion = motions_[clip];
    if (motion) return *motion;
    const AnimationClip& own = model.clips[clip];
    const double frames = std::clamp(std::round(own.durationSeconds / frameSeconds(own)), static_cast<double>(kMinSteps),
                                     static_cast<double>(kMaxSteps));
    const size_t affordable = kMostMatrices / std::max<size_t>(1, nodes.size()) / model.clips.size();
    motion = sinew::motionOf(model, own, nodes, std::min(static_cast<size_t>(frames), std::max(kFewSteps, affordable)));
    return *motion;
}

const Surface& CheckedModel::surfaceOf(const MeshGroup& group) const {
    std::optional<Surface>& surface = surfaces_[static_cast<size_t>(&group - groups.data())];
    if (!surface) surface = sinew::surfaceOf(model, group);
    return *surface;
}

const std::vector<SharedEdge>& CheckedModel::sharedEdgesOf(const MeshGroup& group) const {
    std::optional<std::vector<SharedEdge>>& edges = sharedEdges_[static_cast<size_t>(&group - groups.data())];
    if (!edges) edges = sharedEdges(surfaceOf(group));
    return *edges;
}

const std::vector<glm::vec3>& CheckedModel::restPositions(uint32_t instance) const {
    std::vector<glm::vec3>& positions = restPositions_[instance];
    if (positions.empty()) positions = posedAtRest(model, model.instances[instance], rest);
    return positions;
}

}  // namespace sinew
