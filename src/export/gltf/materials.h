#pragma once

#include "export/export_model.h"
#include "export/gltf/document.h"

namespace sinew::exporting {

/// Writes the materials that meshes use, with their textures, samplers and pictures. For each material of the model,
/// its index in the document. Pictures go into the buffer, or into `exported`.
std::vector<size_t> writeMaterials(const Model& model, const ExportOptions& options, Document& document,
                                   ExportedModel& exported);

}  // namespace sinew::exporting
