#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// Whether a pattern has a wildcard: a * or ? without a backslash before it.
bool hasWildcard(std::string_view pattern);

/// The path that a pattern without wildcards matches.
std::string withoutEscapes(std::string_view pattern);

/// Whether all of `name` matches: * stands for any characters, ? for one; a backslash before a character takes its
/// meaning away. Takes the time of reading `name` once for each 64 bytes of the pattern.
bool matchesName(std::string_view pattern, std::string_view name);

/// As matchesName() for each folder of a path and its file, separated by "/"; ** stands for any number of folders, also
/// for none.
bool matchesPath(std::string_view pattern, std::string_view path);

}  // namespace sinew
