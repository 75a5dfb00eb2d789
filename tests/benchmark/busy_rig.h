#pragma once

#include <cstdint>

#include "model/model.h"

/// A person of 64 nodes, 40 of them fingers, that all are bones and all move, turn and grow in a clip of 10 seconds
/// with `keyCount` keys a track, all smoothly. Nodes are in the order in which files have them, depth first.
sinew::Model busyRig(uint32_t keyCount);

inline constexpr double kBusySeconds = 10.0;
