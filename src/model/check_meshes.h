#pragma once

#include <vector>

#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// Judges the meshes as they were modelled: "triangles-degenerate", "uvs-missing" (though the material has a picture),
/// "winding-flipped" (pieces of surface that look against their normals), "normals-bent" (single faces that do so) and
/// "size-extreme".
std::vector<Finding> checkMeshes(const Model& model);

}  // namespace sinew
