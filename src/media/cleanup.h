#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace sinew {

/// From now on SIGINT, SIGTERM and SIGHUP, unless they are ignored, first undo what is noted here and then end the
/// process as they always do.
void cleanUpOnSignals();

/// While it lives, a signal removes the file of that name, which may not be there.
class RemovedOnSignal {
  public:
    explicit RemovedOnSignal(const std::filesystem::path& path);
    RemovedOnSignal(const RemovedOnSignal&) = delete;
    RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;
    ~RemovedOnSignal();

  private:
    size_t place_;
};

/// While it lives, a signal kills that process, before files are removed. At most one at a time is noted.
class KilledOnSignal {
  public:
    explicit KilledOnSignal(pid_t process);
    KilledOnSignal(const KilledOnSignal&) = delete;
    KilledOnSignal& operator=(const KilledOnSignal&) = delete;
    ~KilledOnSignal();
};

/// What erases the line of a terminal that the cursor stands in, and goes to its beginning.
inline constexpr std::string_view kEraseLine = "\r\x1b[K";

/// Whether a signal erases the line that stderr stands in.
void eraseLineOnSignal(bool erases);

}  // namespace sinew
