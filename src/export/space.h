#pragma once

#include "export/export_model.h"

namespace sinew::exporting {

/// Brings a model to glTF's space: +Y up, in meters. The unit goes into positions, translations and bind poses, so that
/// no node gets a scale for it; the axes go into the roots. A unit scale that a Collada root applies goes the same way.
void toGltfSpace(Model& model, const ExportOptions& options);

}  // namespace sinew::exporting
