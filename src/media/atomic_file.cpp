#include "media/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "error.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as many as Linux follows

[[noreturn]] void fail(const fs::path& path, int cause) {
    throw Error(Exit::output, fmt::format("{}: {}", path.string(), std::strerror(cause)));
}

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int number() const { return number_; }
    /// Some file systems report a full disk only here.
    int close() { return ::close(std::exchange(number_, -1)); }

  private:
    int number_;
};

/// Removes the file when it goes, unless it was kept.
class TemporaryName {
  public:
    explicit TemporaryName(fs::path path) : path_(std::move(path)) {}
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;
    ~TemporaryName() {
        if (!path_.empty()) ::unlink(path_.c_str());
    }
    const fs::path& path() const { return path_; }
    void keep() { path_.clear(); }

  private:
    fs::path path_;
};

/// 0, or the errno of what went wrong.
int writeAll(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(static_cast<size_t>(written));
    }
    return 0;
}

void writeDirectly(const fs::path& path, std::span<const std::byte> bytes) {
    // Appending: /dev/stdout may be a file that has something in it.
    Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (file.number() < 0) fail(path, errno);
    if (const int cause = writeAll(file.number(), bytes)) fail(path, cause);
    if (file.close() != 0) fail(path, errno);
}

/// Whether to write into what is there. The process's own streams may be regular files, which others go on writing to.
bool isStream(const fs::path& path, const struct stat* status) {
    if (status && !S_ISREG(status->st_mode)) return true;
    const std::string name = path.lexically_normal().string();
    return name == "/dev/stdout" || name == "/dev/stderr" || name.starts_with("/dev/fd/") || name.starts_with("/proc/");
}

fs::path followLinks(fs::path path) {
    std::error_code ignored;
    for (int i = 0; i < kMostLinks && fs::is_symlink(path, ignored); ++i)
        path = path.parent_path() / fs::read_symlink(path, ignored);
    return path;
}

/// Opens a new file beside `target`. Short names: the target's own may be as long as names can be.
std::pair<int, fs::path> openTemporary(const fs::path& target) {
    for (int attempt = 0;; ++attempt) {
        fs::path path = target.parent_path() / fmt::format(".sinew-{}-{}.tmp", ::getpid(), attempt);
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return {file, std::move(path)};
    }
}

}  // namespace

void writeFileAtomically(const fs::path& path, std::span<const std::byte> bytes) {
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) fail(path, EISDIR);
    if (isStream(path, exists ? &status : nullptr)) return writeDirectly(path, bytes);
    if (exists && ::access(path.c_str(), W_OK) != 0) fail(path, errno);  // rename would not ask

    const fs::path target = followLinks(path);
    auto [number, temporaryPath] = openTemporary(target);
    if (number < 0) fail(path, errno);
    Descriptor file(number);
    TemporaryName temporary(std::move(temporaryPath));
    if (const int cause = writeAll(file.number(), bytes)) fail(path, cause);
    if (exists && ::fchmod(file.number(), status.st_mode & 07777) != 0) fail(path, errno);
    if (::fsync(file.number()) != 0 || file.close() != 0) fail(path, errno);
    if (::rename(temporary.path().c_str(), target.c_str()) != 0) fail(path, errno);
    temporary.keep();
}

}  // namespace sinew
