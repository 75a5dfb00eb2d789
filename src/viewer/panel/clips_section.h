#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// The list of clips, with a search box over it where there are many.
void drawClips(const PanelScope& scope);

/// Fills PanelMemory::foundClips by what is written in the search box: all its words, in any case and order.
void searchClips(PanelMemory& memory);

}  // namespace sinew
