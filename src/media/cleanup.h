#pragma once

#include <sys/types.h>

#include <csignal>
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

/// While it lives, no signal ends the program between what this thread writes and what it then notes here; one that
/// comes meanwhile ends it afterwards. At most one at a time, and shortly.
class SignalsHeld {
  public:
    SignalsHeld();
    ~SignalsHeld();
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

  private:
    sigset_t before_;
};

/// What a signal writes to stdout, last, where that takes it at once; empty: nothing. At most 1023 bytes, what is
/// longer is not written. `held`: there is one.
void setLastWords(const SignalsHeld& held, std::string_view words);

/// What erases the line of a terminal that the cursor stands in, and goes to its beginning.
inline constexpr std::string_view kEraseLine = "\r\x1b[K";

/// Whether a signal erases the line that stderr stands in.
void eraseLineOnSignal(bool erases);

}  // namespace sinew
