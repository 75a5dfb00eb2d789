#include "check/checked_model.h"

#include <algorithm>

#include "model/cpu_skinning.h"
#include "model/instance_bounds.h"

namespace sinew {
namespace {

RestPose figureAtRest(const Model& model) {
    RestPose rest = restPoseOf(model);
    std::vector<uint8_t> skinned;
    for (const MeshInstance& instance : model.instances)
        skinned.push_back(instance.skinned);
    if (std::ranges::count(skinned, 1) == 0 || std::ranges::count(skinned, 0) == 0) return rest;
    const Box figure = posedBoundsOf(skinned, model, rest.worldFromNode, {});
    if (figure.diagonal() > 0.0f) rest.size = figure.diagonal();
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
      rest(figureAtRest(checked)),
      groups(meshGroups(checked)),
      surfaces_(groups.size()),
      sharedEdges_(groups.size()),
      restPositions_(checked.instances.size()) {}

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
