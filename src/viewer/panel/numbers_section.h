#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// What a frame costs, as a plot, and how much there is to draw.
void drawNumbers(const PanelScope& scope);

}  // namespace sinew
