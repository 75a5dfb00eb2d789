#pragma once

#include <span>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace sinew {

/// A rotation and then a translation (Kavan, Collins, Zara and O'Sullivan, "Skinning with Dual Quaternions", 2007).
/// Unit: `real` is of unit length and at a right angle to `dual`. Negated it is the same movement.
struct DualQuaternion {
    glm::quat real{1.0f, 0.0f, 0.0f, 0.0f};  ///< the rotation
    glm::quat dual{0.0f, 0.0f, 0.0f, 0.0f};  ///< half the translation times the rotation
};

/// `rotation` is of unit length.
DualQuaternion dualQuaternionFrom(const glm::quat& rotation, const glm::vec3& translation);

glm::vec3 translationOf(const DualQuaternion& unit);
glm::vec3 movedPoint(const DualQuaternion& unit, const glm::vec3& point);

/// A matrix in two parts: first `scale` (scale and shear, nothing that turns), then `rigid`.
struct RigidAndScale {
    DualQuaternion rigid;
    glm::mat3 scale{1.0f};
};

/// The affine part of `matrix` by its polar decomposition: `scale` is symmetric; that of a mirrored matrix has the
/// mirroring through the origin in it.
RigidAndScale splitScale(const glm::mat4& matrix);

/// Adds `weight` times `part` to a sum that starts as kNoDualQuaternion, on the side on which the sum already is (the
/// short way: Kavan's antipodality).
inline constexpr DualQuaternion kNoDualQuaternion{{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
void addWeighted(DualQuaternion& sum, const DualQuaternion& part, float weight);

/// Such a sum as a movement, of unit length: the linear blending of the paper. No movement where it cancels out.
DualQuaternion normalised(const DualQuaternion& sum);

/// The blend of `parts` by `weights`, as many, 0 or more.
DualQuaternion blend(std::span<const DualQuaternion> parts, std::span<const float> weights);

}  // namespace sinew
