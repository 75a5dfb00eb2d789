#include "export/build/space.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace sinew::exporting {
namespace {

/// The scale that a single root applies to everything, and that can go into its descendants instead; 1 if there is
/// none.
float rootScaleOf(const Model& model) {
    if (model.rootScale == 1.0 || !hasOneRoot(model) || isMoved(model, 0)) return 1.0f;
    const glm::vec3 scale = model.hierarchy.rest[0].scale;
    const bool isUniform = scale.x == scale.y && scale.y == scale.z && scale.x > 0.0f;
    const bool isUnit = std::abs(scale.x - static_cast<float>(model.rootScale)) <= 1e-5f * scale.x;
    return isUniform && isUnit ? scale.x : 1.0f;
}

/// Visits the translations of all nodes and clips, each with whether the node is a root.
template <typename Visit>
void forEachTranslation(Model& model, const Visit& visit) {
    const auto isRoot = [&](uint32_t node) { return model.hierarchy.parents[node] == kNoParent; };
    for (uint32_t n = 0; n < model.hierarchy.size(); ++n)
        visit(isRoot(n), model.hierarchy.rest[n].translation);
    for (AnimationClip& clip : model.clips)
        for (Channel& channel : clip.channels)
            for (auto* values : {&channel.translation.values, &channel.translation.authored.values})
                for (glm::vec3& value : *values)
                    visit(isRoot(channel.node), value);
}

/// Multiplies lengths below the roots by `inner`, and those of the roots by `outer`.
void scaleLengths(Model& model, float outer, float inner) {
    forEachTranslation(model, [&](bool isRoot, glm::vec3& value) { value *= isRoot ? outer : inner; });
    for (SkinnedMesh& mesh : model.meshes) {
        for (glm::vec3& position : mesh.positions)
            position *= inner;
        for (MorphTarget& target : mesh.morphTargets)
            for (MorphDelta& delta : target.deltas)
                delta.position *= inner;
    }
    for (MeshInstance& instance : model.instances)
        for (Bone& bone : instance.bones)
            bone.inverseBindMatrix[3] = glm::vec4(glm::vec3(bone.inverseBindMatrix[3]) * inner, 1.0f);
    for (Material& material : model.materials) {
        material.thickness *= inner;
        if (material.attenuationDistance < std::numeric_limits<float>::max()) material.attenuationDistance *= outer;
    }
}

/// Turns the roots.
void turn(Model& model, const glm::quat& rotation) {
    if (rotation == glm::quat(1.0f, 0.0f, 0.0f, 0.0f)) return;
    forEachTranslation(model, [&](bool isRoot, glm::vec3& value) {
        if (isRoot) value = rotation * value;
    });
    const std::vector<int32_t>& parents = model.hierarchy.parents;
    for (size_t n = 0; n < parents.size(); ++n)
        if (parents[n] == kNoParent)
            model.hierarchy.rest[n].rotation = glm::normalize(rotation * model.hierarchy.rest[n].rotation);
    for (AnimationClip& clip : model.clips)
        for (Channel& channel : clip.channels) {
            if (parents[channel.node] != kNoParent) continue;
            for (glm::quat& value : channel.rotation.values)
                value = glm::normalize(rotation * value);
            for (glm::quat& value : channel.rotation.authored.values)
                value = rotation * value;
        }
}

}  // namespace

bool hasOneRoot(const Model& model) {
    return std::ranges::count(model.hierarchy.parents, kNoParent) == 1;
}

bool isMoved(const Model& model, uint32_t node) {
    return std::ranges::any_of(model.clips, [&](const AnimationClip& clip) {
        return std::ranges::find(clip.channels, node, &Channel::node) != clip.channels.end();
    });
}

void toSpaceOf(const ExportOptions& options, Model& model) {
    const double source = options.scale ? *options.scale / model.rootScale : model.metersPerUnit.value_or(1.0);
    const bool isCm = options.format == ExportFormat::fbx || options.format == ExportFormat::bvh;
    const double unit = options.unit.value_or(isCm ? 0.01 : 1.0);
    const UpAxis axes = options.axes.value_or(UpAxis::y);
    const float rootScale = rootScaleOf(model);
    const auto outer = static_cast<float>(source / unit);
    const float inner = outer * rootScale;
    if (rootScale != 1.0f) model.hierarchy.rest[0].scale = glm::vec3(1.0f);
    if (outer != 1.0f || inner != 1.0f) scaleLengths(model, outer, inner);
    const glm::mat4 up = options.up ? yUpFrom(*options.up) * glm::transpose(yUpFrom(model.rootUp)) : yUpFrom(model.up);
    turn(model, transformFrom(glm::transpose(yUpFrom(axes)) * up).rotation);
    model.up = axes;
    model.rootUp = UpAxis::y;
    model.metersPerUnit = unit;
    model.rootScale = 1.0;
}

}  // namespace sinew::exporting
