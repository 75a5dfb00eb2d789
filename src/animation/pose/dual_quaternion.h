#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace sinew {

/// A rotation followed by a translation (Kavan, Collins, Zara and O'Sullivan, "Skinning with Dual Quaternions", 2007).
/// A unit dual quaternion has a `real` part of unit length that is orthogonal to `dual`; its negation is the same
/// transform.
struct DualQuaternion {
    glm::quat real{1.0f, 0.0f, 0.0f, 0.0f};  ///< the rotation
    glm::quat dual{0.0f, 0.0f, 0.0f, 0.0f};  ///< half the translation times the rotation
};

/// `rotation` has unit length.
DualQuaternion dualQuaternionFrom(const glm::quat& rotation, const glm::vec3& translation);

glm::vec3 translationOf(const DualQuaternion& unit);
glm::vec3 movedPoint(const DualQuaternion& unit, const glm::vec3& point);

/// A matrix as `scale` (scale and shear without rotation) followed by `rigid`.
struct RigidAndScale {
    DualQuaternion rigid;
    glm::mat3 scale{1.0f};
};

/// The polar decomposition of the affine part of `matrix`: `scale` is symmetric and contains a mirroring as -1.
RigidAndScale splitScale(const glm::mat4& matrix);

/// Adds `weight` times `part`, negated if needed to lie in the hemisphere of the sum (Kavan's antipodality). A sum
/// starts as kNoDualQuaternion.
inline constexpr DualQuaternion kNoDualQuaternion{{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
void addWeighted(DualQuaternion& sum, const DualQuaternion& part, float weight);

/// Normalizes such a sum (dual quaternion linear blending). The identity where it cancels out.
DualQuaternion normalized(const DualQuaternion& sum);

}  // namespace sinew
