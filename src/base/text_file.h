#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace sinew {

/// All of a text: a file, a pipe, or standard input for "-".
/// @throws Error "PATH: cause", with Exit::input if it cannot be read to its end or is larger than `mostBytes`, a
/// multiple of 1 MiB, and Exit::environment where the system lacks descriptors or memory.
std::string readText(const std::filesystem::path& path, size_t mostBytes);

}  // namespace sinew
