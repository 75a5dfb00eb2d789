#pragma once

#include "import/gltf/accessors.h"
#include "model/finding.h"

namespace sinew::gltf {

// What assimp refuses a whole file for, or drops or repairs without a word.

/// Takes out of the file what refers to elements that it does not have: children, roots, meshes, skins and cameras of
/// nodes, materials of meshes, images of textures, textures of materials, nodes of channels. A skin with such a joint
/// goes with the meshes that it deforms. Each is an error, "reference-missing", that names what has lost it.
void dropBrokenReferences(File& file, Findings& findings);

/// Channels without a target ("channel-unusable"), two channels of one property ("channel-twice"), and interpolations
/// that the format does not know ("interpolation-unknown").
void reportChannels(const File& file, Findings& findings);

/// Nodes whose rotation is no quaternion of unit length ("rotation-not-unit"). One of no length becomes the identity.
void repairRotations(File& file, Findings& findings);

/// Triangles of vertices that do not exist ("index-out-of-range"), and indices beyond the last whole triangle
/// ("indices-incomplete").
void reportIndices(File& file, Accessors& accessors, Findings& findings);

/// Morph targets with another number of vertices than their mesh, and weights for other than the mesh's number of
/// targets ("morph-misfit").
void reportMorphs(const File& file, const Accessors& accessors, Findings& findings);

/// Skins and meshes that no node of the scene shows ("element-unused").
void reportUnused(const File& file, Findings& findings);

/// Tangents whose fourth number is no sign ("tangents-odd"): 1 is used.
void reportTangents(File& file, Findings& findings);

}  // namespace sinew::gltf
