#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// The clip from end to end over the width that is left: above, the loop range, whose ends are dragged; below, the
/// time, with the keys of the chosen bone.
void drawTimeBar(const PanelScope& scope, const AnimationClip& clip);

}  // namespace sinew
