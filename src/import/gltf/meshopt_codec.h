#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace sinew::gltf {

/// The elements of a vertex buffer in version 1 of meshoptimizer's vertex codec (KHR_meshopt_compression, appendix A,
/// mode 0). `stride`: bytes of an element, a multiple of 4, 4 to 256. Nothing for what is not such a stream.
std::optional<std::string> decodeVertices(std::span<const unsigned char> stream, size_t count, size_t stride);

/// True for a stream of version 1, not 0.
bool isNewerStream(std::span<const unsigned char> stream);

/// The filter COLOR of KHR_meshopt_compression (appendix B): YCoCg and alpha become RGBA, four integers of 8 or 16 bits
/// an element. `stride` is 4 or 8.
void decodeColors(std::span<char> elements, size_t stride);

}  // namespace sinew::gltf
