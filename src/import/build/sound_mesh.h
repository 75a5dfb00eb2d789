#pragma once

#include "import/source.h"
#include "model/finding.h"

namespace sinew {

/// Makes the indices of a mesh valid, its numbers finite, and adds normals where they are missing; repairs are
/// findings. Tangents and colors may still have values that are not usable. Without triangles or usable positions, the
/// mesh has no indices afterwards.
void makeSound(SourceMesh& mesh, Findings& findings);

}  // namespace sinew
