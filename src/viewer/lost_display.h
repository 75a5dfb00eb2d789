#pragma once

namespace sinew {

/// Ends the process with one line and Exit::environment when the display connection is lost. On its own, Xlib exits
/// with 1, and some drivers crash or wait forever. Call it with true before the window library starts, and with false
/// after it has ended.
void setDisplayInUse(bool inUse);

/// Call this once the window library has started. From then on, a segmentation fault counts as a lost display if the
/// connection is down, and a program that is still there some seconds after its connection ends.
void displayOpened();

}  // namespace sinew
