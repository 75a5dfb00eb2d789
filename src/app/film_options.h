#pragma once

#include <functional>
#include <string_view>

#include "app/options.h"

namespace sinew {

/// Settles what is written, from the output's name and all that goes with it: its format, how many frames, the size of
/// a sheet's pictures, the floor. `given` tells whether an option was given.
/// @throws Error(Exit::usage) when they do not go together.
void settleFilm(Options& options, const std::function<bool(std::string_view)>& given);

}  // namespace sinew
