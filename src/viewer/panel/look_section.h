#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// What is drawn and how, and how clips follow each other.
void drawLook(const PanelScope& scope);

}  // namespace sinew
