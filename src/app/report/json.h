#pragma once

#include <nlohmann/json.hpp>

#include "model/finding.h"

namespace sinew {

using Json = nlohmann::ordered_json;

template <typename Value>
Json orNull(const std::optional<Value>& value) {
    return value ? Json(*value) : Json();
}

/// Whole numbers stay as they are; others get six significant digits, the precision of a float.
Json numberFrom(double value);

/// Null for an empty text.
Json orNull(const std::string& text);

// Both end with a newline. Bytes that are not UTF-8 are replaced.
std::string jsonText(const Json& json);  ///< indented
std::string jsonLine(const Json& json);

/// Adds the name of a file, by which it can be found again: `key` is the name itself; if it is not UTF-8, which JSON
/// cannot hold, `key` shows it with escapes, and `KEY_uri` is its URI reference.
void addPath(Json& json, const std::string& key, const std::string& path);

/// The path as a URI reference (RFC 3986), percent-encoded.
std::string uriFrom(const std::string& path);

/// Adds the indices of its subjects by their kind, the first of each, and "time_s".
void addSubjects(const Finding& finding, Json& json);

/// `id`, `severity`, `object` and `message`.
Json findingJson(const Finding& finding);

/// Adds `figure` and `others`, if the finding has them.
void addFigures(const Finding& finding, Json& json);

}  // namespace sinew
