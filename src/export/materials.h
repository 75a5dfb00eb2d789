#pragma once

#include "export/document.h"
#include "export/export_model.h"

namespace sinew::exporting {

/// Writes the materials that meshes use, with their textures, samplers and pictures. For each material of the model,
/// its index in the document. Pictures go into the buffer, or are added to `pictures`; of those that glTF cannot hold,
/// a line is added to `leftOut`.
std::vector<size_t> writeMaterials(const Model& model, const ExportOptions& options, Document& document,
                                   std::vector<ExportedPicture>& pictures, std::vector<std::string>& leftOut);

}  // namespace sinew::exporting
