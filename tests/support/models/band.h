#pragma once

#include <string>

#include <glm/gtc/matrix_transform.hpp>

#include "model/imported_model.h"

/// Small rigs without findings, into which a test puts one fault.
namespace rig_models {

/// A band of quads along the y axis, 1 wide and `segments` high, on a chain of `segments` bones at a distance of 1.
/// Each row of vertices between two bones is weighted half to each. No clip; the unit is the meter.
inline sinew::ImportedModel band(uint32_t segments = 3) {
    using namespace sinew;
    ImportedModel imported;
    auto& [model, report] = imported;
    SkinnedMesh mesh{.name = "band", .boneCount = segments};
    MeshInstance instance{.skinned = true};
    for (uint32_t i = 0; i < segments; ++i) {
        model.hierarchy.names.push_back("bone " + std::to_string(i));
        model.hierarchy.parents.push_back(static_cast<int32_t>(i) - 1);
        model.hierarchy.rest.push_back({.translation = {0.0f, i == 0 ? 0.0f : 1.0f, 0.0f}});
        instance.bones.push_back({i, glm::translate(glm::mat4(1.0f), {0.0f, -static_cast<float>(i), 0.0f})});
    }
    for (uint32_t row = 0; row <= segments; ++row)
        for (const float x : {-0.5f, 0.5f}) {
            const auto upper = static_cast<uint16_t>(std::min(row, segments - 1));
            const auto lower = static_cast<uint16_t>(row == 0 || row == segments ? upper : row - 1);
            mesh.positions.push_back({x, static_cast<float>(row), 0.0f});
            mesh.normals.push_back({0.0f, 0.0f, 1.0f});
            mesh.tangents.push_back({1.0f, 0.0f, 0.0f, 1.0f});
            mesh.uvs.push_back({x + 0.5f, static_cast<float>(row) / static_cast<float>(segments)});
            mesh.colors.push_back(glm::vec4(1.0f));
            if (lower == upper)
                mesh.influences.push_back({{upper}, {static_cast<uint16_t>(kWeightOne)}});
            else
                mesh.influences.push_back({{upper, lower}, {32768, 32767}});
        }
    for (uint32_t row = 0; row < segments; ++row) {
        const uint32_t a = 2 * row;
        for (const uint32_t corner : {a, a + 1, a + 3, a, a + 3, a + 2})
            mesh.indices.push_back(corner);
    }
    model.meshes.push_back(mesh);
    model.instances.push_back(instance);
    model.materials.push_back({.name = "skin"});
    model.metersPerUnit = 1.0;
    report.file = "band.glb";
    report.format = "glTF 2.0";
    report.keptInfluences = kInfluencesPerVertex;
    report.influences.push_back({.largest = 2});
    return imported;
}

/// Adds a clip and its report.
inline sinew::AnimationClip& addClip(sinew::ImportedModel& imported, std::string name, double durationSeconds) {
    imported.report.clips.push_back({.interpolations = {"linear"}});
    return imported.model.clips.emplace_back(sinew::AnimationClip{std::move(name), durationSeconds});
}

/// A rotation about `axis`.
inline glm::quat turn(float degrees, const glm::vec3& axis = {0.0f, 0.0f, 1.0f}) {
    return glm::angleAxis(glm::radians(degrees), axis);
}

}  // namespace rig_models
