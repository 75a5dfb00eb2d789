#include "media/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "error.h"
#include "media/cleanup.h"
#include "media/descriptor.h"
#include "media/leftovers.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardOutput = "-";
constexpr int kMostLinks = 40;  // as many as Linux follows

[[noreturn]] void fail(const fs::path& path, int cause) {
    throw Error(Exit::output, fmt::format("{}: {}", path.string(), std::strerror(cause)));
}

/// Removes the file when it goes, or when a signal ends the program, unless it was kept.
class TemporaryName {
  public:
    explicit TemporaryName(fs::path path) : path_(std::move(path)), onSignal_(path_) {}
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;
    ~TemporaryName() {
        if (!kept_) ::unlink(path_.c_str());
    }
    const fs::path& path() const { return path_; }
    void keep() { kept_ = true; }

  private:
    fs::path path_;
    RemovedOnSignal onSignal_;
    bool kept_ = false;
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

int openDirectly(const fs::path& path) {
    if (path == kStandardOutput) return ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    // Appending: /dev/stdout may be a file that has something in it.
    return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
}

}  // namespace

struct AtomicFile::Parts {
    fs::path path;    ///< as given
    fs::path target;  ///< behind the links
    Descriptor file;
    std::optional<TemporaryName> temporary;  ///< none: written directly
    std::optional<mode_t> mode;              ///< of the file that is there

    explicit Parts(const fs::path& given) : path(given) {
        struct stat status {};
        const bool exists = path != kStandardOutput && ::stat(path.c_str(), &status) == 0;
        if (!exists && path != kStandardOutput && errno != ENOENT) fail(path, errno);  // such as links in a circle
        if (exists && S_ISDIR(status.st_mode)) fail(path, EISDIR);
        if (path == kStandardOutput || isStream(path, exists ? &status : nullptr)) {
            file = Descriptor(openDirectly(path));
            if (file.get() < 0) fail(path, errno);
            return;
        }
        if (exists && ::access(path.c_str(), W_OK) != 0) fail(path, errno);  // rename would not ask
        if (exists) mode = status.st_mode & 07777;
        target = followLinks(path);
        openTemporary();
    }

    /// A new file beside the target.
    void openTemporary() {
        removeLeftovers(target.parent_path());
        for (;;) {
            const fs::path name = temporaryNameIn(target.parent_path());
            std::optional<TemporaryName>& made = temporary;
            made.emplace(name);  // before the file is there, so that no signal comes between
            file = Descriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
            if (file.get() >= 0 && claimTemporary(file.get())) return;
            if (file.get() >= 0) continue;
            const int cause = errno;
            made->keep();
            made.reset();
            if (cause != EEXIST) fail(path, cause);
        }
    }
};

AtomicFile::AtomicFile(const fs::path& path) : parts_(std::make_unique<Parts>(path)) {}
AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::span<const std::byte> bytes) {
    if (const int cause = writeAll(parts_->file.get(), bytes)) fail(parts_->path, cause);
}

int AtomicFile::descriptor() const {
    return parts_->file.get();
}

const fs::path& AtomicFile::temporaryPath() const {
    static const fs::path none;
    return parts_->temporary ? parts_->temporary->path() : none;
}

void AtomicFile::commit() {
    Parts& parts = *parts_;
    if (!parts.temporary) {
        if (parts.file.close() != 0) fail(parts.path, errno);
        return;
    }
    if (parts.mode && ::fchmod(parts.file.get(), *parts.mode) != 0) fail(parts.path, errno);
    const Descriptor claim(::fcntl(parts.file.get(), F_DUPFD_CLOEXEC, 3));  // until the name is another
    if (claim.get() < 0) fail(parts.path, errno);
    if (::fsync(parts.file.get()) != 0 || parts.file.close() != 0) fail(parts.path, errno);
    if (::rename(parts.temporary->path().c_str(), parts.target.c_str()) != 0) fail(parts.path, errno);
    parts.temporary->keep();
}

void writeFileAtomically(const fs::path& path, std::span<const std::byte> bytes) {
    AtomicFile file(path);
    file.write(bytes);
    file.commit();
}

}  // namespace sinew
