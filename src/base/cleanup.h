#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <string_view>

namespace sinew {

/// Installs handlers for SIGINT, SIGTERM and SIGHUP, unless they are ignored, that clean up what is registered below
/// and then end the process by the signal.
void cleanUpOnSignals();

struct RemovedPath;

/// During its lifetime, a signal removes the file, if it exists.
class RemovedOnSignal {
  public:
    explicit RemovedOnSignal(const std::filesystem::path& path);
    RemovedOnSignal(const RemovedOnSignal&) = delete;
    RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;
    ~RemovedOnSignal();

  private:
    RemovedPath* entry_ = nullptr;  ///< none for a path that is too long
};

/// During its lifetime, a signal kills the process, before files are removed. At most one instance at a time.
class KilledOnSignal {
  public:
    explicit KilledOnSignal(pid_t process);
    KilledOnSignal(const KilledOnSignal&) = delete;
    KilledOnSignal& operator=(const KilledOnSignal&) = delete;
    ~KilledOnSignal();
};

/// During its lifetime, no signal ends the program, so that output and setLastWords() happen together; a signal takes
/// effect afterwards. At most one short-lived instance at a time.
class SignalsHeld {
  public:
    SignalsHeld();
    ~SignalsHeld();
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

  private:
    sigset_t before_;
};

/// Sets the text that a signal writes to stdout at the end, if stdout accepts it without blocking; empty: nothing.
/// Texts over 1023 bytes count as empty. `held` proves that signals are held.
void setLastWords(const SignalsHeld& held, std::string_view words);

/// Terminal sequence that erases the current line and returns to its start.
inline constexpr std::string_view kEraseLine = "\r\x1b[K";

/// Sets whether a signal erases the current line of stderr.
void eraseLineOnSignal(bool erases);

}  // namespace sinew
