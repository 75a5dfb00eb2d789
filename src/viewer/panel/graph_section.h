#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// A state machine's states and overlays, those that play lit, and its parameters to be set. For a state with a machine
/// only.
void drawGraph(const PanelScope& scope);

}  // namespace sinew
