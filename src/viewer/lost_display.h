#pragma once

namespace sinew {

/// Xlib ends the process itself, with 1, when the connection to its server is lost. While a display is in use it ends
/// with one line and Exit::environment instead. Call it with true before the window library starts, with false when it
/// has stopped.
void setDisplayInUse(bool inUse);

}  // namespace sinew
