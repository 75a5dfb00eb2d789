#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <glm/vec3.hpp>

#include "model/skinned_mesh.h"

namespace sinew {

/// From `start`, as far as start + reach.
struct Ray {
    glm::vec3 start{0.0f};
    glm::vec3 reach{0.0f};
};

/// Which triangles a ray meets: those that it sees counter-clockwise, those that it sees clockwise, or both.
enum class Winding { counterClockwise, clockwise, both };

struct TriangleHit {
    uint32_t triangle = 0;    ///< its corners are SkinnedMesh::indices[3 * triangle] and the next two
    glm::vec3 corners{0.0f};  ///< how much of each corner there is in the place that was hit; the sum is 1
    float along = 0.0f;       ///< of the ray, 0 to 1

    bool operator==(const TriangleHit&) const = default;
};

/// The first triangle on the ray of a mesh whose vertices stand at `positions`, in the ray's space. By the method of
/// Moeller and Trumbore ("Fast, Minimum Storage Ray/Triangle Intersection", 1997), triangle by triangle: for a click,
/// not for a frame.
std::optional<TriangleHit> firstHit(const SkinnedMesh& mesh, std::span<const glm::vec3> positions, const Ray& ray,
                                    Winding winding);

struct BoneShare {
    uint32_t bone = 0;    ///< of the mesh
    float weight = 0.0f;  ///< 0 to 1

    bool operator==(const BoneShare&) const = default;
};

/// The weight that a bone of the mesh has on that place.
float weightAt(const SkinnedMesh& mesh, const TriangleHit& place, uint32_t bone);

/// The bone that has the largest weight there; of equal ones the first.
BoneShare strongestBone(const SkinnedMesh& mesh, const TriangleHit& place);

}  // namespace sinew
