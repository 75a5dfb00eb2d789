#pragma once

#include "import/gltf/document/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// A note for each extension that the file uses and that is not read, an error for one that it requires. Those of
/// materials that it only uses are readMaterials()'s.
/// @throws Error when a required one may change what the rest of the file means, naming it.
void checkExtensions(const File& file, Findings& findings);

}  // namespace sinew::gltf
