#pragma once

#include <cstddef>
#include <string>

#include "app/stage.h"

namespace sinew {

/// What plays, how fast, and in which file, the one at `index` of `count`: the window's title.
std::string windowTitle(Stage& stage, size_t index, size_t count);

}  // namespace sinew
