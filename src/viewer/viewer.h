#pragma once

#include "app/options/task.h"
#include "base/error.h"

namespace sinew {

/// Whether there is a display to open a window on.
bool viewerAvailable();

/// Opens the window and plays until the user closes it, or a signal. Returns Exit::done; Exit::input if the model could
/// not be read, which the window shows; Exit::device after a validation message with --validate.
/// @throws Error if the model cannot be used, or no window or Vulkan device is available.
Exit runViewer(const task::View& task);

}  // namespace sinew
