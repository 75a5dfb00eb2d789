#include "animation/world_turn.h"

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "animation/transform.h"

namespace sinew {

glm::dquat turnSeenFrom(const glm::mat4& worldFromNode, const glm::dquat& worldTurn) {
    const glm::dquat axes(transformFrom(worldFromNode).rotation);
    glm::dquat seen = glm::conjugate(axes) * worldTurn * axes;
    // transformFrom() takes a mirroring as one along x: seen in it, an axis keeps its x and the turn changes its sense.
    if (glm::determinant(glm::mat3(worldFromNode)) < 0.0f) {
        seen.y = -seen.y;
        seen.z = -seen.z;
    }
    return seen;
}

}  // namespace sinew
