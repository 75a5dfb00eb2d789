#pragma once

#include "export/export_model.h"

namespace sinew::exporting {

bool hasOneRoot(const Model& model);

/// Whether a clip has a channel for a node.
bool isMoved(const Model& model, uint32_t node);

/// Brings a model to the space in which it is written: ExportOptions::axes and unit, else +Y up, in meters. The unit
/// goes into positions, translations and bind poses, so that no node gets a scale for it; the axes go into the roots. A
/// unit scale that a Collada root applies goes the same way.
void toSpaceOf(const ExportOptions& options, Model& model);

}  // namespace sinew::exporting
