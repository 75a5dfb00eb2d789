#pragma once

#include <nlohmann/json.hpp>

#include "model/finding.h"

namespace sinew {

using Json = nlohmann::ordered_json;

template <typename Value>
Json orNull(const std::optional<Value>& value) {
    return value ? Json(*value) : Json();
}

/// Null for an empty text.
Json orNull(const std::string& text);

// Both end with a newline. Bytes that are not UTF-8, as in a name of a file, are replaced.
std::string jsonText(const Json& json);  ///< indented
std::string jsonLine(const Json& json);

/// `id`, `severity`, `object` and `message`.
Json findingJson(const Finding& finding);

/// Adds `figure` and `others`, if the finding has them.
void addFigures(const Finding& finding, Json& json);

}  // namespace sinew
