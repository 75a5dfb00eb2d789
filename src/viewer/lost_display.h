#pragma once

namespace sinew {

/// Xlib ends the process itself, with 1, when the connection to its server is lost, and drivers have faults that only a
/// lost one brings to light. While a display is in use either ends it with one line and Exit::environment instead. Call
/// it with true before the window library starts, with false when it has stopped.
void setDisplayInUse(bool inUse);

/// The window library has started: from here on a segmentation fault is laid at the display's door, if that is gone.
void displayOpened();

}  // namespace sinew
