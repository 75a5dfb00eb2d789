#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_descriptor.h"

namespace sinew {

/// An open, untrusted file: a regular one, so that reading never blocks. It has no read position, so that readers can
/// share it.
class InputFile {
  public:
    /// @throws Error(Exit::input) with the cause, without the path, when the file is missing or cannot be read.
    explicit InputFile(const std::filesystem::path& path);

    /// @throws Error(Exit::input) as above.
    explicit InputFile(Descriptor descriptor);

    /// A file in memory, as one in an archive.
    explicit InputFile(std::string content);

    /// A duplicate of the open file. @throws Error(Exit::input) with the cause.
    InputFile again() const;

    /// Bytes when the file was opened. It may be truncated later: read() then returns less.
    size_t size() const { return size_; }

    /// Device and inode: equal for all names of a file. 0 and 0 for a file in memory.
    std::pair<uint64_t, uint64_t> id() const { return id_; }

    /// Reads into `bytes` from `offset` on and returns the number of bytes read.
    /// @throws Error(Exit::input) with the cause.
    size_t read(std::span<std::byte> bytes, size_t offset) const;

    /// Up to `byteCount` bytes from `offset` on.
    /// @throws as read().
    std::string content(size_t offset, size_t byteCount) const;
    std::string content() const { return content(0, size_); }

  private:
    Descriptor descriptor_;
    std::shared_ptr<const std::string> memory_;  ///< in place of the descriptor
    size_t size_ = 0;
    std::pair<uint64_t, uint64_t> id_;
};

/// Whether a file that begins so is what Git LFS leaves in place of one that was not fetched.
inline bool isLfsPointer(std::string_view beginning) {
    return beginning.starts_with("version https://git-lfs.github.com/spec/");
}
constexpr const char* kIsLfsPointer = "is a Git LFS pointer, not the file itself; fetch it with git lfs pull";

/// A file with some of its bytes replaced. Kept parts are read on demand, not copied.
class PatchedFile {
  public:
    /// Initially empty. Keeps a reference to `file`.
    explicit PatchedFile(const InputFile& file) : file_(&file) {}

    /// The file with all of its content replaced.
    PatchedFile(const InputFile& file, std::string text) : file_(&file) { replaceUntil(file.size(), std::move(text)); }

    /// Appends the file's own bytes up to offset `end`.
    void keepUntil(size_t end);

    /// Appends `text` instead of the file's bytes up to offset `end`.
    void replaceUntil(size_t end, std::string text);

    /// Bytes of the file that have been kept or replaced.
    size_t taken() const { return taken_; }

    size_t size() const { return size_; }

    /// Reads into `bytes` from `offset` on and returns the number of bytes read.
    /// @throws Error(Exit::input) as InputFile::read().
    size_t read(std::span<std::byte> bytes, size_t offset) const;

  private:
    struct Piece {
        size_t begin = 0;   ///< offset in the result
        size_t inFile = 0;  ///< offset in the file, if kept
        bool kept = false;
        std::string text;  ///< if replaced
    };

    const InputFile* file_;
    std::vector<Piece> pieces_;
    size_t taken_ = 0, size_ = 0;
};

}  // namespace sinew
