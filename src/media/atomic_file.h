#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace sinew {

/// A file that has all that is written to it under its name, or is as it was: written under another name in the same
/// folder, flushed to the disk, then renamed. A link keeps pointing where it did, also where nothing was yet. What is
/// not a regular file (/dev/stdout, a pipe) is written directly, and so is "-", the standard output. What a killed
/// process has left in that folder is removed (media/leftovers.h).
class AtomicFile {
  public:
    /// @throws Error(Exit::output, "PATH: cause"), as all else here.
    explicit AtomicFile(const std::filesystem::path& path);
    ~AtomicFile();  ///< without commit(): nothing has happened
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::span<const std::byte> bytes);

    /// The descriptor behind write(), for another program.
    int descriptor() const;
    /// The name under which another program may write instead of write(); empty where there is no such name.
    const std::filesystem::path& temporaryPath() const;

    /// To the disk and under the name.
    void commit();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The same in one go.
void writeFileAtomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace sinew
