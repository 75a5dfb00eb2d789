#pragma once

#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace sinew::exporting {

// Rotations as degrees about X, then Y, then Z: what FBX calls XYZ.

glm::dquat rotationOf(const glm::dvec3& degrees);

/// The angles of a rotation that are nearest to `near`; of those about one axis, any number of turns.
glm::dvec3 eulerNear(const glm::dquat& rotation, const glm::dvec3& near);

/// A key of three curves of angles, and how they go on from there: straight, or as cubic polynomials.
struct EulerKey {
    double time = 0.0;
    glm::vec3 degrees{0.0f};
    bool isCubic = false;
    glm::vec3 leave{0.0f}, arrive{0.0f};  ///< slopes here and at the next key, in degrees per second
};

/// Curves that stay within `tolerance`, a distance of quaternions, of the shortest rotation from key to key, and pass
/// through the keys. Adds keys where that needs them: near gimbal lock many; none where the tolerance is infinite.
std::vector<EulerKey> eulerKeys(const std::vector<float>& times, const std::vector<glm::quat>& rotations,
                                double tolerance);

}  // namespace sinew::exporting
