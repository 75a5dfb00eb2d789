#pragma once

#include <assimp/scene.h>
#include "import/collada/document.h"

#include "import/build/textures.h"

namespace sinew::collada {

/// Reads what Collada's shading models lack from effects with a <technique profile="glTF"> in an <extra>; its elements
/// are listed in docs/formats.md. Such a material is metallic-roughness: its specular color and shininess are ignored.
/// `materials` are converted from `scene`, in its order. Invalid values are limited to what is valid or ignored, with
/// one finding for each material.
void readSurfaces(const Document& document, const aiScene& scene, TextureLoader& textures,
                  std::vector<Material>& materials, Findings& findings);

}  // namespace sinew::collada
