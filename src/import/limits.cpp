#include "import/limits.h"

#include <stdexcept>

#include <assimp/scene.h>
#include <fmt/format.h>

namespace sinew {

void checkVertexCount(const aiScene& scene) {
    uint64_t vertices = 0;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m)
        vertices += scene.mMeshes[m]->mNumVertices;
    if (vertices > kMaxVertices) throw std::runtime_error(fmt::format("has more than {} vertices", kMaxVertices));
}

}  // namespace sinew
