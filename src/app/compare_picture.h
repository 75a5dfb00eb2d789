#pragma once

#include "app/options.h"
#include "error.h"
#include "media/pixels.h"

namespace sinew {

/// Compares a picture with the options' reference, writes the heat map that they ask for, says what differs (on stderr,
/// or with --json all figures on stdout, or why there are none) and returns Exit::done or Exit::differs.
/// @throws Error(Exit::input) for a reference that cannot be read, Error(Exit::output) for a heat map that cannot be
/// written, Error(Exit::differs) for one of another size.
Exit comparePicture(const Options& options, const Pixels& picture);

}  // namespace sinew
