#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// A state machine's states and overlays, those that play lit, and its parameters as they are. For a state with a
/// machine only.
void drawGraph(const PanelScope& scope);

/// The clips that make up the picture, with their weights.
void drawPlaying(const PanelScope& scope);

}  // namespace sinew
