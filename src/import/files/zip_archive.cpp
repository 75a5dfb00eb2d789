#include "import/files/zip_archive.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <libdeflate.h>

#include "base/text.h"

namespace sinew {
namespace {

constexpr std::string_view kEntry = "PK\3\4", kDirectory = "PK\1\2", kEnd = "PK\5\6";
constexpr size_t kEndBytes = 22, kDirectoryBytes = 46, kEntryBytes = 30;
constexpr uint16_t kStored = 0, kDeflated = 8, kEncrypted = 1;

/// A little-endian number; `at` plus its size is within `bytes`.
template <typename Number>
Number numberAt(std::string_view bytes, size_t at) {
    Number number;
    std::memcpy(&number, bytes.data() + at, sizeof(number));
    return number;
}

[[noreturn]] void damaged(const char* cause) {
    throw std::runtime_error(fmt::format("the archive is damaged: {}", cause));
}

/// The record at the end, which a comment may follow.
std::string endRecord(const InputFile& file) {
    constexpr size_t kMostComment = 65535;
    const size_t bytes = std::min(file.size(), kEndBytes + kMostComment);
    const std::string tail = file.content(file.size() - bytes, bytes);
    const size_t at = tail.rfind(kEnd);
    if (at == std::string::npos || tail.size() - at < kEndBytes) damaged("it has no directory");
    return tail.substr(at, kEndBytes);
}

}  // namespace

bool ZipArchive::isZip(const InputFile& file) {
    return file.content(0, kEntry.size()) == kEntry;
}

ZipArchive::ZipArchive(const InputFile& file) : file_(file) {
    const std::string end = endRecord(file);
    const size_t count = numberAt<uint16_t>(end, 10), bytes = numberAt<uint32_t>(end, 12),
                 offset = numberAt<uint32_t>(end, 16);
    if (count > kMaxEntries) throw std::runtime_error(fmt::format("the archive has more than {} files", kMaxEntries));
    if (offset > file.size() || bytes > file.size() - offset) damaged("its directory is not in the file");
    const std::string directory = file.content(offset, bytes);
    size_t at = 0;
    for (size_t i = 0; i < count; ++i) {
        if (directory.size() - at < kDirectoryBytes || directory.compare(at, kDirectory.size(), kDirectory) != 0)
            damaged("its directory is incomplete");
        const size_t nameBytes = numberAt<uint16_t>(directory, at + 28), extra = numberAt<uint16_t>(directory, at + 30),
                     comment = numberAt<uint16_t>(directory, at + 32);
        const size_t all = kDirectoryBytes + nameBytes + extra + comment;
        if (directory.size() - at < all) damaged("its directory is incomplete");
        entries_.push_back({.name = directory.substr(at + kDirectoryBytes, nameBytes),
                            .flags = numberAt<uint16_t>(directory, at + 8),
                            .method = numberAt<uint16_t>(directory, at + 10),
                            .checksum = numberAt<uint32_t>(directory, at + 16),
                            .packedBytes = numberAt<uint32_t>(directory, at + 20),
                            .bytes = numberAt<uint32_t>(directory, at + 24),
                            .offset = numberAt<uint32_t>(directory, at + 42)});
        at += all;
    }
}

std::vector<std::string> ZipArchive::names() const {
    std::vector<std::string> names;
    for (const Entry& entry : entries_)
        if (!entry.name.ends_with('/')) names.push_back(entry.name);
    return names;
}

std::string ZipArchive::content(std::string_view name) {
    const auto entry = std::ranges::find(entries_, name, &Entry::name);
    if (entry == entries_.end()) damaged("a file is not in it");
    const std::string shown = utf8From(name);
    if (entry->flags & kEncrypted) throw std::runtime_error(fmt::format("{} in the archive is encrypted", shown));
    if (entry->method != kStored && entry->method != kDeflated)
        throw std::runtime_error(fmt::format("{} in the archive is compressed in a way that is not read", shown));
    if (entry->bytes > kMaxBytes - bytesRead_)
        throw std::runtime_error(fmt::format("the archive unpacks to more than {} MB", kMaxBytes >> 20));
    const std::string head = file_.content(entry->offset, kEntryBytes);
    if (head.size() < kEntryBytes || !head.starts_with(kEntry)) damaged("a file is not where its directory says");
    const size_t begin = entry->offset + kEntryBytes + numberAt<uint16_t>(head, 26) + numberAt<uint16_t>(head, 28);
    if (begin > file_.size() || entry->packedBytes > file_.size() - begin) damaged("a file is incomplete");
    std::string packed = file_.content(begin, entry->packedBytes), bytes;
    if (entry->method == kStored) {
        bytes = std::move(packed);
    } else {
        const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor(
            libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
        if (!decompressor) throw std::bad_alloc();
        bytes.resize(entry->bytes);
        if (libdeflate_deflate_decompress(decompressor.get(), packed.data(), packed.size(), bytes.data(), bytes.size(),
                                          nullptr) != LIBDEFLATE_SUCCESS)
            damaged("a file cannot be unpacked");
    }
    if (bytes.size() != entry->bytes || libdeflate_crc32(0, bytes.data(), bytes.size()) != entry->checksum)
        damaged("a file has another checksum");
    bytesRead_ += bytes.size();
    return bytes;
}

}  // namespace sinew
