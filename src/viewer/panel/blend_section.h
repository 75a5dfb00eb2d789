#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// What the picture is made of: the weights of the clips that are mixed, the layer on top, how one clip follows another
/// and what becomes of its way over the ground.
void drawBlend(const PanelScope& scope);

}  // namespace sinew
