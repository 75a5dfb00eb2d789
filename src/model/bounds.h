#pragma once

#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <span>

#include "model/model.h"

namespace sinew {

/// An axis-aligned box, empty by default.
struct Box {
    glm::vec3 min{std::numeric_limits<float>::max()};
    glm::vec3 max{std::numeric_limits<float>::lowest()};

    bool empty() const { return min.x > max.x; }
    glm::vec3 center() const { return (min + max) * 0.5f; }
    float diagonal() const { return empty() ? 0.0f : glm::length(max - min); }
    /// 0 within the box.
    float distanceTo(const glm::vec3& point) const { return glm::distance(point, glm::clamp(point, min, max)); }
    void add(const glm::vec3& point) {
        min = glm::min(min, point);
        max = glm::max(max, point);
    }
};

/// Returns the bounds of the skinned vertices; of the nodes if the model has no mesh. Samples at most 2^14 evenly
/// spaced vertices per mesh, to stay cheap enough for every frame: leave a margin. `morphWeights` has the length of
/// Model::restMorphWeights, or is empty, which means all zero.
Box posedBounds(const Model& model, std::span<const glm::mat4> worldFromNode, std::span<const float> morphWeights = {});

/// Returns the bounds in the bind pose, each mesh instance placed by its topmost bone; of the nodes if the model has no
/// mesh.
Box bindBounds(const Model& model, std::span<const glm::mat4> worldFromNode);

}  // namespace sinew
