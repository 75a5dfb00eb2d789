#include "base/cleanup.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <ctime>
#include <mutex>
#include <vector>

#include <poll.h>
#include <unistd.h>

namespace sinew {

struct RemovedPath {
    std::atomic<bool> active{false};  ///< `path` is complete
    std::array<char, PATH_MAX> path{};
    RemovedPath* next = nullptr;  ///< in `removedPaths`
};

namespace {

// A signal handler must not allocate or lock, so everything it reads is atomic, and stays until the process ends.
std::atomic<RemovedPath*> removedPaths{nullptr};
// What the handler does not read.
std::mutex freeMutex;
std::vector<RemovedPath*> freePaths;
size_t pathCount = 0;
std::atomic<pid_t> child{0};
std::atomic<bool> erasesLine{false};

std::atomic<bool> held{false}, ending{false};
std::array<char, 1024> lastWords{};
std::atomic<size_t> lastWordBytes{0};

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

/// Waits until the thread that holds signals is done. False on timeout: nobody reads its output.
bool waitUntilReleased() {
    constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 1'000'000};
    constexpr int kMaxPauses = 200;
    for (int i = 0; held && i < kMaxPauses; ++i)
        ::nanosleep(&kPause, nullptr);
    return !held;
}

void writeLastWords() {
    if (!waitUntilReleased() || lastWordBytes == 0) return;
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&output, 1, 0) != 1 || output.revents != POLLOUT) return;
    [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, lastWords.data(), lastWordBytes);
}

void onSignal(int signal) {
    const bool first = !ending.exchange(true);
    if (const pid_t process = child.load(); process > 0) ::kill(process, SIGKILL);
    for (const RemovedPath* removed = removedPaths; removed; removed = removed->next)
        if (removed->active) ::unlink(removed->path.data());
    if (erasesLine) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kEraseLine.data(), kEraseLine.size());
    }
    if (first) writeLastWords();  // not again if another signal arrives meanwhile
    ::raise(signal);              // SA_RESETHAND has removed the handler
}

}  // namespace

void cleanUpOnSignals() {
    for (const int signal : kSignals) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = onSignal;
        action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
        ::sigaction(signal, &action, nullptr);
    }
}

RemovedOnSignal::RemovedOnSignal(const std::filesystem::path& path) {
    const std::string& name = path.native();
    if (name.size() >= PATH_MAX) return;
    const std::lock_guard lock(freeMutex);
    if (freePaths.empty()) {
        freePaths.reserve(++pathCount);  // so that the destructor need not allocate
        auto* const added = new RemovedPath;
        added->next = removedPaths;
        removedPaths = added;
        freePaths.push_back(added);
    }
    entry_ = freePaths.back();
    freePaths.pop_back();
    std::memcpy(entry_->path.data(), name.c_str(), name.size() + 1);
    entry_->active = true;
}

RemovedOnSignal::~RemovedOnSignal() {
    if (!entry_) return;
    entry_->active = false;
    const std::lock_guard lock(freeMutex);
    freePaths.push_back(entry_);
}

KilledOnSignal::KilledOnSignal(pid_t process) {
    child = process;
}

KilledOnSignal::~KilledOnSignal() {
    child = 0;
}

SignalsHeld::SignalsHeld() {
    sigset_t all;
    sigemptyset(&all);
    for (const int signal : kSignals)
        sigaddset(&all, signal);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
    held = true;
    if (!ending) return;
    held = false;  // another thread is handling the signal and ends the process
    for (;;)
        ::pause();
}

SignalsHeld::~SignalsHeld() {
    held = false;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void setLastWords(const SignalsHeld&, std::string_view words) {
    if (words.size() >= lastWords.size()) words = {};
    std::copy(words.begin(), words.end(), lastWords.begin());
    lastWordBytes = words.size();
}

void eraseLineOnSignal(bool erases) {
    erasesLine = erases;
}

}  // namespace sinew
