#pragma once

#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

namespace sinew {

/// Owns a file descriptor; -1: none.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }

    int get() const { return number_; }
    /// Result of close(2), where some file systems first report a full disk; 0 without a descriptor.
    int close() { return number_ >= 0 ? ::close(std::exchange(number_, -1)) : 0; }

  private:
    int number_;
};

/// Writes a file completely or not at all: into a temporary file in the same directory, which commit() flushes to the
/// disk and renames. Follows symbolic links, also dangling ones. Devices and pipes such as /dev/stdout are written
/// directly, as is "-", the standard output. Also removes temporary files that killed processes left in the directory.
class AtomicFile {
  public:
    /// All members throw Error(Exit::output, "PATH: cause").
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
