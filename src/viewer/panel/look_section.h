#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// What is drawn and how.
void drawLook(const PanelScope& scope);

}  // namespace sinew
