#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// The states of a machine as boxes with arrows for the transitions: the present state and the one that is being left
/// lit, and the transition between them. For a state with a machine only, whose layout the memory has.
void drawGraphDiagram(const PanelScope& scope);

}  // namespace sinew
