#pragma once

#include <span>

#include "import/build/meshes.h"

namespace sinew {

/// Makes the bones of the instances, one for each of SourceMesh::boneCount, those of the meshes. Joints that are twice
/// in a skin, and that move no vertex, are findings. Fills `report.cutMeshes` for each mesh with ImportedMesh::cut.
/// @throws Error(Exit::input) with the cause when a limit is exceeded or an inverse bind matrix is not finite.
void bindInstances(Model& model, std::span<const ImportedMesh> meshes, ImportReport& report);

}  // namespace sinew
