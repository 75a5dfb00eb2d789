#pragma once

#include <cmath>

#include "support/models/band.h"

namespace rig_models {

/// A band of six bones and two bones "left" and "right" as feet, walking along x for 2 s. Each foot stands for half a
/// second and is lifted for another, while the root moves by 1 per second, or stays if `inPlace`. A standing foot
/// slides by `slide`.
inline sinew::Model walkingBand(float slide, bool inPlace = false) {
    using namespace sinew;
    ImportedModel imported = band(6);
    Model& model = imported.model;
    AnimationClip& clip = addClip(imported, "walk", 2.0);
    const auto addBone = [&](const char* name) {
        model.hierarchy.names.push_back(name);
        model.hierarchy.parents.push_back(kNoParent);
        model.hierarchy.rest.emplace_back();
        model.instances[0].bones.push_back({static_cast<uint32_t>(model.hierarchy.size() - 1), glm::mat4(1.0f)});
        ++model.meshes[0].boneCount;
        clip.channels.push_back({.node = static_cast<uint32_t>(model.hierarchy.size() - 1)});
    };
    clip.channels.push_back({.node = 0, .translation = {{0.0, 2.0}, {{0, 1, 0}, {inPlace ? 0 : 2, 1, 0}}}});
    model.hierarchy.rest[0].translation.y = 1.0f;
    addBone("left");
    addBone("right");
    for (int key = 0; key <= 60; ++key) {
        const double seconds = key / 30.0;
        for (const uint32_t foot : {0u, 1u}) {
            const double phase = seconds + 0.5 * foot;
            const double step = std::floor(phase), part = phase - step;
            const bool stands = part < 0.5;
            const double swing = stands ? 0.0 : (part - 0.5) * 2.0;
            const double along =
                step + (stands ? static_cast<double>(slide) * part * 2.0
                               : static_cast<double>(slide) + swing * (1.0 - static_cast<double>(slide)));
            Track<glm::vec3>& track = clip.channels[foot + 1].translation;
            track.times.push_back(seconds);
            track.values.push_back({along - (inPlace ? seconds : 0.0), stands ? 0.0 : std::sin(swing * 3.14159), 0.0});
        }
    }
    return model;
}

}  // namespace rig_models
