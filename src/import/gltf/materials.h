#pragma once

#include "import/build/textures.h"
#include "import/gltf/document/file.h"

namespace sinew::gltf {

/// Materials of the file by their indices, in the order that the model has them.
struct MaterialOrder {
    std::vector<size_t> materials;
    bool usesDefault = false;  ///< the default one (glTF 2.0, section 3.9) follows
};

/// These materials with their KHR_materials extensions. KHR_materials_pbrSpecularGlossiness is converted. Invalid
/// values are limited to what is valid, with one finding for each material; extensions that are not read are findings.
std::vector<Material> readMaterials(File& file, const MaterialOrder& order, TextureLoader& textures,
                                    Findings& findings);

}  // namespace sinew::gltf
