#pragma once

#include "animation/pose_goals.h"
#include "app/graph_parts.h"

namespace sinew {

/// An item of "look_at": a chain of nodes that turns a head.
GraphLook readLook(const LinedJson& item, const GraphNames& names);

/// An item of "feet": a leg whose foot stands on a height.
GraphFoot readFoot(const LinedJson& item, const GraphNames& names);

}  // namespace sinew
