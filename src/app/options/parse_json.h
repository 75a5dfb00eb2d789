#pragma once

#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace sinew {

/// Invalid JSON is refused with nlohmann::json::parse_error, or is_discarded(). An ordered_json would be read in a time
/// quadratic in the members of an object.
nlohmann::json parseJson(std::string_view text, bool refuses = false);

}  // namespace sinew
