#pragma once

#include <vector>

#include <assimp/scene.h>

#include "import/import_model.h"
#include "import/textures.h"

namespace sinew {

/// What the file's format and the program that wrote it mean by a material's numbers.
struct MaterialConventions {
    bool gltf = false;             ///< factors are linear, textures are multiplied by them, alpha modes are given
    bool linearColors = false;     ///< colours are linear light, not as a display shows them
    bool textureReplaces = false;  ///< a texture stands in for the colour (Collada, FBX), instead of multiplying it
};

MaterialConventions conventionsOf(std::string_view importerName, const aiScene& scene);

/// The file's materials in its order.
std::vector<Material> convertMaterials(const aiScene& scene, const MaterialConventions& conventions,
                                       TextureLoader& textures, std::vector<Finding>& findings);

}  // namespace sinew
