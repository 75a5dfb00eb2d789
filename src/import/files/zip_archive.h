#pragma once

#include <string_view>

#include "import/files/input_file.h"

namespace sinew {

/// A ZIP archive (APPNOTE.TXT 6.3.10): stored and deflated files, at most kMaxEntries, without encryption and ZIP64.
class ZipArchive {
  public:
    static constexpr size_t kMaxEntries = 4096;
    /// Limit of all that content() returns, together, and so of one file.
    static constexpr size_t kMaxBytes = size_t{256} << 20;

    /// True if the file begins as an archive.
    static bool isZip(const InputFile& file);

    /// Reads the directory. Keeps a reference to `file`.
    /// @throws std::runtime_error with the cause when it is damaged.
    explicit ZipArchive(const InputFile& file);

    std::vector<std::string> names() const;

    /// The file with that name from names().
    /// @throws std::runtime_error with the cause when it is damaged, encrypted, or larger than kMaxBytes with all that
    /// was read before.
    std::string content(std::string_view name);

  private:
    struct Entry {
        std::string name;
        uint16_t flags = 0, method = 0;
        uint32_t checksum = 0;
        size_t packedBytes = 0, bytes = 0, offset = 0;
    };

    const InputFile& file_;
    std::vector<Entry> entries_;
    size_t bytesRead_ = 0;
};

}  // namespace sinew
