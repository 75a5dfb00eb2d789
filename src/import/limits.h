#pragma once

#include <cstddef>
#include <cstdint>

struct aiScene;

// What a file may hold. More is refused by the name of the limit, where it can be known before assimp unfolds it.
namespace sinew {

inline constexpr size_t kMaxNodes = 65536;
inline constexpr uint32_t kMaxDepth = 2048;  ///< of nodes, the root 0; assimp calls itself for each
inline constexpr size_t kMaxInstances = 65536;
inline constexpr uint64_t kMaxVertices = uint64_t{1} << 26;  ///< of all meshes together, before any are welded

/// @throws std::runtime_error by the name of the limit.
void checkVertexCount(const aiScene& scene);

}  // namespace sinew
