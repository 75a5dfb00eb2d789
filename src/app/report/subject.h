#pragma once

#include <optional>

#include "model/finding.h"
#include "model/model.h"

namespace sinew {

// What a finding is about, by the names in it.

/// The clip that is its object, else the first one that its message names in quotes.
std::optional<size_t> clipOf(const Finding& finding, const Model& model);

/// The node that is its object, else the first one that its message names in quotes.
std::optional<uint32_t> nodeOf(const Finding& finding, const Model& model);

/// The time in its message: "at 1.2 s".
std::optional<double> secondsOf(const Finding& finding);

}  // namespace sinew
