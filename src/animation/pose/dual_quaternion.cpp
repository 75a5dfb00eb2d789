#include "animation/pose/dual_quaternion.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/transform.h"

namespace sinew {

DualQuaternion dualQuaternionFrom(const glm::quat& rotation, const glm::vec3& translation) {
    return {rotation, 0.5f * (glm::quat(0.0f, translation) * rotation)};
}

glm::vec3 translationOf(const DualQuaternion& unit) {
    const glm::quat half = unit.dual * glm::conjugate(unit.real);
    return 2.0f * glm::vec3(half.x, half.y, half.z);
}

glm::vec3 movedPoint(const DualQuaternion& unit, const glm::vec3& point) {
    return unit.real * point + translationOf(unit);
}

RigidAndScale splitScale(const glm::mat4& matrix) {
    // M = U S V^T, so M = (U V^T) (V S V^T). A mirrored M is split as -M, so that the rotation does not depend on the
    // axis that the decomposition chose for the mirroring.
    const bool mirrored = glm::determinant(glm::mat3(matrix)) < 0.0f;
    const glm::mat3 axes = mirrored ? -glm::mat3(matrix) : glm::mat3(matrix);
    const TransformPair pair = splitShear(glm::mat4(axes));
    glm::mat3 u = glm::mat3_cast(pair.outer.rotation);
    const glm::mat3 v(glm::transpose(matrixFrom(pair.inner)));
    // U and V may both mirror; a column of length 0 may have either sign.
    if (glm::determinant(u) * glm::determinant(v) < 0.0f) u[pair.outer.scale.x < 0.0f ? 0 : 2] *= -1.0f;
    const glm::quat rotation = glm::normalize(glm::quat_cast(u * glm::transpose(v)));
    return {dualQuaternionFrom(rotation, glm::vec3(matrix[3])),
            glm::transpose(glm::mat3_cast(rotation)) * glm::mat3(matrix)};
}

void addWeighted(DualQuaternion& sum, const DualQuaternion& part, float weight) {
    const float signedWeight = glm::dot(sum.real, part.real) < 0.0f ? -weight : weight;
    sum.real += signedWeight * part.real;
    sum.dual += signedWeight * part.dual;
}

DualQuaternion normalized(const DualQuaternion& sum) {
    const float length = glm::length(sum.real);
    if (!(length > 0.0f)) return {};
    // The component of the dual part along the real part has no effect and is removed.
    const glm::quat real = sum.real / length, dual = sum.dual / length;
    return {real, dual - real * glm::dot(real, dual)};
}

}  // namespace sinew
