#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <glm/vec3.hpp>

#include "model/skinned_mesh.h"

namespace sinew {

/// The segment from `start` to `start + reach`.
struct Ray {
    glm::vec3 start{0.0f};
    glm::vec3 reach{0.0f};
};

/// The winding of the triangles that a ray can hit, as seen along the ray.
enum class Winding { counterClockwise, clockwise, both };

struct TriangleHit {
    uint32_t triangle = 0;    ///< its corners are SkinnedMesh::indices[3 * triangle] and the next two
    glm::vec3 corners{0.0f};  ///< barycentric coordinates
    float along = 0.0f;       ///< position on the ray, 0 to 1

    bool operator==(const TriangleHit&) const = default;
};

/// Returns the first hit of a mesh with its vertices at `positions`, in the ray's space. Tests every triangle by the
/// method of Moeller and Trumbore ("Fast, Minimum Storage Ray/Triangle Intersection", 1997): for clicks, not for every
/// frame.
std::optional<TriangleHit> firstHit(const SkinnedMesh& mesh, std::span<const glm::vec3> positions, const Ray& ray,
                                    Winding winding);

struct BoneShare {
    uint32_t bone = 0;    ///< index into the mesh's bones
    float weight = 0.0f;  ///< 0 to 1

    bool operator==(const BoneShare&) const = default;
};

/// Returns the interpolated weight of a bone at a hit.
float weightAt(const SkinnedMesh& mesh, const TriangleHit& hit, uint32_t bone);

/// Returns the bone with the largest interpolated weight at a hit; the lowest index if several are equal.
BoneShare strongestBone(const SkinnedMesh& mesh, const TriangleHit& hit);

}  // namespace sinew
