#pragma once

#include <span>

#include "app/labels.h"

namespace sinew {

/// Draws labels under all windows of a frame of the Gui.
void drawLabels(std::span<const Label> labels);

}  // namespace sinew
