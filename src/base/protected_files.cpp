#include "base/protected_files.h"

#include <chrono>
#include <map>
#include <mutex>

#include <fcntl.h>
#include <sys/stat.h>

namespace sinew {
namespace {

namespace fs = std::filesystem;

struct Entry {
    std::string name;
    int64_t sinceNanoseconds = 0;  ///< of the system's clock
};

struct Protected {
    std::mutex mutex;
    std::map<FileId, Entry> entries;
};

Protected& protectedFiles() {
    static Protected files;
    return files;
}

/// The id of a file or a directory.
std::optional<FileId> anyIdOf(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return FileId{status.st_dev, status.st_ino};
}

int64_t nowNanoseconds() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

/// When the file was created; 0 where the file system does not keep it.
int64_t birthNanoseconds([[maybe_unused]] const fs::path& path) {
#ifdef STATX_BTIME
    struct statx status {};
    if (::statx(AT_FDCWD, path.c_str(), 0, STATX_BTIME, &status) == 0 && (status.stx_mask & STATX_BTIME) != 0)
        return status.stx_btime.tv_sec * 1'000'000'000 + status.stx_btime.tv_nsec;
#endif
    return 0;
}

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

}  // namespace

fs::path followLinks(fs::path path) {
    constexpr int kMostLinks = 40;  // the limit of Linux
    std::error_code ignored;
    for (int i = 0; i < kMostLinks && fs::is_symlink(path, ignored); ++i)
        path = path.parent_path() / fs::read_symlink(path, ignored);
    return path;
}

std::optional<FileId> fileIdOf(const fs::path& path) {
    struct stat status {};
    if (path.empty() || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    return FileId{status.st_dev, status.st_ino};
}

std::string identityOf(const fs::path& path) {
    const auto textOf = [](const FileId& id) { return std::to_string(id.device) + ":" + std::to_string(id.inode); };
    if (const auto id = anyIdOf(path)) return textOf(*id);
    const fs::path file = followLinks(path);
    const auto folder = anyIdOf(folderOf(file));
    return folder ? textOf(*folder) + "/" + file.filename().string() : file.lexically_normal().string();
}

bool isSameFile(const fs::path& left, const fs::path& right) {
    if (left.empty() || right.empty() || identityOf(left) != identityOf(right)) return false;
    return fileIdOf(left) || !anyIdOf(left);
}

void protectFile(const FileId& file, const std::string& name) {
    Protected& files = protectedFiles();
    const std::lock_guard lock(files.mutex);
    files.entries[file] = {name, nowNanoseconds()};
}

void protectFile(const fs::path& path) {
    if (const auto id = fileIdOf(path)) protectFile(*id, path.string());
}

std::optional<std::string> protectedName(const fs::path& path) {
    const std::optional<FileId> file = fileIdOf(path);
    if (!file) return std::nullopt;
    Protected& files = protectedFiles();
    const std::lock_guard lock(files.mutex);
    const auto known = files.entries.find(*file);
    if (known == files.entries.end() || birthNanoseconds(path) > known->second.sinceNanoseconds) return std::nullopt;
    return known->second.name;
}

}  // namespace sinew
