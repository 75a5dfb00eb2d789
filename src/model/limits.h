#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew {

// Limits of a model; files that exceed them are rejected. All indices into a model's data fit 32 bits.
inline constexpr size_t kMaxNodes = 65536;
inline constexpr uint32_t kMaxDepth = 2048;  ///< of the node hierarchy, the root at 0; importers recurse
inline constexpr size_t kMaxInstances = 65536;
inline constexpr uint64_t kMaxVertices = uint64_t{1} << 26;       ///< sum over all meshes
inline constexpr uint64_t kMaxShownVertices = kMaxVertices;       ///< sum over all mesh instances
inline constexpr uint64_t kMaxMorphVertices = uint64_t{1} << 26;  ///< sum over all morph targets
inline constexpr size_t kMaxTextureFolders = 16;                  ///< beside the model's; more are ignored
inline constexpr uint32_t kMaxImageSide = 16384;
inline constexpr uint64_t kMaxImagePixels = uint64_t{1} << 26;
inline constexpr uint64_t kMaxModelBytes = uint64_t{1} << 31;  ///< in memory, including images

}  // namespace sinew
