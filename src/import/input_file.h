#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

namespace sinew {

/// An open file that somebody else wrote: a regular one, and never waited for. Reading does not move a place in it, so
/// any number of readers may share one.
class InputFile {
  public:
    /// @throws Error(Exit::input) with the cause, without the path, when there is no such file, or it is none that can
    /// be read.
    explicit InputFile(const std::filesystem::path& path);

    /// Takes an open descriptor.
    /// @throws Error(Exit::input) as the other; the descriptor is closed then.
    explicit InputFile(int descriptor);

    InputFile(InputFile&& other) noexcept
        : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_), id_(other.id_) {}
    InputFile& operator=(InputFile&& other) noexcept;
    ~InputFile();

    /// The same open file once more. @throws Error(Exit::input) with the cause when there can be none.
    InputFile again() const;

    int descriptor() const { return descriptor_; }

    /// In bytes, when it was opened. Somebody may cut it meanwhile: read() then gives less.
    size_t size() const { return size_; }

    /// Device and number: the same for each name of one file.
    std::pair<uint64_t, uint64_t> id() const { return id_; }

    /// Fills `bytes` from the file's place `offset` on, and returns how many there were.
    /// @throws Error(Exit::input) with the cause when they cannot be read.
    size_t read(std::span<std::byte> bytes, size_t offset) const;

    /// Up to `byteCount` bytes from `offset` on.
    /// @throws as read() does.
    std::string content(size_t offset, size_t byteCount) const;
    std::string content() const { return content(0, size_); }

  private:
    int descriptor_ = -1;
    size_t size_ = 0;
    std::pair<uint64_t, uint64_t> id_;
};

}  // namespace sinew
