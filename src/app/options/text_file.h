#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace sinew {

/// All of a text: a file, a pipe, or standard input for "-".
/// @throws Error "PATH: cause", with Exit::input if it cannot be read to its end or is larger than `mostBytes`, a
/// multiple of 1 MiB, and Exit::environment where the system lacks descriptors or memory.
std::string readText(const std::filesystem::path& path, size_t mostBytes);

/// Invalid JSON is refused with nlohmann::json::parse_error, or is_discarded(). An ordered_json would be read in a time
/// quadratic in the members of an object.
nlohmann::json parseJson(std::string_view text, bool refuses = false);

}  // namespace sinew
