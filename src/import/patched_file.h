#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "import/input_file.h"

namespace sinew {

/// A file with other bytes in the place of some. What is kept of the file is not copied: it is read when it is asked
/// for.
class PatchedFile {
  public:
    /// Nothing of the file yet, which must outlive it.
    explicit PatchedFile(const InputFile& file) : file_(&file) {}

    /// The whole of another content.
    PatchedFile(const InputFile& file, std::string text) : file_(&file) { replaceUntil(file.size(), std::move(text)); }

    /// Goes on with the file's own bytes, up to its place `end`.
    void keepUntil(size_t end);

    /// Goes on with `text`, which stands for the file's bytes up to its place `end`.
    void replaceUntil(size_t end, std::string text);

    /// How much of the file has been kept or replaced.
    size_t taken() const { return taken_; }

    /// In bytes.
    size_t size() const { return size_; }

    /// Fills `bytes` from the place `offset` on, and returns how many there were.
    /// @throws Error(Exit::input) as InputFile::read().
    size_t read(std::span<std::byte> bytes, size_t offset) const;

  private:
    struct Piece {
        size_t begin = 0;   ///< in the whole
        size_t inFile = 0;  ///< its place there, where it is kept
        bool kept = false;
        std::string text;  ///< otherwise
    };

    const InputFile* file_;
    std::vector<Piece> pieces_;
    size_t taken_ = 0, size_ = 0;
};

}  // namespace sinew
