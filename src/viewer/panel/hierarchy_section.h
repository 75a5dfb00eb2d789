#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// The tree of nodes, and below it the chosen one: where it stands, and its channel as curves.
void drawHierarchy(const PanelScope& scope);

/// Fills PanelMemory::shownRows by what is closed.
void findShownRows(PanelMemory& memory);

}  // namespace sinew
