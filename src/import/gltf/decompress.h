#pragma once

#include "import/gltf/file.h"
#include "model/finding.h"

namespace sinew::gltf {

// Both put what they decode into plain bufferViews and accessors, and take the extension out of the file. What cannot
// be decoded is left out, with a finding. @throws Error when the decoded bytes exceed File's limit.

/// EXT_meshopt_compression: all modes and filters.
void decodeViews(File& file, Findings& findings);

/// KHR_draco_mesh_compression. Where it cannot be decoded and the file has the same uncompressed, that is used.
void decodeMeshes(File& file, Findings& findings);

}  // namespace sinew::gltf
