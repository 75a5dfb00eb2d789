#pragma once

#include "export/build/layout.h"
#include "export/export_model.h"

namespace sinew::exporting {

/// Writes a model, which is in the space of the file, as Collada 1.4.1.
void writeCollada(const Model& model, const Layout& layout, const ExportOptions& options, ExportedModel& exported);

}  // namespace sinew::exporting
