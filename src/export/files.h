#pragma once

#include <set>

#include "export/export_model.h"

namespace sinew {

/// Writes a model with the files beside it: each file completely or not at all.
/// @throws Error(Exit::output) if a file cannot be written, or one beside the model may belong to another model.
void writeFiles(const ExportedModel& exported, ExportFormat format, const std::filesystem::path& path);

/// The URIs of the buffers and images of a .gltf or .dae that are files of their own; none if it is missing.
std::set<std::string> urisOf(const std::filesystem::path& model);

}  // namespace sinew
