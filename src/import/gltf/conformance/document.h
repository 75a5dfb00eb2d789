#pragma once

#include "import/gltf/document/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Judges what other readers refuse or ignore of a file: another version, or none ("version-wrong"); extensions that it
/// uses and does not list ("extension-undeclared"); accessors that are not aligned ("accessor-irregular"); lists
/// without elements ("list-empty"); transforms of nodes ("transform-invalid", "matrix-not-affine",
/// "rotation-not-unit"); embedded pictures of another type than stated ("texture-type-wrong"); text that is not UTF-8
/// ("json-encoding").
void judgeDocument(File& file, Findings& findings);

}  // namespace sinew::gltf
