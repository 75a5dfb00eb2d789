#include "check/checked_model.h"

#include <algorithm>

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

}  // namespace

CheckedModel::CheckedModel(const Model& checked)
    : model(checked), rest(figureAtRest(checked)), groups(meshGroups(checked)), surfaces_(groups.size()) {}

const Surface& CheckedModel::surfaceOf(const MeshGroup& group) const {
    std::optional<Surface>& surface = surfaces_[static_cast<size_t>(&group - groups.data())];
    if (!surface) surface = sinew::surfaceOf(model, group);
    return *surface;
}

}  // namespace sinew
