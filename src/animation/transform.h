#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace sinew {

/// A scale, then a rotation, then a translation; lengths in the file's units.
struct Transform {
    glm::vec3 translation{0.0f};
    glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};  ///< unit length
    glm::vec3 scale{1.0f};

    bool operator==(const Transform&) const = default;
};

/// Translation * rotation * scale, as one affine matrix.
glm::mat4 matrixFrom(const Transform& transform);

/// The transform nearest to the affine part of `matrix`: exact when it has no shear. A mirrored matrix gets a negative
/// x scale; a column of length 0 keeps scale 0 and an arbitrary but valid rotation.
Transform transformFrom(const glm::mat4& matrix);

/// True when no transform equals `matrix`: two of its axes are not at right angles (by more than `tolerance`, the
/// cosine).
bool hasShear(const glm::mat4& matrix, float tolerance = 1e-5f);

/// A matrix with shear as a product of two transforms, `outer * inner`, from its singular value decomposition M = U S
/// V^T: outer = translation, U, S; inner = V^T.
struct TransformPair {
    Transform outer;
    Transform inner;
};
TransformPair splitShear(const glm::mat4& matrix);

}  // namespace sinew
