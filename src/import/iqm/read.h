#pragma once

#include "import/import_options.h"
#include "model/imported_model.h"

namespace sinew {

class ModelFolder;

/// Reads an Inter-Quake Model of version 2 (Lee Salzman, iqm.txt): meshes, joints and animations. Its Z axis is up; a
/// root turns it to Y. The name of a material is also that of its texture. Tangents and bounds are not read.
/// @throws Error(Exit::input) with the cause.
ImportedModel readIqm(const ModelFolder& folder, const ImportOptions& options);

}  // namespace sinew
