#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"

namespace sinew {

// The files that this process reads, none of which an output may replace: AtomicFile refuses to. Callable from all
// threads.

/// Equal for all names of a file: through links, "./" and other mounts.
struct FileId {
    uint64_t device = 0;
    uint64_t inode = 0;

    auto operator<=>(const FileId&) const = default;
};

/// The target of a symbolic link, which may be missing; the path itself otherwise.
std::filesystem::path followLinks(std::filesystem::path path);

/// Follows links. Nothing if there is no such file, or if it is no regular one, which writing does not replace.
std::optional<FileId> fileIdOf(const std::filesystem::path& path);

/// Equal for all names of a file, which may be missing: of such a one, the directory and the name count. Follows links.
std::string identityOf(const std::filesystem::path& path);

/// Whether both are names of one file, or would be; false for devices and directories.
bool isSameFile(const std::filesystem::path& left, const std::filesystem::path& right);

/// Protects a file. `name`: what messages call it.
void protectFile(const FileId& file, const std::string& name);

/// Protects the file if it exists; an empty path is none.
void protectFile(const std::filesystem::path& path);

/// What the protected file at this path is called; nothing if it is not protected, or a new file has its inode now.
std::optional<std::string> protectedName(const std::filesystem::path& path);

/// What AtomicFile throws for a protected file: nothing was written, and other outputs may still be.
class WouldReplaceInput : public Error {
  public:
    explicit WouldReplaceInput(const std::string& cause) : Error(Exit::output, cause) {}
};

}  // namespace sinew
