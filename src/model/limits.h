#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew {

// What a model may have at most; a file with more is refused. Far from what anyone plays, and small enough that 32 bits
// number whatever is made of it.
inline constexpr size_t kMaxNodes = 65536;
inline constexpr uint32_t kMaxDepth = 2048;  ///< of a file's nodes, the root 0; importers call themselves for each
inline constexpr size_t kMaxInstances = 65536;
inline constexpr uint64_t kMaxVertices = uint64_t{1} << 26;  ///< of all meshes together
inline constexpr uint32_t kMaxImageSide = 16384;
inline constexpr uint64_t kMaxImagePixels = uint64_t{1} << 26;
inline constexpr uint64_t kMaxModelBytes = uint64_t{1} << 31;  ///< of memory, its pictures too

}  // namespace sinew
