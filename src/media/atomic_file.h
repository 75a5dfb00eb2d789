#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace sinew {

/// The file has all of `bytes` under its name, or is as it was: written under another name in the same folder, flushed
/// to the disk, then renamed. A link keeps pointing where it did. What is not a regular file (/dev/stdout, a pipe) is
/// written directly.
/// @throws Error(Exit::output, "PATH: cause").
void writeFileAtomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace sinew
