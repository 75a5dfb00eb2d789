#include "export/space.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace sinew::exporting {
namespace {

bool isMoved(const Model& model, uint32_t node) {
    return std::ranges::any_of(model.clips, [&](const AnimationClip& clip) {
        return std::ranges::find(clip.channels, node, &Channel::node) != clip.channels.end();
    });
}

/// The scale that a single root applies to everything, and that can go into its descendants instead; 1 if there is
/// none.
float rootScaleOf(const Model& model) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    const auto roots = std::ranges::count_if(hierarchy.parents, [](int32_t parent) { return parent == kNoParent; });
    if (model.rootScale == 1.0 || roots != 1 || isMoved(model, 0)) return 1.0f;
    const glm::vec3 scale = hierarchy.rest[0].scale;
    const bool isUniform = scale.x == scale.y && scale.y == scale.z && scale.x > 0.0f;
    const bool isUnit = std::abs(scale.x - static_cast<float>(model.rootScale)) <= 1e-5f * scale.x;
    return isUniform && isUnit ? scale.x : 1.0f;
}

void multiply(Track<glm::vec3>& track, float factor) {
    for (std::vector<glm::vec3>* values : {&track.values, &track.authored.values})
        for (glm::vec3& value : *values)
            value *= factor;
}

/// Multiplies lengths below the roots by `inner`, and those of the roots by `outer`.
void scaleLengths(Model& model, float outer, float inner) {
    const auto factorOf = [&](uint32_t node) { return model.hierarchy.parents[node] == kNoParent ? outer : inner; };
    for (uint32_t n = 0; n < model.hierarchy.size(); ++n)
        model.hierarchy.rest[n].translation *= factorOf(n);
    for (AnimationClip& clip : model.clips)
        for (Channel& channel : clip.channels)
            multiply(channel.translation, factorOf(channel.node));
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
    const auto isRoot = [&](uint32_t node) { return model.hierarchy.parents[node] == kNoParent; };
    for (uint32_t n = 0; n < model.hierarchy.size(); ++n) {
        if (!isRoot(n)) continue;
        Transform& rest = model.hierarchy.rest[n];
        rest.translation = rotation * rest.translation;
        rest.rotation = glm::normalize(rotation * rest.rotation);
    }
    for (AnimationClip& clip : model.clips)
        for (Channel& channel : clip.channels) {
            if (!isRoot(channel.node)) continue;
            for (auto* values : {&channel.translation.values, &channel.translation.authored.values})
                for (glm::vec3& value : *values)
                    value = rotation * value;
            for (glm::quat& value : channel.rotation.values)
                value = glm::normalize(rotation * value);
            for (glm::quat& value : channel.rotation.authored.values)
                value = rotation * value;
        }
}

}  // namespace

void toGltfSpace(Model& model, const ExportOptions& options) {
    const double unit = options.scale ? *options.scale / model.rootScale : model.metersPerUnit.value_or(1.0);
    const float rootScale = rootScaleOf(model);
    const auto outer = static_cast<float>(unit);
    const float inner = outer * rootScale;
    if (rootScale != 1.0f) model.hierarchy.rest[0].scale = glm::vec3(1.0f);
    if (outer != 1.0f || inner != 1.0f) scaleLengths(model, outer, inner);
    const glm::mat4 up = options.up ? yUpFrom(*options.up) * glm::transpose(yUpFrom(model.rootUp)) : yUpFrom(model.up);
    turn(model, transformFrom(up).rotation);
    model.up = model.rootUp = UpAxis::y;
    model.metersPerUnit = model.rootScale = 1.0;
}

}  // namespace sinew::exporting
