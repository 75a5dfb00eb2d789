#include "render/packed_movement.h"

#include "animation/dual_quaternion.h"

namespace sinew {
namespace {

glm::vec4 vectorFrom(const glm::quat& q) {
    return {q.x, q.y, q.z, q.w};
}

}  // namespace

glm::mat4 packedMovement(const glm::mat4& worldFromMesh) {
    const RigidAndScale split = splitScale(worldFromMesh);
    const glm::mat3& s = split.scale;
    const glm::vec3 across = 0.5f * glm::vec3(s[0][1] + s[1][0], s[0][2] + s[2][0], s[1][2] + s[2][1]);
    return {vectorFrom(split.rigid.real), vectorFrom(split.rigid.dual), glm::vec4(s[0][0], s[1][1], s[2][2], 0.0f),
            glm::vec4(across, 0.0f)};
}

}  // namespace sinew
