#pragma once

#include "app/options/settings.h"
#include "error.h"
#include "media/pixels.h"

namespace sinew {

/// Compares a picture with the reference, writes the heat map, and reports the difference on stderr; with `json`, the
/// figures on stdout instead, or the reason why there are none. Returns Exit::done or Exit::differs.
/// @throws Error(Exit::input) if the reference cannot be read, Error(Exit::output) if the heat map cannot be written,
/// Error(Exit::differs) if the sizes differ.
Exit comparePicture(const ReferencePicture& reference, const Pixels& picture, bool json);

}  // namespace sinew
