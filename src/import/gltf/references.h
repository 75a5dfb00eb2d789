#pragma once

#include "import/gltf/accessors.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Takes out of the file what refers to elements that it does not have: children, roots, meshes, skins and cameras of
/// nodes, materials of meshes, images of textures, textures of materials, nodes of channels. A skin with such a joint
/// goes with the meshes that it deforms. Each is an error, "reference-missing", that names what has lost it.
/// A skin that names a node as its skeleton that is not above all its joints is a note, "skeleton-root".
void dropBrokenReferences(File& file, Findings& findings);

/// Skins and meshes that no node of the scene shows, and materials, textures and images that nothing uses
/// ("element-unused").
void reportUnused(const File& file, Findings& findings);

}  // namespace sinew::gltf
