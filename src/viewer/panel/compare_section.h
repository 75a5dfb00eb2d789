#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// The second picture beside the first, and the ghosts of the poses before and after.
void drawCompare(const PanelScope& scope);

}  // namespace sinew
