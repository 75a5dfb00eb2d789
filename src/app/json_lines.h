#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace sinew {

/// On which line, from 1, each value of a JSON text begins (a text or a number: ends, which is the same line), by its
/// JSON pointer (RFC 6901). @throws Error(Exit::input) "FILE: line N: cause" where the text is no JSON, has a field
/// twice or is nested more than 32 deep.
std::map<std::string, size_t> jsonLines(const std::string& file, std::string_view text);

/// `name` as a step of a JSON pointer.
std::string pointerStep(std::string_view name);

}  // namespace sinew
