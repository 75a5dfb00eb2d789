#include "media/leftovers.h"

#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <ctime>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "media/descriptor.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = ".sinew-", kEnding = ".tmp";
constexpr std::time_t kDaySeconds = 24 * 60 * 60;

/// "@HOST.tmp"
const std::string& endingOfThisHost() {
    static const std::string ending = [] {
        std::array<char, 65> host{};
        ::gethostname(host.data(), host.size() - 1);
        std::string name = host.data();
        for (char& c : name)
            if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
        return fmt::format("@{}{}", name, kEnding);
    }();
    return ending;
}

bool isFirstLookAt(const fs::path& folder) {
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
    const bool isOurs = S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
    const bool isThere = status.st_nlink > 0;  // else another process has removed it meanwhile
    const bool isOld = std::time(nullptr) - status.st_mtime > kDaySeconds;
    if (isOurs && isThere && (isOld || path.native().ends_with(endingOfThisHost()))) ::unlink(path.c_str());
}

}  // namespace

fs::path temporaryNameIn(const fs::path& folder) {
    static std::atomic<uint32_t> number{0};
    return folder / fmt::format("{}{}-{}{}", kPrefix, ::getpid(), number.fetch_add(1), endingOfThisHost());
}

bool claimTemporary(int file) {
    // Where files cannot be locked, nobody takes an unlocked one for a leftover.
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
    struct stat status {};
    return ::fstat(file, &status) == 0 && status.st_nlink > 0;
}

void removeLeftovers(const fs::path& folder) {
    if (!isFirstLookAt(folder)) return;
    const fs::path place = folder.empty() ? fs::path(".") : folder;
    std::error_code error;
    for (fs::directory_iterator entry(place, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(kPrefix) && name.ends_with(kEnding)) removeIfLeft(entry->path());
    }
}

}  // namespace sinew
