#pragma once

#include "import/gltf/document/scene.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Judges what elements of a file refer to. Findings: "reference-missing", an error that names what has lost something;
/// nodes below several others ("node-parents"); joints of shown skins below nodes that the scene does not hold
/// ("joints-outside-scene"); skins whose "skeleton" is not above most of their joints ("skin-root"); skins, meshes,
/// textures and images that nothing uses ("element-unused"); meshes with weights of bones that only nodes without a
/// skin show, in a file that has skins ("skin-missing").
void judgeReferences(const File& file, const Scene& scene, Findings& findings);

}  // namespace sinew::gltf
