#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace sinew {

/// Writes a file completely or not at all: into a temporary file in the same directory, which commit() flushes to the
/// disk and renames. Follows symbolic links, also dangling ones. Devices and pipes such as /dev/stdout are written
/// directly, as is "-", the standard output. A file that this process reads is not replaced (base/protected_files.h).
/// Also removes temporary files that killed processes left in the directory.
class AtomicFile {
  public:
    /// All members throw Error(Exit::output, "PATH: cause"); this one and commit(), WouldReplaceInput.
    explicit AtomicFile(const std::filesystem::path& path);
    ~AtomicFile();  ///< discards everything unless committed
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::span<const std::byte> bytes);

    /// For another program that writes in place of write().
    int descriptor() const;
    /// Path for another program that writes in place of write(); empty if written directly.
    const std::filesystem::path& temporaryPath() const;

    /// Flushes to the disk and renames.
    void commit();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Writes a whole file through AtomicFile.
void writeFileAtomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace sinew
