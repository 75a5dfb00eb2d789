#pragma once

#include <string>
#include <vector>

#include "model/model.h"

/// A skeleton written node by node.
namespace rig_models {

struct Node {
    std::string name;
    int32_t parent;
    sinew::Transform rest;
};

inline sinew::Model modelOf(const std::vector<Node>& nodes) {
    sinew::Model model;
    for (const Node& node : nodes) {
        model.hierarchy.names.push_back(node.name);
        model.hierarchy.parents.push_back(node.parent);
        model.hierarchy.rest.push_back(node.rest);
    }
    return model;
}

inline sinew::Transform at(float x, float y, float z) {
    return {.translation = {x, y, z}};
}

inline const glm::quat kQuarterX = glm::angleAxis(1.57079637f, glm::vec3(1, 0, 0));
inline const glm::quat kTiltZ = glm::angleAxis(0.5f, glm::vec3(0, 0, 1));

/// Moves up by 1 within a second.
inline sinew::Channel channelAt(uint32_t node, const glm::vec3& translation, const glm::quat& rotation) {
    return {.node = node,
            .translation = {{0.0, 1.0}, {translation, translation + glm::vec3(0, 1, 0)}},
            .rotation = {{0.0}, {rotation}},
            .scale = {{0.0}, {glm::vec3(1)}}};
}

/// A scene node, hips and two legs. The clip moves and rotates all three bones.
inline sinew::Model biped(float size, const std::string& prefix = "") {
    sinew::Model model = modelOf({{"Scene", sinew::kNoParent, {}},
                                  {prefix + "Hips", 0, at(0, size, 0)},
                                  {prefix + "LegL", 1, at(size * 0.2f, -size * 0.5f, 0)},
                                  {prefix + "LegR", 1, at(-size * 0.2f, -size * 0.5f, 0)}});
    model.clips.push_back(
        {"walk",
         1.0,
         {channelAt(1, glm::vec3(0, size, 0), kTiltZ), channelAt(2, model.hierarchy.rest[2].translation, kTiltZ),
          channelAt(3, model.hierarchy.rest[3].translation, kTiltZ)}});
    return model;
}

}  // namespace rig_models
