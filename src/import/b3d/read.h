#pragma once

#include "import/import_options.h"
#include "model/imported_model.h"

namespace sinew {

class ModelFolder;

/// Reads a Blitz3D file (Mark Sibly, b3dfile_specs.txt): nodes, meshes with their first texture, bones and keys.
/// Mirrors Z, as the file's axes are left-handed. Vertex colors, and textures after the first one, are not read.
/// @throws Error(Exit::input) with the cause.
ImportedModel readB3d(const ModelFolder& folder, const ImportOptions& options);

}  // namespace sinew
