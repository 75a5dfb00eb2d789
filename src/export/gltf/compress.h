#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/model.h"

namespace sinew::exporting {

// What EXT_meshopt_compression needs (its version 1.0), with meshoptimizer.

/// Encodes `count` elements for the mode ATTRIBUTES; `bytes` has count * stride of them, and a stride that is a
/// multiple of 4 and at most 256.
std::vector<std::byte> encodeAttributes(std::span<const std::byte> bytes, size_t count);

/// Encodes triangles for the mode TRIANGLES.
std::vector<std::byte> encodeTriangles(std::span<const uint32_t> indices, size_t vertexCount);

/// The filter EXPONENTIAL: floats as 24-bit integers times a power of two, which is one for each of the three
/// components. Exact for what prepareForCompression() has rounded.
std::vector<std::byte> filterReal(std::span<const glm::vec3> values);

/// The filter OCTAHEDRAL: unit vectors in four shorts each, x and y with 12 bits; w stays what it is, +1, -1 or 0.
std::vector<std::byte> filterUnit(std::span<const glm::vec4> values);

/// Brings a model into an order and to a precision that compress well: triangles for the vertex cache, vertices as
/// triangles need them, and positions and morph targets as 16-bit fractions of their range. Triangles that this
/// flattens are left out. Returns the largest distance by which it moves a vertex in the rest pose, in units of the
/// model's world.
float prepareForCompression(Model& model);

}  // namespace sinew::exporting
