#pragma once

#include <string>

#include "app/compare_models.h"

namespace sinew {

/// A line for each clip, and one that sums up.
std::string comparisonText(const ModelComparison& comparison);

/// One JSON object; `schema` is its version.
std::string comparisonJson(const ModelComparison& comparison);

}  // namespace sinew
