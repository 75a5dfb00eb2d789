#pragma once

#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <span>

#include "model/model.h"

namespace sinew {

/// An axis-aligned box. Starts empty.
struct Box {
    glm::vec3 min{std::numeric_limits<float>::max()};
    glm::vec3 max{std::numeric_limits<float>::lowest()};

    bool empty() const { return min.x > max.x; }
    glm::vec3 center() const { return (min + max) * 0.5f; }
    float diagonal() const { return empty() ? 0.0f : glm::length(max - min); }
    void add(const glm::vec3& point) {
        min = glm::min(min, point);
        max = glm::max(max, point);
    }
};

/// The box of the posed model: of its skinned vertices, or of its nodes when it has no mesh. At most 2^14 evenly spread
/// vertices of a mesh are looked at, so that a frame of a large model can afford it; leave a margin. `morphWeights`: as
/// many as Model::restMorphWeights, or none: all zero.
Box posedBounds(const Model& model, std::span<const glm::mat4> worldFromNode, std::span<const float> morphWeights = {});

/// The box of the model in its bind pose: each mesh instance as its bones were bound, placed by its bone nearest to a
/// root. Its nodes, when it has no mesh.
Box bindBounds(const Model& model, std::span<const glm::mat4> worldFromNode);

}  // namespace sinew
