#pragma once

#include <string>

namespace sinew {

/// Writes what was asked for to standard output, at once.
/// @throws Error(Exit::output) when it cannot be written.
void print(const std::string& text);

}  // namespace sinew
