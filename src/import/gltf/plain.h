#pragma once

#include "import/gltf/accessors.h"
#include "model/finding.h"

namespace sinew::gltf {

// These make what assimp reads plain: floats where it expects them (KHR_mesh_quantization), within their buffers. What
// is not is taken out of the file and named in a finding.

/// Removes the primitives that have an accessor out of range, and attributes with another count than their positions.
void makeMeshesPlain(File& file, Accessors& accessors, Findings& findings);

/// Takes their meshes from the nodes with a skin whose inverse bind matrices are out of range, and names the meshes
/// with weights of joints that their skin does not have.
void makeSkinsPlain(File& file, Accessors& accessors, Findings& findings);

/// Removes the channels that have an accessor out of range, or fewer values than keys.
void makeMotionPlain(File& file, Accessors& accessors, Findings& findings);

/// The name of an element of the file, or "mesh 3".
std::string nameOf(const nlohmann::json& element, const char* kind, size_t index);

}  // namespace sinew::gltf
