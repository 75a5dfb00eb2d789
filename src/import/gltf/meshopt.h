#pragma once

#include "import/gltf/document/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Decodes bufferViews with EXT_meshopt_compression or KHR_meshopt_compression: all modes and filters. One that cannot
/// be decoded is a finding, and has no bytes. @throws Error when the decoded bytes exceed File's limit.
void decodeViews(File& file, Findings& findings);

}  // namespace sinew::gltf
