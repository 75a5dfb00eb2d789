#pragma once

#include "viewer/panel/memory.h"

namespace sinew {

/// Play, step and repeat, the speed, and the clip from end to end: to scrub, and with the ends of the loop range to
/// drag. Fills the window's width with two rows.
void drawTimeline(const PanelScope& scope);

}  // namespace sinew
