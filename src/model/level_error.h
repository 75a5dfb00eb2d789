#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

namespace sinew {

/// Weights of the corners at the point of a triangle that is nearest to `p` (Ericson, "Real-Time Collision Detection",
/// 2005, section 5.1.5).
std::array<float, 3> nearestOn(const glm::vec3& p, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c);

/// A point of the level that corresponds to a vertex or an edge's middle of the mesh.
struct Correspondence {
    std::array<uint32_t, 2> ends{};     ///< of the mesh; in the middle between them, or at a vertex if they are one
    std::array<uint32_t, 3> corners{};  ///< of a triangle of the level
    std::array<float, 3> weights{};     ///< sum 1
};

/// Finds the point of a level that is nearest to each vertex and to the middle of each edge of the mesh, in one pose.
/// Points on open borders and seams of the mesh get one on those of the level. `replacedBy`, `pointOf`: as in
/// model/simplify.h. The search starts at what stands for the vertices and goes from triangle to triangle, so that it
/// does not leave for another limb.
std::vector<Correspondence> findCorrespondences(std::span<const glm::vec3> positions,
                                                std::span<const uint32_t> meshIndices,
                                                std::span<const uint32_t> levelIndices,
                                                std::span<const uint32_t> pointOf,
                                                std::span<const uint32_t> replacedBy);

/// Raises `largest`, one for each correspondence, to the distance in a pose. It is an upper bound of the distance of
/// the point from the surface of the level.
void raiseDistances(std::span<const Correspondence> correspondences, std::span<const glm::vec3> positions,
                    std::span<float> largest);

}  // namespace sinew
