#pragma once

#include "app/gamepad.h"

namespace sinew {

/// The first gamepad that is there, as its hands have it at this moment. Needs a Window.
PadState readGamepad();

}  // namespace sinew
