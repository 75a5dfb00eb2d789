#pragma once

#include <cstdint>

#include "model/model.h"

/// A person of 64 bones, 40 of them in fingers, all of which are translated, rotated and scaled by a clip of 10 seconds
/// with `keyCount` keys per track. Nodes are in depth-first order, as in files.
sinew::Model busyRig(uint32_t keyCount);

inline constexpr double kBusySeconds = 10.0;
