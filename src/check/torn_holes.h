#pragma once

#include <cstdint>
#include <optional>

#include "check/checked_model.h"

namespace sinew {

/// A hole with a jagged rim across which the surface goes on, in a surface that is closed otherwise.
struct TornHole {
    size_t edges = 0;     ///< of its rim
    uint32_t corner = 0;  ///< of a triangle beside it: an index into Surface::corners
};

/// The first one of the group.
std::optional<TornHole> tornHole(const CheckedModel& checked, const MeshGroup& group);

}  // namespace sinew
