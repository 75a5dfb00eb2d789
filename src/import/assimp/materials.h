#pragma once

#include <assimp/scene.h>

#include "import/build/textures.h"

namespace sinew {

/// What assimp's materials mean in a format.
struct MaterialConventions {
    bool gltf = false;              ///< colors are linear factors of the textures
    bool textureReplaces = false;   ///< a texture replaces the color instead of being multiplied by it
    bool texturesEmission = false;  ///< the texture of the color is also that of emitted light
};

/// Converts the file's materials, in its order.
std::vector<Material> convertMaterials(const aiScene& scene, const MaterialConventions& conventions,
                                       TextureLoader& textures, Findings& findings);

}  // namespace sinew
