#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace sinew {

/// Scale, then rotation, then translation; lengths in the file's units.
struct Transform {
    glm::vec3 translation{0.0f};
    glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};  ///< unit length
    glm::vec3 scale{1.0f};

    bool operator==(const Transform&) const = default;
};

/// translation * rotation * scale as an affine matrix.
glm::mat4 matrixFrom(const Transform& transform);

/// The transform nearest to the affine part of `matrix`; exact without shear. A mirrored matrix gets a negative x
/// scale; a column of length 0 gets scale 0 and an arbitrary but valid rotation.
Transform transformFrom(const glm::mat4& matrix);

/// Whether `matrix` has shear and no transform is close to it: the cosine between two of its axes exceeds `tolerance`.
/// The default is above what rounded numbers in files have.
bool hasShear(const glm::mat4& matrix, float tolerance = 1e-3f);

/// A matrix with shear as a product of two transforms, `outer * inner`, from its singular value decomposition M = U S
/// V^T: outer = (translation, U, S), inner = V^T, a rotation.
struct TransformPair {
    Transform outer;
    Transform inner;
};
TransformPair splitShear(const glm::mat4& matrix);

inline constexpr glm::dquat kNoRotation(1.0, 0.0, 0.0, 0.0);

/// The smallest rotation from the direction `from` to the direction `to`, of any length; none for a zero or non-finite
/// direction. Opposite directions: half a turn about an axis perpendicular to them.
glm::dquat shortestRotation(const glm::dvec3& from, const glm::dvec3& to);

/// The twist of `rotation` about `axis` (unit length): rotation = swing * twist, with the swing's axis perpendicular to
/// `axis` (Dobrowolski, "Swing-twist decomposition in Clifford algebra", 2015). No rotation where the twist is
/// undefined: after a swing by half a turn.
glm::dquat twistAbout(const glm::dquat& rotation, const glm::dvec3& axis);

/// A direction perpendicular to `direction`, both of unit length.
glm::dvec3 perpendicularTo(const glm::dvec3& direction);

/// A rotation in world space as a rotation in the space of a node with the matrix `worldFromNode`, to multiply its
/// children's rotations with from the left. Exact where the node and its ancestors have uniform scales; mirrored nodes
/// rotate the other way.
glm::dquat localRotation(const glm::mat4& worldFromNode, const glm::dquat& worldRotation);

}  // namespace sinew
