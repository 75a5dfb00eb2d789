#pragma once

#include "import/gltf/accessors.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Takes out of the file what refers to elements that it does not have: children, roots, meshes, skins and cameras of
/// nodes, materials of meshes, images of textures, textures of materials, nodes of channels. A skin with such a joint
/// goes with the meshes that it deforms. Each is an error, "reference-missing", that names what has lost it.
void dropBrokenReferences(File& file, Findings& findings);

/// "its scene does not hold 'Armature'", of the nodes without a parent; empty where it holds all.
std::string outsideScene(const File& file);

/// Joints of shown skins below nodes that the scene does not hold ("joints-outside-scene").
void reportOutside(const File& file, Findings& findings);

/// Skins whose "skeleton" is not above most of their joints ("skin-root").
void reportSkinRoots(const File& file, Findings& findings);

/// Meshes with weights of bones that only nodes without a skin show, in a file that has skins ("skin-missing").
void reportSkinless(const File& file, Findings& findings);

/// Skins and meshes that no node of the scene shows, textures and images that nothing uses, and a material that is
/// skipped among those that meshes use ("element-unused").
void reportUnused(const File& file, Findings& findings);

}  // namespace sinew::gltf
