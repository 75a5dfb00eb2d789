#pragma once

#include <nlohmann/json.hpp>

#include "model/finding.h"

namespace sinew {

/// `id`, `severity`, `object` and `message`.
nlohmann::ordered_json findingJson(const Finding& finding);

/// Adds `figure` and `others` to what is said of a finding, where it has them.
void addFigures(const Finding& finding, nlohmann::ordered_json& json);

}  // namespace sinew
