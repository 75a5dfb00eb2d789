#include "base/atomic_file.h"

#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/file_descriptor.h"
#include "base/protected_files.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = ".sinew-", kSuffix = ".tmp";
constexpr std::time_t kDaySeconds = 24 * 60 * 60;

/// "@HOST.tmp"
const std::string& suffixOfThisHost() {
    static const std::string suffix = [] {
        std::array<char, 65> host{};
        ::gethostname(host.data(), host.size() - 1);
        std::string name = host.data();
        for (char& c : name)
            if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
        return std::string("@").append(name).append(kSuffix);
    }();
    return suffix;
}

bool isFirstVisit(const fs::path& folder) {
    static std::mutex mutex;
    static std::set<fs::path> seen;
    std::error_code ignored;
    const std::lock_guard lock(mutex);
    return seen.insert(fs::absolute(folder, ignored)).second;
}

void removeIfLeft(const fs::path& path) {
    const Descriptor file(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.get() < 0 || ::flock(file.get(), LOCK_EX | LOCK_NB) != 0) return;
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return;
    const bool isOwn = S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
    const bool exists = status.st_nlink > 0;  // another process may have removed it
    const bool isOld = std::time(nullptr) - status.st_mtime > kDaySeconds;
    if (isOwn && exists && (isOld || path.native().ends_with(suffixOfThisHost()))) ::unlink(path.c_str());
}

/// A new name in `folder`, unique among processes and hosts; short, whatever the final name is.
fs::path temporaryNameIn(const fs::path& folder) {
    static std::atomic<uint32_t> number{0};
    return folder / std::string(kPrefix)
                        .append(std::to_string(::getpid()))
                        .append("-")
                        .append(std::to_string(number.fetch_add(1)))
                        .append(suffixOfThisHost());
}

/// Locks an open temporary file until its last descriptor is closed. False if it is being removed: take another name.
bool claimTemporary(int file) {
    // Without support for locks, removeIfLeft() fails to lock, too, and removes nothing.
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
    struct stat status {};
    return ::fstat(file, &status) == 0 && status.st_nlink > 0;
}

/// Removes temporary files that killed processes of this user left in `folder`: unlocked ones that this host made, or
/// that are a day old, because some network file systems do not share locks between hosts. Only the first call for a
/// folder looks. Ignores errors.
void removeLeftovers(const fs::path& folder) {
    if (!isFirstVisit(folder)) return;
    const fs::path directory = folder.empty() ? fs::path(".") : folder;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(kPrefix) && name.ends_with(kSuffix)) removeIfLeft(entry->path());
    }
}

constexpr const char* kStandardOutput = "-";

[[noreturn]] void fail(const fs::path& path, int cause) {
    throw Error(Exit::output, path.string() + ": " + std::strerror(cause));
}

/// Removes the file in its destructor, or when a signal ends the program, unless kept.
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

/// Returns 0 or an errno.
int writeAll(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(static_cast<size_t>(written));
    }
    return 0;
}

/// Whether to write directly into an existing file. The process's streams may be regular files that others share.
bool isStream(const fs::path& path, const struct stat* status) {
    if (status && !S_ISREG(status->st_mode)) return true;
    const std::string name = path.lexically_normal().string();
    return name == "/dev/stdout" || name == "/dev/stderr" || name.starts_with("/dev/fd/") || name.starts_with("/proc/");
}

int openDirectly(const fs::path& path) {
    if (path == kStandardOutput) return ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    // Appends, because /dev/stdout may be a file with content.
    return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
}

}  // namespace

struct AtomicFile::Parts {
    fs::path path;    ///< as given by the caller
    fs::path target;  ///< after following links
    Descriptor file;
    std::optional<TemporaryName> temporary;  ///< none if written directly
    std::optional<mode_t> mode;              ///< of the existing file

    explicit Parts(const fs::path& given) : path(given) {
        struct stat status {};
        const bool exists = path != kStandardOutput && ::stat(path.c_str(), &status) == 0;
        if (!exists && path != kStandardOutput && errno != ENOENT) fail(path, errno);  // for example a loop of links
        if (exists && S_ISDIR(status.st_mode)) fail(path, EISDIR);
        refuseInput();
        if (path == kStandardOutput || isStream(path, exists ? &status : nullptr)) {
            file = Descriptor(openDirectly(path));
            if (file.get() < 0) fail(path, errno);
            return;
        }
        if (exists && ::access(path.c_str(), W_OK) != 0)
            fail(path, errno);  // rename ignores the permissions of the file
        if (exists) mode = status.st_mode & 07777;
        target = followLinks(path);
        openTemporary();
    }

    /// @throws WouldReplaceInput if the file is one that this process reads.
    void refuseInput() const {
        if (const auto name = protectedName(path == kStandardOutput ? "/dev/stdout" : path))
            throw WouldReplaceInput(path.string() + ": would replace " + (*name == path.string() ? "itself" : *name) +
                                    ", which is read; use another name");
    }

    void openTemporary() {
        removeLeftovers(target.parent_path());
        for (;;) {
            const fs::path name = temporaryNameIn(target.parent_path());
            std::optional<TemporaryName>& made = temporary;
            made.emplace(name);  // before the file exists, so that a signal always removes it
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
    parts.refuseInput();
    if (parts.mode && ::fchmod(parts.file.get(), *parts.mode) != 0) fail(parts.path, errno);
    const Descriptor claim(::fcntl(parts.file.get(), F_DUPFD_CLOEXEC, 3));  // keeps the lock until after the rename
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
