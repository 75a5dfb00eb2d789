#include "import/files/input_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/error.h"

namespace sinew {
namespace {

[[noreturn]] void fail(int number) {
    const bool isOurs = number == EMFILE || number == ENFILE || number == ENOMEM;
    throw Error(isOurs ? Exit::environment : Exit::input, causeOf(number));
}

Descriptor checked(int descriptor) {
    if (descriptor < 0) fail(errno);
    return Descriptor(descriptor);
}

/// A descriptor, or negative and errno.
int openForReading(const std::filesystem::path& path) {
    // The system would read the name only up to a zero.
    if (path.native().find('\0') != std::string::npos) return errno = ENOENT, -1;
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

/// @throws Error(Exit::input) with the cause.
struct stat statusOf(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) fail(errno);
    if (S_ISDIR(status.st_mode)) throw Error(Exit::input, "is a directory, not a file");
    if (!S_ISREG(status.st_mode)) throw Error(Exit::input, "is not a regular file");
    return status;
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& path) : InputFile(checked(openForReading(path))) {}

InputFile::InputFile(Descriptor descriptor) : descriptor_(std::move(descriptor)) {
    const struct stat status = statusOf(descriptor_.get());
    size_ = static_cast<size_t>(status.st_size);
    id_ = {status.st_dev, status.st_ino};
}

InputFile::InputFile(std::string content)
    : memory_(std::make_shared<const std::string>(std::move(content))), size_(memory_->size()) {}

InputFile InputFile::again() const {
    if (memory_) return InputFile(std::string(*memory_));
    return InputFile(checked(::fcntl(descriptor_.get(), F_DUPFD_CLOEXEC, 0)));
}

size_t InputFile::read(std::span<std::byte> bytes, size_t offset) const {
    if (memory_) {
        const std::string_view part = std::string_view(*memory_).substr(std::min(offset, size_), bytes.size());
        std::memcpy(bytes.data(), part.data(), part.size());
        return part.size();
    }
    size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count =
            ::pread(descriptor_.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(errno);
        if (count == 0) break;
        done += static_cast<size_t>(count);
    }
    return done;
}

std::string InputFile::content(size_t offset, size_t byteCount) const {
    byteCount = std::min(byteCount, size_ - std::min(offset, size_));
    std::string bytes;
    bytes.reserve(byteCount);
    std::array<char, size_t{1} << 16> some;  // stays in the cache
    while (bytes.size() < byteCount) {
        const auto part = std::span(some).first(std::min(some.size(), byteCount - bytes.size()));
        const size_t count = read(std::as_writable_bytes(part), offset + bytes.size());
        bytes.append(some.data(), count);
        if (count < part.size()) break;
    }
    return bytes;
}

void PatchedFile::keepUntil(size_t end) {
    if (end <= taken_) return;
    pieces_.push_back({.begin = size_, .inFile = taken_, .kept = true, .text = {}});
    size_ += end - taken_;
    taken_ = end;
}

void PatchedFile::replaceUntil(size_t end, std::string text) {
    taken_ = std::max(taken_, end);
    if (text.empty()) return;
    size_ += text.size();
    pieces_.push_back({.begin = size_ - text.size(), .text = std::move(text)});
}

size_t PatchedFile::read(std::span<std::byte> bytes, size_t offset) const {
    size_t done = 0;
    auto piece = std::ranges::upper_bound(pieces_, offset, {}, &Piece::begin);
    if (piece != pieces_.begin()) --piece;
    for (; piece != pieces_.end() && done < bytes.size(); ++piece) {
        const size_t end = std::next(piece) == pieces_.end() ? size_ : std::next(piece)->begin;
        const size_t at = offset + done - piece->begin;
        const auto part = bytes.subspan(done, std::min(bytes.size() - done, end - piece->begin - at));
        size_t count = part.size();
        if (piece->kept)
            count = file_->read(part, piece->inFile + at);
        else
            std::memcpy(part.data(), piece->text.data() + at, part.size());
        done += count;
        if (count < part.size()) break;
    }
    return done;
}

}  // namespace sinew
