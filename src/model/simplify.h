#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

namespace sinew {

inline constexpr size_t kSimplifyAttributes = 5;
/// Texture coordinates and normal of a vertex, each scaled to the length that a difference of 1 counts as.
using SimplifyAttributes = std::array<float, kSimplifyAttributes>;

/// Triangles to simplify, in several poses at once. A point is where vertices meet that move alike. Its vertices may be
/// of several groups, as along the seam of a texture. Those of a group differ in their normals at most.
struct SimplifyInput {
    std::span<const uint32_t> indices;               ///< three per triangle, into the vertices
    std::span<const uint32_t> pointOf;               ///< vertex -> point
    std::span<const uint32_t> groupOf;               ///< vertex -> group; as many groups as vertices at most
    std::span<const uint8_t> locked;                 ///< per point: 1 stays
    std::span<const std::vector<glm::vec3>> poses;   ///< positions of the vertices; at least one
    std::span<const SimplifyAttributes> attributes;  ///< per vertex
};

/// Triangles with fewer and fewer of the input's vertices.
struct Simplified {
    std::vector<std::vector<uint32_t>> indices;     ///< one per target: as few as asked for, or as few as possible
    std::vector<std::vector<uint32_t>> replacedBy;  ///< the same: vertex -> the vertex that stands for it, or itself
};

/// Collapses edges into one of their ends, the cheapest first, until each target, a number of triangles, is reached.
/// The targets descend. The cost is the quadric error (Garland and Heckbert, "Surface Simplification Using Quadric
/// Error Metrics", 1997) summed over all that a vertex stands for, in the pose where it is largest, which keeps joints
/// (Mohr and Gleicher, "Deformation Sensitive Decimation", 2003), and that of the attributes (Hoppe, "New Quadric
/// Metric for Simplifying Meshes with Appearance Attributes", 1999). Points of more than 256 triangles stay. Open
/// borders and seams collapse only along themselves; edges of more than two triangles, and where more than two borders
/// or seams meet, stay. No triangle turns over in any pose. No collapse costs more than `mostCost`, a length. Equal
/// input gives equal output.
Simplified simplify(const SimplifyInput& input, std::span<const size_t> targets, double mostCost);

}  // namespace sinew
