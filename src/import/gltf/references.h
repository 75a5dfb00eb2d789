#pragma once

#include "import/gltf/accessors.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Takes out of the file what refers to elements that it does not have: children, roots, meshes, skins and cameras of
/// nodes, materials of meshes, images of textures, textures of materials, nodes of channels. A skin with such a joint
/// goes with the meshes that it deforms. Each is an error, "reference-missing", that names what has lost it.
void dropBrokenReferences(File& file, Findings& findings);

/// Joints of shown skins below nodes that the scene does not hold ("joints-outside-scene").
void reportOutside(const File& file, Findings& findings);

/// Skins whose "skeleton" is not above most of their joints ("skin-root").
void reportSkinRoots(const File& file, Findings& findings);

/// Shown meshes with joints and weights in nodes without a skin, in a file with skins ("skin-lost").
void reportLostSkins(const File& file, Findings& findings);

/// Skins and meshes that no node of the scene shows, and textures and images that nothing uses
/// ("element-unused").
void reportUnused(const File& file, Findings& findings);

}  // namespace sinew::gltf
