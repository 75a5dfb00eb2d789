#pragma once

#include "model/limits.h"

struct aiScene;

namespace sinew {

inline constexpr size_t kMaxNesting = 512;  ///< of JSON's brackets

/// The file's vertices, before any are welded, against kMaxVertices.
/// @throws std::runtime_error by the name of the limit.
void checkVertexCount(const aiScene& scene);

}  // namespace sinew
