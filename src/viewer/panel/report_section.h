#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// What the import and the check found; a line leads to the bone, mesh or clip that it is about. Asks for the check.
void drawReport(const PanelScope& scope);

}  // namespace sinew
